// The students of a family: added, changed and removed by their parents, and who a lesson is
// booked for.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { FAMILY_STUDENTS } from '../../../domain/people/student-rules.ts';
import { aStudent } from '../../../domain/testing/student.ts';
import { newId } from '../../base/ids.ts';
import { settleMoves } from '../../lessons/planner/settle-moves.ts';
import {
  sessionStatus,
  tryToRemoveStudent,
  updateProfile,
  updateStudent,
} from '../../testing/accounts/families.ts';
import type { Caller } from '../../testing/caller.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  makeFamily,
  makeLesson,
} from '../../testing/factories.ts';
import { codeOf, sharedTest, statusesOf } from '../../testing/test.ts';

const test = sharedTest.extend('siblingId', ({ api, family }) =>
  addStudent(api, family, 'Sam Sibling'),
);
test.override('settings', { credits: 5 });

const maya = { Student_Name: 'Maya Sample', year_class: 'year-12' } as const;
const tryToAdd = ({ either }: Caller, changes: object = {}) =>
  either(endpoints.addStudent, { body: { ...maya, ...changes } });
const add = async ({ call }: Caller, name: string = maya.Student_Name) =>
  (await call(endpoints.addStudent, { body: { ...maya, Student_Name: name } })).body.student;

test('answers a family of one as before, with additional fields', async ({ family }) => {
  const { id, personId, studentId, email } = family;
  const { user, stats } = await family.readProfile();
  const { Parent_Name: name, Student_Name: studentName } = user;
  expect(user).toMatchObject({ id, role: 'parent', name, Parent_Email: email, Credits: 5 });
  const student = aStudent({ id: studentId, Student_Name: studentName });
  expect(user.students).toEqual([student]);
  expect(stats).toEqual({ lessonsAttended: 0, upcomingBookings: 0, creditsRemaining: 5 });
  expect(await family.readFamily()).toEqual({
    parents: [{ id: personId, name, email, is_owner: true }],
    students: [{ ...student, sign_in: null }],
    invitations: [],
    bounced_emails: [],
  });
});

test('adds students without the right to book, and changes them', async ({ family }) => {
  const student = await add(family);
  const { id } = student;
  expect(student).toEqual(aStudent({ ...maya, id }));
  const named = { Student_Name: 'Maya Other' };
  for (const [change, expected] of [
    [{ Student_Name: ' Maya Other ' }, named],
    [{ year_class: 'year-13' }, { ...named, year_class: 'year-13' }],
    [{ may_book: true }, { may_book: true, year_class: 'year-13' }],
    [{}, { may_book: true, ...named }],
  ] as const)
    expect((await updateStudent(family, id, change)).body.student).toMatchObject(expected);
  const { user } = await family.readProfile();
  expect(user.students).toMatchObject([{ Student_Name: user.Student_Name }, named]);
});

test('renames the first student through the profile', async ({ api, family, siblingId }) => {
  const own = await addSignIn(api, family, family.studentId);
  const renamed = { Student_Name: 'First Renamed' };
  await updateProfile(family, renamed);
  const { user } = await own.readProfile();
  expect(user).toMatchObject({ name: 'First Renamed', ...renamed });
  const { students } = await family.readFamily();
  expect(students).toMatchObject([renamed, { id: siblingId, Student_Name: 'Sam Sibling' }]);
});

test.for([
  ['a name of one letter', { Student_Name: 'M' }, 'Student_Name'],
  ['no name', { Student_Name: undefined }, 'Student_Name'],
  ['no year', { year_class: undefined }, 'year_class'],
  ['a year that there is not', { year_class: 'year-9' }, 'year_class'],
] as const)('refuses %s at its field', async ([, changes, field], { family }) => {
  const body = { code: 'validation_failed', details: [{ field }] };
  expect(await tryToAdd(family, changes)).toMatchObject({ status: 400, body });
});

test('allows six students, even when two are added at once', async ({ family }) => {
  for (let n = 2; n < FAMILY_STUDENTS.max; n += 1) await add(family, `Maya ${n}`);
  const answers = await Promise.all([1, 2, 3].map(() => tryToAdd(family)));
  expect(statusesOf(answers)).toEqual([201, 409, 409]);
  expect((await tryToAdd(family)).body).toMatchObject({
    code: 'too_many_students',
    error: `A family can have up to ${FAMILY_STUDENTS.max} students.`,
  });
});

test('keeps one child from being two students, however the name is typed', async ({ family }) => {
  const refused = { status: 409, body: { code: 'student_exists' } };
  const { id } = await add(family, 'Maya O’Neill');
  for (const name of ["maya  o'neill", 'Maya\u00A0OʼNeill', 'MAYA\u200B O’NEILL'])
    expect(await tryToAdd(family, { Student_Name: name })).toMatchObject(refused);
  const other = await add(family, 'Maya');
  expect(
    await family.either(endpoints.updateStudent, {
      params: { id: other.id },
      body: { Student_Name: "Maya O'Neill" },
    }),
  ).toMatchObject(refused);
  expect(
    await family.either(endpoints.updateProfile, { body: { Student_Name: 'MAYA' } }),
  ).toMatchObject(refused);
  const renamed = { Student_Name: "Maya O'Neill" };
  expect((await updateStudent(family, id, renamed)).body.student).toMatchObject(renamed);
});

test('adds one child once, even when it is added twice at once', async ({ family }) => {
  const answers = await Promise.all([1, 2, 3].map(() => tryToAdd(family)));
  expect(statusesOf(answers)).toEqual([201, 409, 409]);
});

test('does not find a student of another family', async ({ api, family }) => {
  const { studentId } = await makeFamily(api);
  const { updateStudent: update, removeStudent, removeSignIn } = endpoints;
  for (const id of [studentId, newId()])
    for (const endpoint of [update, removeStudent, removeSignIn]) {
      const answer = await family.send(endpoint, { params: { id }, body: { may_book: true } });
      expect(answer).toMatchObject({ status: 404, body: { code: 'student_not_found' } });
    }
});

describe('removing a student', () => {
  const SOON = { Date: '2026-11-18', Time: '13:00:00', Max_Students: 1 };

  test('deletes name, sign-in and invitation', async ({ api, db, family, lesson }) => {
    const { id } = await add(family);
    const own = await addSignIn(api, family, id);
    await family.tryToCancel(await family.book(lesson.id, id));
    expect((await tryToRemoveStudent(family, id)).status).toBe(200);
    expect(await sessionStatus(own)).toBe(401);
    const students = db.selectFrom('students').select(['name', 'year_class', 'removed_at']);
    const row = await students.where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toEqual({ name: 'Removed student', year_class: null, removed_at: api.clock.now });
    expect(codeOf(await tryToRemoveStudent(family, id))).toBe('student_not_found');
    expect(codeOf(await tryToRemoveStudent(family, family.studentId))).toBe('last_student');
    // The address can be used for another sign-in.
    const people = db.selectFrom('people').select('id').where('email', '=', own.email);
    expect(await people.execute()).toEqual([]);
  });

  test('waits for lessons ahead and keeps past ones', async ({ api, family, siblingId, tutor }) => {
    await family.book((await makeLesson(api, SOON)).id, siblingId);
    const ahead = await family.book((await makeLesson(api)).id, siblingId);
    const { now } = api.clock;
    api.clock.set('2026-11-18T15:00:00Z');
    expect(codeOf(await tryToRemoveStudent(family, siblingId))).toBe('has_bookings');
    await family.tryToCancel(ahead);
    expect((await tryToRemoveStudent(family, siblingId)).status).toBe(200);
    const { stats } = await family.readProfile();
    expect(stats).toMatchObject({ lessonsAttended: 1, upcomingBookings: 0 });
    const { bookings } = (await tutor.call(endpoints.listAdminBookings)).body;
    const past = bookings.find(({ Student_ID: studentId }) => studentId === siblingId);
    expect(past).toMatchObject({ Student_Name: 'Removed student', Family_ID: family.id });
    api.clock.now = now;
  });

  test('refunds a lesson that moves ahead later', async ({ api, family, siblingId, tutor }) => {
    const { id } = await makeLesson(api, SOON);
    await family.book(id, siblingId);
    const { now } = api.clock;
    api.clock.set('2026-11-18T13:30:00Z');
    expect((await tryToRemoveStudent(family, siblingId)).status).toBe(200);
    const change = { params: { id }, body: { Date: '2026-11-21' } };
    await tutor.call(endpoints.updateLesson, change);
    api.clock.advance({ minutes: 10 });
    await settleMoves(api.context(null));
    expect((await family.readLesson(id)).bookings).toEqual([]);
    expect(await family.readCredits()).toBe(5);
    api.clock.now = now;
  });
});

describe('booking for one of several students', () => {
  test('requires a student id', async ({ api, family, siblingId, lesson }) => {
    const stranger = await makeFamily(api);
    await tryToRemoveStudent(family, siblingId);
    await addStudent(api, family);
    const message = 'Please choose who the lesson is for';
    const details = [{ field: 'Student_ID', message }];
    const body = { code: 'validation_failed', error: message, details };
    const ids = [undefined, 'nonsense', 7, null, newId(), stranger.studentId, siblingId];
    for (const studentId of ids) {
      const about = { body: { Lesson_ID: lesson.id, Student_ID: studentId } };
      const answer = await family.send(endpoints.bookLesson, about);
      expect(answer).toMatchObject({ status: 400, body });
    }
    expect(await family.readCredits()).toBe(5);
  });

  test('books a lesson once for each student', async ({ family, siblingId, lesson }) => {
    const { body } = await family.tryToBook(lesson.id, family.studentId);
    if (!body.success) expect.unreachable();
    expect(Object.keys(body).toSorted()).toEqual(['booking', 'creditsRemaining', 'success']);
    expect(Object.keys(body.booking).toSorted()).toEqual(['Lesson_ID', 'created_at', 'id']);
    const first = { id: body.booking.id, Student_ID: family.studentId };
    const second = { id: await family.book(lesson.id, siblingId), Student_ID: siblingId };
    expect(codeOf(await family.tryToBook(lesson.id, siblingId))).toBe('already_booked');
    const listed = { isBooked: true, bookingId: first.id, bookings: [first, second] };
    expect(await family.readLesson(lesson.id)).toMatchObject({ ...listed, availableSpots: 8 });
    await family.tryToCancel(first.id);
    const left = { isBooked: true, bookingId: second.id, bookings: [second] };
    expect(await family.readLesson(lesson.id)).toMatchObject(left);
  });

  test('lists a distant booking once for all', async ({ api, family, siblingId }) => {
    const { id: lessonId } = await makeLesson(api, { Date: '2027-06-05' });
    const ids = [family.studentId, siblingId];
    for (const id of ids) await family.book(lessonId, id);
    const found = (await family.listLessons()).filter(({ id }) => id === lessonId);
    expect(found).toMatchObject([
      { bookings: ids.map((studentId) => ({ Student_ID: studentId })) },
    ]);
  });

  test('shows the tutor one row for the family', async ({ api, family, siblingId, tutor }) => {
    const partner = await addParent(api, family);
    const own = await addSignIn(api, family, siblingId, true);
    await family.book((await makeLesson(api)).id, siblingId);
    const { students: all } = (await tutor.call(endpoints.listFamilies)).body;
    const {
      Student_Name: studentName,
      Parent_Name: parentName,
      Parent_Phone_Number: phone,
    } = (await family.readProfile()).user;
    const [row, ...more] = all.filter(({ id }) => id === family.id);
    expect(more).toEqual([]);
    const { id, email, personId, studentId } = family;
    const sibling = { id: siblingId, Student_Name: 'Sam Sibling' };
    expect(row).toMatchObject({
      Student_Name: studentName,
      Parent_Name: parentName,
      Parent_Email: email,
      Credits: 4,
      parents: [
        { id: personId, email, is_owner: true, phone },
        { id: partner.id, email: partner.email, is_owner: false },
      ],
      students: [
        { id: studentId, sign_in: null },
        { ...sibling, sign_in: { email: own.email }, may_book: true },
      ],
    });
    const { record } = (await tutor.call(endpoints.getFamilyRecord, { params: { id } })).body;
    expect(record.student).toMatchObject({ id, Parent_Email: email });
    const students = row?.students.map(({ lesson: _, ...student }) => student);
    expect([record.parents, record.students]).toEqual([row?.parents, students]);
    const upcoming = { Student_ID: siblingId, Student_Name: 'Sam Sibling' };
    expect(record.upcoming).toMatchObject([upcoming]);
  });
});

test('requires no student id in a family of one', async ({ api, family, lesson }) => {
  expect((await family.tryToBook(lesson.id)).status).toBe(201);
  const { id } = await makeLesson(api);
  expect((await family.tryToBook(id, family.studentId)).status).toBe(201);
});
