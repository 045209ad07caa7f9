// The students of a family: added, changed and removed by their parents.
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { FAMILY_STUDENTS } from '../../domain/limits.ts';
import { aStudent } from '../../domain/testing/student.ts';
import { newId } from '../ids.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { addSignIn, addStudent, makeAdmin, makeFamily, makeLesson } from '../testing/factories.ts';
import { familyOf, profileOf, tryToBook } from '../testing/families.ts';
import { brokenInvariants } from '../testing/invariants.ts';

let api: TestApp;
let admin: Caller;
beforeAll(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
});
afterAll(() => api.close());

const maya = { Student_Name: 'Maya Sample', year_class: 'year-12' } as const;
const add = async ({ token }: Caller, body: object = maya) =>
  (await api.call(endpoints.addStudent, { token, body: { ...maya, ...body } })).body.student;
const remove = ({ token }: Caller, id: string) =>
  api.either(endpoints.removeStudent, { token, params: { id } });

test('answers a family of one as before, with additional fields', async () => {
  const family = await makeFamily(api, 3);
  const { user, stats } = await profileOf(api, family);
  expect(user).toMatchObject({
    id: family.id,
    role: 'parent',
    Parent_Email: family.email,
    Credits: 3,
  });
  expect(user.name).toBe(user.Parent_Name);
  expect(user.students).toEqual([
    aStudent({ id: family.studentId, Student_Name: user.Student_Name }),
  ]);
  expect(stats).toEqual({ lessonsAttended: 0, upcomingBookings: 0, creditsRemaining: 3 });
  expect(await familyOf(api, family)).toEqual({
    parents: [{ id: family.personId, name: user.Parent_Name, email: family.email, is_owner: true }],
    students: [{ ...user.students[0], sign_in: null }],
    invitations: [],
    bounced_emails: [],
  });
});

test('adds, renames and moves students up a year; each starts without the right to book', async () => {
  const family = await makeFamily(api);
  const student = await add(family);
  expect(student).toEqual(aStudent({ id: student.id, ...maya }));
  for (const [body, expected] of [
    [{ Student_Name: ' Maya Other ' }, { Student_Name: 'Maya Other' }],
    [{ year_class: 'year-13' }, { Student_Name: 'Maya Other', year_class: 'year-13' }],
    [{ may_book: true }, { may_book: true, year_class: 'year-13' }],
    [{}, { may_book: true, Student_Name: 'Maya Other' }],
  ] as const) {
    const { body: answer } = await api.call(endpoints.updateStudent, {
      token: family.token,
      params: { id: student.id },
      body,
    });
    expect(answer.student).toMatchObject(expected);
  }
  const { user } = await profileOf(api, family);
  expect(user.students.map(({ Student_Name }) => Student_Name)).toEqual([
    user.Student_Name,
    'Maya Other',
  ]);
});

test.each([
  ['a name of one letter', { Student_Name: 'M' }, 'Student_Name'],
  ['no name', { Student_Name: undefined }, 'Student_Name'],
  ['no year', { year_class: undefined }, 'year_class'],
  ['a year that there is not', { year_class: 'year-9' }, 'year_class'],
])('refuses %s at its field', async (_, changes, field) => {
  const { token } = await makeFamily(api);
  const { status, body } = await api.refused(endpoints.addStudent, {
    token,
    body: { ...maya, ...changes },
  });
  expect([status, body.code]).toEqual([400, 'validation_failed']);
  expect(body.details?.map((fault) => fault.field)).toEqual([field]);
});

test('allows six students and no seventh, even when two are added at once', async () => {
  const family = await makeFamily(api);
  for (let n = 2; n < FAMILY_STUDENTS.max; n += 1) await add(family);
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => api.either(endpoints.addStudent, { token: family.token, body: maya })),
  );
  expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  const { body } = await api.refused(endpoints.addStudent, { token: family.token, body: maya });
  expect(body).toMatchObject({
    code: 'too_many_students',
    error: `A family can have at most ${FAMILY_STUDENTS.max} students.`,
  });
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('does not find a student of another family', async () => {
  const [family, other] = [await makeFamily(api), await makeFamily(api)];
  for (const id of [other.studentId, newId()]) {
    const call = { token: family.token, params: { id } };
    for (const answer of [
      await api.refused(endpoints.updateStudent, { ...call, body: { may_book: true } }),
      await api.refused(endpoints.removeStudent, call),
      await api.refused(endpoints.removeSignIn, call),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'student_not_found']);
  }
});

test('deletes the name, sign-in and invitation of a removed student, and keeps the last student', async () => {
  const family = await makeFamily(api, 1);
  const { id } = await add(family);
  const own = await addSignIn(api, family, id);
  const { body } = await tryToBook(api, family, (await makeLesson(api)).id, id);
  if (!body.success) expect.unreachable();
  await api.call(endpoints.cancelBooking, {
    token: family.token,
    params: { bookingId: body.booking.id },
  });
  expect((await remove(family, id)).status).toBe(200);
  expect((await api.refused(endpoints.verify, { token: own.token })).status).toBe(401);
  const row = await api.database.db
    .selectFrom('students')
    .select(['name', 'year_class', 'removed_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ name: 'Removed student', year_class: null, removed_at: api.clock.now });
  expect((await remove(family, id)).body).toMatchObject({ code: 'student_not_found' });
  expect((await remove(family, family.studentId)).body).toMatchObject({ code: 'last_student' });
  // The address can be used for another sign-in.
  const people = await api.database.db.selectFrom('people').select('email').execute();
  expect(people.map(({ email }) => email)).not.toContain(own.email);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('keeps a student with a lesson ahead until it is cancelled; past lessons still count', async () => {
  const family = await makeFamily(api, 2);
  const id = await addStudent(api, family);
  const past = await makeLesson(api, { Date: '2026-11-18', Time: '13:00:00' });
  const ahead = await makeLesson(api);
  await tryToBook(api, family, past.id, id);
  const { body } = await tryToBook(api, family, ahead.id, id);
  if (!body.success) expect.unreachable();
  const before = api.clock.now;
  api.clock.set('2026-11-18T15:00:00Z');
  expect((await remove(family, id)).body).toMatchObject({ code: 'has_bookings' });
  await api.call(endpoints.cancelBooking, {
    token: family.token,
    params: { bookingId: body.booking.id },
  });
  expect((await remove(family, id)).status).toBe(200);
  expect((await profileOf(api, family)).stats).toMatchObject({
    lessonsAttended: 1,
    upcomingBookings: 0,
  });
  const { bookings } = (await api.call(endpoints.listAdminBookings, { token: admin.token })).body;
  expect(bookings.find(({ Student_ID }) => Student_ID === id)).toMatchObject({
    Student_Name: 'Removed student',
    Family_ID: family.id,
  });
  api.clock.now = before;
});

test('cancels and refunds the booking of a removed student when its lesson moves ahead', async () => {
  const family = await makeFamily(api, 2);
  const id = await addStudent(api, family);
  const lesson = await makeLesson(api, { Date: '2026-11-18', Time: '13:00:00', Max_Students: 1 });
  await tryToBook(api, family, lesson.id, id);
  const before = api.clock.now;
  api.clock.set('2026-11-18T13:30:00Z');
  expect((await remove(family, id)).status).toBe(200);
  const { body } = await api.call(endpoints.updateLesson, {
    token: admin.token,
    params: { id: lesson.id },
    body: { Date: '2026-11-21' },
  });
  expect(body.lesson.bookedCount).toBe(0);
  expect((await profileOf(api, family)).user.Credits).toBe(2);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
  api.clock.now = before;
});
