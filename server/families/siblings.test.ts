// A family with several students: who a lesson is booked for, and how students are listed, named
// and counted.
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { newId } from '../ids.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  makeAdmin,
  makeFamily,
  makeLesson,
} from '../testing/factories.ts';
import { familyOf, profileOf, tryToBook } from '../testing/families.ts';
import { brokenInvariants } from '../testing/invariants.ts';

let api: TestApp;
let admin: Caller;
beforeAll(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
});
afterAll(() => api.close());

async function familyOfTwo(credits: number): Promise<TestFamily & { readonly siblingId: string }> {
  const family = await makeFamily(api, credits);
  return { ...family, siblingId: await addStudent(api, family, 'Sam Sibling') };
}

test('requires a student id if there are several', async () => {
  const family = await familyOfTwo(5);
  const stranger = await makeFamily(api);
  const removed = await addStudent(api, family);
  await api.call(endpoints.removeStudent, { token: family.token, params: { id: removed } });
  const lesson = await makeLesson(api);
  for (const Student_ID of [undefined, 'nonsense', 7, null, newId(), stranger.studentId, removed]) {
    // What is no text too, which no client of ours sends.
    const { status, body } = await tryToBook(api, family, lesson.id, Student_ID as string);
    expect([status, body]).toMatchObject([
      400,
      {
        code: 'validation_failed',
        error: 'Please choose who the lesson is for',
        details: [{ field: 'Student_ID', message: 'Please choose who the lesson is for' }],
      },
    ]);
  }
  expect((await profileOf(api, family)).user.Credits).toBe(5);
});

test('books the same lesson once for each student', async () => {
  const family = await familyOfTwo(5);
  const lesson = await makeLesson(api);
  const [first, second] = [
    await tryToBook(api, family, lesson.id, family.studentId),
    await tryToBook(api, family, lesson.id, family.siblingId),
  ];
  if (!first.body.success || !second.body.success) expect.unreachable();
  expect(Object.keys(first.body).toSorted()).toEqual(['booking', 'creditsRemaining', 'success']);
  expect(Object.keys(first.body.booking).toSorted()).toEqual(['Lesson_ID', 'created_at', 'id']);
  expect((await tryToBook(api, family, lesson.id, family.siblingId)).body).toMatchObject({
    code: 'already_booked',
  });

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

test('lists a booking beyond the end of the list once, for any number of students', async () => {
  const family = await familyOfTwo(5);
  const lesson = await makeLesson(api, { Date: '2027-06-05' });
  await tryToBook(api, family, lesson.id, family.studentId);
  await tryToBook(api, family, lesson.id, family.siblingId);
  const { lessons } = (await api.call(endpoints.listLessons, { token: family.token })).body;
  const found = lessons.filter(({ id }) => id === lesson.id);
  expect(found.map(({ bookings }) => bookings.map(({ Student_ID }) => Student_ID))).toEqual([
    [family.studentId, family.siblingId],
  ]);
});

test('accepts but does not require a student id in a family of one', async () => {
  const family = await makeFamily(api, 2);
  const [one, other] = [await makeLesson(api), await makeLesson(api)];
  expect((await tryToBook(api, family, one.id)).status).toBe(201);
  expect((await tryToBook(api, family, other.id, family.studentId)).status).toBe(201);
});

test("shows the tutor one row for a family, with all students and each lesson's student", async () => {
  const family = await familyOfTwo(3);
  const partner = await addParent(api, family);
  const own = await addSignIn(api, family, family.siblingId, true);
  const lesson = await makeLesson(api);
  await tryToBook(api, family, lesson.id, family.siblingId);
  const { students } = (await api.call(endpoints.listFamilies, { token: admin.token })).body;
  const lines = students.filter(({ id }) => id === family.id);
  expect(lines).toHaveLength(1);
  const { user } = await profileOf(api, family);
  expect(lines[0]).toMatchObject({
    Student_Name: user.Student_Name,
    Parent_Name: user.Parent_Name,
    Parent_Email: family.email,
    Credits: 2,
    parents: [
      { id: family.personId, email: family.email, is_owner: true, phone: user.Parent_Phone_Number },
      { id: partner.id, email: partner.email, is_owner: false },
    ],
    students: [
      { id: family.studentId, sign_in: null },
      {
        id: family.siblingId,
        Student_Name: 'Sam Sibling',
        sign_in: { email: own.email },
        may_book: true,
      },
    ],
  });
  const { record } = (
    await api.call(endpoints.getFamilyRecord, { token: admin.token, params: { id: family.id } })
  ).body;
  expect(record.student).toMatchObject({ id: family.id, Parent_Email: family.email });
  expect(record.parents).toEqual(lines[0]?.parents);
  expect(record.students).toEqual(lines[0]?.students);
  expect(record.upcoming).toMatchObject([
    { Student_ID: family.siblingId, Student_Name: 'Sam Sibling' },
  ]);
});

test('renames the first student and their sign-in through the profile', async () => {
  const family = await familyOfTwo(0);
  const own = await addSignIn(api, family, family.studentId);
  await api.call(endpoints.updateProfile, {
    token: family.token,
    body: { Student_Name: 'First Renamed' },
  });
  const { user } = await profileOf(api, own);
  expect(user).toMatchObject({ name: 'First Renamed', Student_Name: 'First Renamed' });
  expect((await familyOf(api, family)).students.map(({ Student_Name }) => Student_Name)).toEqual([
    'First Renamed',
    'Sam Sibling',
  ]);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});
