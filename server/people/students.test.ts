// The students of a family: added, changed and removed by their parents, and whom lessons are booked for.
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { FAMILY_STUDENTS } from '../../domain/limits.ts';
import { newId } from '../ids.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  type FamilyHolder,
  type Holder,
  makeAdmin,
  makeFamily,
  makeLesson,
} from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';

let api: TestApp;
let admin: Holder;
beforeAll(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
});
afterAll(() => api.close());

const maya = { Student_Name: 'Maya Sample', year_class: 'year-12' } as const;
const add = async ({ token }: Holder, body: object = maya) =>
  (await api.call(endpoints.addStudent, { token, body: { ...maya, ...body } })).body.student;
const familyOf = async ({ token }: Pick<Holder, 'token'>) =>
  (await api.call(endpoints.getFamily, { token })).body.family;
const profileOf = async ({ token }: Pick<Holder, 'token'>) =>
  (await api.call(endpoints.getProfile, { token })).body;
const book = (holder: Pick<Holder, 'token'>, Lesson_ID: string, Student_ID?: string) =>
  api.either(endpoints.bookLesson, {
    token: holder.token,
    body: { Lesson_ID, ...(Student_ID === undefined ? {} : { Student_ID }) },
  });
const remove = ({ token }: Holder, id: string) =>
  api.either(endpoints.removeStudent, { token, params: { id } });

test('a family of one answers as it always did, and more besides', async () => {
  const family = await makeFamily(api, 3);
  const { user, stats } = await profileOf(family);
  expect(user).toMatchObject({ id: family.id, role: 'parent', Parent_Email: family.email, Credits: 3 });
  expect(user.name).toBe(user.Parent_Name);
  expect(user.students).toEqual([
    { id: family.studentId, Student_Name: user.Student_Name, year_class: null, may_book: false },
  ]);
  expect(stats).toEqual({ lessonsAttended: 0, upcomingBookings: 0, creditsRemaining: 3 });
  expect(await familyOf(family)).toEqual({
    parents: [{ id: family.personId, name: user.Parent_Name, email: family.email, is_holder: true }],
    students: [{ ...user.students[0], sign_in: null }],
    invitations: [],
  });
});

test('students are added, renamed and moved up a year; each starts without the right to book', async () => {
  const family = await makeFamily(api);
  const student = await add(family);
  expect(student).toEqual({ id: expect.any(String), ...maya, may_book: false });
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
  const { user } = await profileOf(family);
  expect(user.students.map(({ Student_Name }) => Student_Name)).toEqual([user.Student_Name, 'Maya Other']);
});

test.each([
  ['a name of one letter', { Student_Name: 'M' }, 'Student_Name'],
  ['no name', { Student_Name: undefined }, 'Student_Name'],
  ['no year', { year_class: undefined }, 'year_class'],
  ['a year that there is not', { year_class: 'year-9' }, 'year_class'],
])('%s is refused at its field', async (_, changes, field) => {
  const { token } = await makeFamily(api);
  const { status, body } = await api.refused(endpoints.addStudent, { token, body: { ...maya, ...changes } });
  expect([status, body.code]).toEqual([400, 'validation_failed']);
  expect(body.details?.map((fault) => fault.field)).toEqual([field]);
});

test('a family has six students, and not a seventh, also when two are added at once', async () => {
  const family = await makeFamily(api);
  for (let n = 2; n < FAMILY_STUDENTS.most; n += 1) await add(family);
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => api.either(endpoints.addStudent, { token: family.token, body: maya })),
  );
  expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  const { body } = await api.refused(endpoints.addStudent, { token: family.token, body: maya });
  expect(body).toMatchObject({
    code: 'too_many_students',
    error: `A family can have at most ${FAMILY_STUDENTS.most} students.`,
  });
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('a student of another family is nobody', async () => {
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

test('who is removed loses name, sign-in and invitation; the last one stays', async () => {
  const family = await makeFamily(api, 1);
  const { id } = await add(family);
  const own = await addSignIn(api, family, id);
  const { body } = await book(family, (await makeLesson(api)).id, id);
  if (!body.success) expect.unreachable();
  await api.call(endpoints.cancelBooking, { token: family.token, params: { bookingId: body.booking.id } });
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

test('a student with a lesson ahead stays until it is cancelled; past lessons still count', async () => {
  const family = await makeFamily(api, 2);
  const id = await addStudent(api, family);
  const past = await makeLesson(api, { Date: '2026-11-18', Time: '13:00:00' });
  const ahead = await makeLesson(api);
  await book(family, past.id, id);
  const { body } = await book(family, ahead.id, id);
  if (!body.success) expect.unreachable();
  const before = api.clock.now;
  api.clock.set('2026-11-18T15:00:00Z');
  expect((await remove(family, id)).body).toMatchObject({ code: 'has_bookings' });
  await api.call(endpoints.cancelBooking, { token: family.token, params: { bookingId: body.booking.id } });
  expect((await remove(family, id)).status).toBe(200);
  expect((await profileOf(family)).stats).toMatchObject({ lessonsAttended: 1, upcomingBookings: 0 });
  const { bookings } = (await api.call(endpoints.listAdminBookings, { token: admin.token })).body;
  expect(bookings.find(({ Student_ID }) => Student_ID === id)).toMatchObject({
    Student_Name: 'Removed student',
    Family_ID: family.id,
  });
  api.clock.now = before;
});

test('a lesson that is moved ahead keeps no place for a student who was removed meanwhile, and returns the credit', async () => {
  const family = await makeFamily(api, 2);
  const id = await addStudent(api, family);
  const lesson = await makeLesson(api, { Date: '2026-11-18', Time: '13:00:00', Max_Students: 1 });
  await book(family, lesson.id, id);
  const before = api.clock.now;
  api.clock.set('2026-11-18T13:30:00Z');
  expect((await remove(family, id)).status).toBe(200);
  const { body } = await api.call(endpoints.updateLesson, {
    token: admin.token,
    params: { id: lesson.id },
    body: { Date: '2026-11-21' },
  });
  expect(body.lesson.bookedCount).toBe(0);
  expect((await profileOf(family)).user.Credits).toBe(2);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
  api.clock.now = before;
});

async function familyOfTwo(credits: number): Promise<FamilyHolder & { readonly siblingId: string }> {
  const family = await makeFamily(api, credits);
  return { ...family, siblingId: await addStudent(api, family, 'Sam Sibling') };
}

test('whom a lesson is for has to be said where there are several', async () => {
  const family = await familyOfTwo(5);
  const stranger = await makeFamily(api);
  const removed = await addStudent(api, family);
  await remove(family, removed);
  const lesson = await makeLesson(api);
  for (const Student_ID of [undefined, 'nonsense', 7, null, newId(), stranger.studentId, removed]) {
    // What is no text too, which no client of ours sends.
    const { status, body } = await book(family, lesson.id, Student_ID as string);
    expect([status, body]).toMatchObject([
      400,
      {
        code: 'validation_failed',
        error: 'Please choose who the lesson is for',
        details: [{ field: 'Student_ID', message: 'Please choose who the lesson is for' }],
      },
    ]);
  }
  expect((await profileOf(family)).user.Credits).toBe(5);
});

test('each of them can book the same lesson, once', async () => {
  const family = await familyOfTwo(5);
  const lesson = await makeLesson(api);
  const [first, second] = [
    await book(family, lesson.id, family.studentId),
    await book(family, lesson.id, family.siblingId),
  ];
  if (!first.body.success || !second.body.success) expect.unreachable();
  expect(Object.keys(first.body).toSorted()).toEqual(['booking', 'creditsRemaining', 'success']);
  expect(Object.keys(first.body.booking).toSorted()).toEqual(['Lesson_ID', 'created_at', 'id']);
  expect((await book(family, lesson.id, family.siblingId)).body).toMatchObject({ code: 'already_booked' });

  const listed = async () =>
    (await api.call(endpoints.listLessons, { token: family.token })).body.lessons.find(
      ({ id }) => id === lesson.id,
    );
  expect(await listed()).toMatchObject({
    isBooked: true,
    bookingId: first.body.booking.id,
    bookings: [
      { id: first.body.booking.id, Student_ID: family.studentId },
      { id: second.body.booking.id, Student_ID: family.siblingId },
    ],
    availableSpots: 8,
  });
  await api.call(endpoints.cancelBooking, {
    token: family.token,
    params: { bookingId: first.body.booking.id },
  });
  expect(await listed()).toMatchObject({
    isBooked: true,
    bookingId: second.body.booking.id,
    bookings: [{ id: second.body.booking.id, Student_ID: family.siblingId }],
  });
});

test('what is booked further ahead than the list reaches is in it once, for however many', async () => {
  const family = await familyOfTwo(5);
  const lesson = await makeLesson(api, { Date: '2027-06-05' });
  await book(family, lesson.id, family.studentId);
  await book(family, lesson.id, family.siblingId);
  const { lessons } = (await api.call(endpoints.listLessons, { token: family.token })).body;
  const found = lessons.filter(({ id }) => id === lesson.id);
  expect(found.map(({ bookings }) => bookings.map(({ Student_ID }) => Student_ID))).toEqual([
    [family.studentId, family.siblingId],
  ]);
});

test('a family of one may say whom it books for, and need not', async () => {
  const family = await makeFamily(api, 2);
  const [one, other] = [await makeLesson(api), await makeLesson(api)];
  expect((await book(family, one.id)).status).toBe(201);
  expect((await book(family, other.id, family.studentId)).status).toBe(201);
});

test('the tutor sees one line for a family, with everybody in it, and whose lesson it was', async () => {
  const family = await familyOfTwo(3);
  const partner = await addParent(api, family);
  const own = await addSignIn(api, family, family.siblingId, true);
  const lesson = await makeLesson(api);
  await book(family, lesson.id, family.siblingId);
  const { students } = (await api.call(endpoints.listStudents, { token: admin.token })).body;
  const lines = students.filter(({ id }) => id === family.id);
  expect(lines).toHaveLength(1);
  const { user } = await profileOf(family);
  expect(lines[0]).toMatchObject({
    Student_Name: user.Student_Name,
    Parent_Name: user.Parent_Name,
    Parent_Email: family.email,
    Credits: 2,
    parents: [
      { id: family.personId, email: family.email, is_holder: true, phone: user.Parent_Phone_Number },
      { id: partner.id, email: partner.email, is_holder: false },
    ],
    students: [
      { id: family.studentId, sign_in: null },
      { id: family.siblingId, Student_Name: 'Sam Sibling', sign_in: { email: own.email }, may_book: true },
    ],
  });
  const { record } = (
    await api.call(endpoints.getStudentRecord, { token: admin.token, params: { id: family.id } })
  ).body;
  expect(record.student).toMatchObject({ id: family.id, Parent_Email: family.email });
  expect(record.parents).toEqual(lines[0]?.parents);
  expect(record.students).toEqual(lines[0]?.students);
  expect(record.upcoming).toMatchObject([{ Student_ID: family.siblingId, Student_Name: 'Sam Sibling' }]);
});

test('the profile renames the first student, and their sign-in with them', async () => {
  const family = await familyOfTwo(0);
  const own = await addSignIn(api, family, family.studentId);
  await api.call(endpoints.updateProfile, { token: family.token, body: { Student_Name: 'First Renamed' } });
  const { user } = await profileOf(own);
  expect(user).toMatchObject({ name: 'First Renamed', Student_Name: 'First Renamed' });
  expect((await familyOf(family)).students.map(({ Student_Name }) => Student_Name)).toEqual([
    'First Renamed',
    'Sam Sibling',
  ]);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});
