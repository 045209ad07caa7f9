// A family's own account through the API: details, password, credits, data and deletion.
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import {
  giveCredits,
  makeAdmin,
  makeLesson,
  makeFamily,
  PASSWORD,
  signUpForm,
} from '../testing/factories.ts';
import { readEmails } from '../testing/emails.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

/** An account that can sign in, unlike those of makeFamily. */
async function signUp() {
  const form = signUpForm();
  await api.call(endpoints.register, { body: form });
  const { body } = await api.call(endpoints.login, {
    body: { email: form.Parent_Email, password: PASSWORD },
  });
  return { form, id: body.user.id, token: body.session.access_token };
}

const emailsTo = (address: string) => readEmails(api, address);

test('changes names and phone without the password, and only the given fields', async () => {
  const { token, form } = await signUp();
  const { body } = await api.call(endpoints.updateProfile, {
    token,
    body: { Student_Name: '  Ada  ' },
  });
  expect(body.user).toMatchObject({
    Student_Name: 'Ada',
    Parent_Name: form.Parent_Name,
    Parent_Email: form.Parent_Email,
  });
  const refused = await api.refused(endpoints.updateProfile, {
    token,
    body: { Student_Name: 'A' },
  });
  expect(refused.body.details).toEqual([
    { field: 'Student_Name', message: 'Student name must be at least 2 characters' },
  ]);
});

test('signs out every other device after a new password', async () => {
  const { token, form } = await signUp();
  const elsewhere = await api.call(endpoints.login, {
    body: { email: form.Parent_Email, password: PASSWORD },
  });
  await api.call(endpoints.changePassword, {
    token,
    body: { current_password: PASSWORD, password: 'a new one' },
  });
  expect(
    (await api.refused(endpoints.verify, { token: elsewhere.body.session.access_token })).status,
  ).toBe(401);
  await api.call(endpoints.verify, { token });
  await api.call(endpoints.login, { body: { email: form.Parent_Email, password: 'a new one' } });
});

test('lists each change of credits with its lesson, newest first and within the dates', async () => {
  const { token } = await makeFamily(api, 2);
  const lesson = await makeLesson(api);
  const { body } = await api.call(endpoints.bookLesson, { token, body: { Lesson_ID: lesson.id } });
  await api.call(endpoints.cancelBooking, { token, params: { bookingId: body.booking.id } });
  const history = await api.call(endpoints.listCredits, { token });
  expect(
    history.body.entries.map(({ number, kind, amount, balance, Lesson_Name }) => [
      number,
      kind,
      amount,
      balance,
      Lesson_Name,
    ]),
  ).toEqual([
    [3, 'refund', 1, 2, lesson.Lesson_Name],
    [2, 'booking', -1, 1, lesson.Lesson_Name],
    [1, 'adjustment', 2, 2, null],
  ]);
  const before = await api.call(endpoints.listCredits, { token, query: { to: '2026-11-17' } });
  expect(before.body).toMatchObject({ entries: [], hasEarlier: false });
  expect(history.body.hasEarlier).toBe(false);
  const after = await api.call(endpoints.listCredits, { token, query: { from: '2026-12-01' } });
  expect(after.body).toMatchObject({ entries: [], hasEarlier: true });
});

test("exports the family's own data and no secrets", async () => {
  const { token, form, id } = await signUp();
  await makeFamily(api, 1);
  const { body } = await api.call(endpoints.exportData, { token });
  expect(body.data.account).toMatchObject({ id, Parent_Email: form.Parent_Email });
  expect(body.data.emails).toHaveLength(1);
  expect(JSON.stringify(body)).not.toMatch(/argon2|hash|token/);
});

test('requires the password to leave, releases the spots, erases the name and keeps the ledger', async () => {
  const admin = await makeAdmin(api);
  const { token, form, id } = await signUp();
  const { db } = api.database;
  const lesson = await makeLesson(api, { Max_Students: 1, Date: '2026-11-18', Time: '12:30:00' });
  await giveCredits(api, id, 1);
  await api.call(endpoints.bookLesson, { token, body: { Lesson_ID: lesson.id } });

  const wrong = await api.refused(endpoints.deleteAccount, {
    token,
    body: { current_password: 'wrong-one' },
  });
  expect(wrong.body.details).toMatchObject([{ field: 'current_password' }]);
  await api.call(endpoints.deleteAccount, { token, body: { current_password: PASSWORD } });

  expect((await api.refused(endpoints.verify, { token })).status).toBe(401);
  expect(
    (await api.refused(endpoints.login, { body: { email: form.Parent_Email, password: PASSWORD } }))
      .status,
  ).toBe(401);
  const lessons = await api.call(endpoints.listAdminLessons, { token: admin.token });
  expect(lessons.body.lessons.find((one) => one.id === lesson.id)?.bookedCount).toBe(0);
  const row = await db
    .selectFrom('students')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(form.Parent_Email);
  expect(JSON.stringify(row)).not.toContain(form.Student_Name);
  const kinds = await db
    .selectFrom('credit_ledger')
    .select('kind')
    .where('family_id', '=', id)
    .orderBy('seq')
    .execute();
  expect(kinds.map(({ kind }) => kind)).toEqual(['adjustment', 'booking', 'refund']);
  expect((await emailsTo(form.Parent_Email)).map(({ subject }) => subject)).toEqual([
    'Your account was deleted',
  ]);
  // The address is free again.
  await api.call(endpoints.register, { body: form });
});
