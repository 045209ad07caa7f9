// A family's own account through the API: details, password, credits, data and deletion.
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import {
  leave,
  sessionStatus,
  signInAs,
  signUp,
  subjectsTo,
} from '../testing/accounts/families.ts';
import { addStudent, giveCredits, makeFamily, makeLesson, PASSWORD } from '../testing/factories.ts';
import { sharedTest } from '../testing/test.ts';
import { changeProfile, withoutStoredPhone } from './profile.ts';

/** `signedUp` has a welcome email, unlike `family`. */
const test = sharedTest.extend('signedUp', ({ api }) => signUp(api));
test.override('settings', { credits: 2 });

test('changes only the given fields, without the password', async ({ signedUp }) => {
  const { call, refused, form } = signedUp;
  const { body } = await call(endpoints.updateProfile, { body: { Student_Name: '  Ada  ' } });
  const { Parent_Name: parentName, Parent_Email: parentEmail } = form;
  expect(body.user).toMatchObject({
    Student_Name: 'Ada',
    Parent_Name: parentName,
    Parent_Email: parentEmail,
  });
  const answer = await refused(endpoints.updateProfile, { body: { Student_Name: 'A' } });
  const message = 'Student name must be at least 2 characters';
  expect(answer.body.details).toEqual([{ field: 'Student_Name', message }]);
});

test('does not write back a number that another call has replaced', async ({ api, family }) => {
  const { db } = api.database;
  const read = () =>
    db
      .selectFrom('people')
      .select(['phone', 'phone_mark'])
      .where('id', '=', family.personId)
      .executeTakeFirstOrThrow();
  const { phone } = await read();
  const given = { Parent_Name: 'Ada Example', Parent_Phone_Number: phone ?? '' };
  const changes = await withoutStoredPhone(db, family.personId, given);
  expect(changes).toEqual({ Parent_Name: 'Ada Example' });
  await family.call(endpoints.updateProfile, { body: { Parent_Phone_Number: '07700900456' } });
  const replaced = await read();
  await changeProfile(family.context(), changes, 'test');
  expect(await read()).toEqual(replaced);
  expect(replaced.phone).toBe('07700900456');
});

test('signs out every other device after a new password', async ({ api, signedUp }) => {
  const elsewhere = await signInAs(api, signedUp.email);
  const body = { current_password: PASSWORD, password: 'a new one' };
  await signedUp.call(endpoints.changePassword, { body });
  expect(await sessionStatus(elsewhere)).toBe(401);
  expect(await sessionStatus(signedUp)).toBe(200);
  await signInAs(api, signedUp.email, 'a new one');
});

test('lists each change of credits, newest first', async ({ family, lesson }) => {
  await family.tryToCancel(await family.book(lesson.id));
  const list = async (query = {}) => (await family.call(endpoints.listCredits, { query })).body;
  const { entries, hasEarlier } = await list();
  expect(
    entries.map(({ number, kind, amount, balance, Lesson_Name: name }) => [
      number,
      kind,
      amount,
      balance,
      name,
    ]),
  ).toEqual([
    [3, 'refund', 1, 2, lesson.Lesson_Name],
    [2, 'booking', -1, 1, lesson.Lesson_Name],
    [1, 'adjustment', 2, 2, null],
  ]);
  expect(hasEarlier).toBe(false);
  expect(await list({ to: '2026-11-17' })).toMatchObject({ entries: [], hasEarlier: false });
  expect(await list({ from: '2026-12-01' })).toMatchObject({ entries: [], hasEarlier: true });
});

test('names the student and lesson of each change of credits', async ({ api, family, tutor }) => {
  const [ahead, deleted] = [await makeLesson(api), await makeLesson(api)];
  const sibling = await addStudent(api, family, 'Leila Sibling');
  await family.book(ahead.id, sibling);
  await family.book(deleted.id, family.studentId);
  await tutor.call(endpoints.deleteLesson, { params: { id: deleted.id } });
  const { entries } = (await family.call(endpoints.listCredits)).body;
  const named = { Student_ID: sibling, Student_Name: 'Leila Sibling' };
  expect(entries.at(-2)).toMatchObject({ kind: 'booking', Lesson_ID: ahead.id, ...named });
  expect(entries[0]).toMatchObject({
    kind: 'refund',
    Lesson_ID: null,
    Student_ID: family.studentId,
    Lesson_Name: deleted.Lesson_Name,
  });
  expect(entries.at(-1)).toMatchObject({ Lesson_ID: null, Student_ID: null, Student_Name: null });
});

test("exports the family's own data and no secrets", async ({ api, signedUp }) => {
  await makeFamily(api, 1);
  const { data } = (await signedUp.call(endpoints.exportData)).body;
  expect(data.account).toMatchObject({ id: signedUp.id, Parent_Email: signedUp.email });
  expect(data.emails).toHaveLength(1);
  expect(JSON.stringify(data)).not.toMatch(/argon2|hash|token/);
});

test('requires the password to leave', async ({ api, db, tutor, signedUp }) => {
  const { id, form, email, refused } = signedUp;
  const lesson = await makeLesson(api, { Max_Students: 1, Date: '2026-11-18', Time: '12:30:00' });
  await giveCredits(api, id, 1);
  await signedUp.book(lesson.id);

  const wrong = { current_password: 'wrong-one' };
  const answer = await refused(endpoints.deleteAccount, { body: wrong });
  expect(answer.body.details).toMatchObject([{ field: 'current_password' }]);
  await leave(signedUp);

  expect(await sessionStatus(signedUp)).toBe(401);
  const login = await api.refused(endpoints.login, { body: { email, password: PASSWORD } });
  expect(login.status).toBe(401);
  // The spot is released, the name erased and the ledger kept.
  const { lessons } = (await tutor.call(endpoints.listAdminLessons)).body;
  expect(lessons.find((one) => one.id === lesson.id)?.bookedCount).toBe(0);
  const students = db.selectFrom('students').selectAll().where('id', '=', id);
  const row = JSON.stringify(await students.executeTakeFirstOrThrow());
  for (const erased of [email, form.Student_Name]) expect(row).not.toContain(erased);
  const ledger = db.selectFrom('credit_ledger').select('kind').where('family_id', '=', id);
  const kinds = (await ledger.orderBy('seq').execute()).map(({ kind }) => kind);
  expect(kinds).toEqual(['adjustment', 'booking', 'refund']);
  expect(await subjectsTo(signedUp)).toEqual(['Your account was deleted']);
  // The address is free again.
  await api.call(endpoints.register, { body: form });
});
