// A student's own sign-in: what it shows, what it may do, and what it hides.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { aStudent } from '../../../domain/testing/student.ts';
import { linkFor } from '../../testing/accounts/accounts.ts';
import {
  sessionStatus,
  signInAs,
  subjectsTo,
  updateStudent,
} from '../../testing/accounts/families.ts';
import { kindsOf } from '../../testing/emails.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  lessonForm,
  makeFamily,
  makeLesson,
  PASSWORD,
} from '../../testing/factories.ts';
import { buyCredits } from '../../testing/payments/without-provider.ts';
import { codeOf, sharedTest } from '../../testing/test.ts';

const test = sharedTest
  .extend('mayBook', false as boolean)
  /** The second student. */
  .extend('siblingId', ({ api, family }) => addStudent(api, family, 'Sam Sibling'))
  /** The second student's own sign-in. */
  .extend('own', ({ api, family, siblingId, mayBook }) =>
    addSignIn(api, family, siblingId, mayBook),
  );
test.override('settings', { credits: 5 });

test('shows only the student, and no money', async ({ api, family, siblingId, own }) => {
  const credentials = { email: own.email, password: PASSWORD };
  const { user, session } = (await api.call(endpoints.login, { body: credentials })).body;
  const name = 'Sam Sibling';
  expect(user).toEqual({
    id: family.id,
    Person_ID: own.id,
    role: 'student',
    name,
    Student_Name: name,
    Parent_Name: null,
    Parent_Email: null,
    Parent_Phone_Number: null,
    email_confirmed: true,
    pending_email: null,
    reminder_hours: [24],
    letters: true,
    Credits: null,
    Lessons_Attended: 0,
    Lessons_Booked: 0,
    students: [aStudent({ id: siblingId, Student_Name: name, year_class: 'year-10' })],
  });
  expect((await own.call(endpoints.verify)).body.user).toEqual(user);
  const stats = { lessonsAttended: 0, upcomingBookings: 0, creditsRemaining: null };
  expect(await own.readProfile()).toMatchObject({ user, stats });
  const { refresh_token } = session;
  const renewed = await api.call(endpoints.refresh, { body: { refresh_token } });
  expect(renewed.body.user).toEqual(user);
});

test('lists only their own bookings', async ({ api, family, siblingId, own }) => {
  const { Meeting_Link: meetingLink } = lessonForm;
  const [shared, others, open] = [
    await makeLesson(api),
    await makeLesson(api),
    await makeLesson(api),
  ];
  await family.book(shared.id, family.studentId);
  const id = await family.book(shared.id, siblingId);
  await family.book(others.id, family.studentId);
  const lesson = await own.readLesson(shared.id);
  const bookings = [{ id, Student_ID: siblingId, join_link: lesson.join_link }];
  expect(lesson).toMatchObject({
    isBooked: true,
    bookingId: id,
    bookings,
    Meeting_Link: meetingLink,
  });
  const hidden = { bookingId: null, bookings: [], Meeting_Link: null, lesson_notes: '' };
  for (const each of [others, open])
    expect(await own.readLesson(each.id)).toMatchObject({ isBooked: false, ...hidden });
  const { user, stats } = await own.readProfile();
  expect([user.Lessons_Booked, stats.upcomingBookings]).toEqual([1, 1]);
  expect((await family.readProfile()).user.Lessons_Booked).toBe(3);
});

test('books and cancels nothing without the right', async ({ family, siblingId, own, lesson }) => {
  const bookingId = await family.book(lesson.id, siblingId);
  // Whatever the body contains.
  for (const answer of [
    await own.send(endpoints.bookLesson, { body: {} }),
    await own.tryToCancel(bookingId),
  ])
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
});

describe('with the right to book', () => {
  test.override('mayBook', true);

  test('books only for them', async ({ api, db, family, own, siblingId }) => {
    const [lesson, other] = [await makeLesson(api), await makeLesson(api)];
    const theirs = await family.book(other.id, family.studentId);
    expect((await own.tryToBook(lesson.id, family.studentId)).body).toMatchObject({
      code: 'validation_failed',
      details: [{ field: 'Student_ID' }],
    });
    const { body } = await own.call(endpoints.bookLesson, { body: { Lesson_ID: lesson.id } });
    expect(body.creditsRemaining).toBeNull();
    expect(codeOf(await own.tryToCancel(theirs))).toBe('booking_not_found');
    const cancelled = await own.tryToCancel(body.booking.id);
    expect(cancelled.body).toEqual({ success: true, creditsRemaining: null });
    const bookings = db.selectFrom('bookings').select(['student_id', 'family_id']);
    const booked = await bookings.where('id', '=', body.booking.id).executeTakeFirstOrThrow();
    expect(booked).toEqual({ student_id: siblingId, family_id: family.id });
  });

  test('refuses to book once it is revoked', async ({ family, siblingId, own, lesson }) => {
    await updateStudent(family, siblingId, { may_book: false });
    expect((await own.tryToBook(lesson.id)).status).toBe(403);
  });
});

test('ends with its links and a last email', async ({ api, family, siblingId, own }) => {
  const link = await linkFor(api, 'family', own.email);
  const call = { params: { id: siblingId } };
  await family.call(endpoints.removeSignIn, call);
  expect(await sessionStatus(own)).toBe(401);
  const reset = { body: { token: link, password: PASSWORD } };
  expect(codeOf(await api.refused(endpoints.resetPassword, reset))).toBe('invalid_reset_token');
  const login = { body: { email: own.email, password: PASSWORD } };
  expect(codeOf(await api.refused(endpoints.login, login))).toBe('invalid_credentials');
  expect(await subjectsTo(own)).toEqual(['Your sign-in was removed']);
  // There is none any more, which is what was asked for.
  await family.call(endpoints.removeSignIn, call);
});

test("resets and changes only the student's own password", async ({ api, family, own }) => {
  const reset = { token: await linkFor(api, 'family', own.email), password: 'another-password' };
  await api.call(endpoints.resetPassword, { body: reset });
  api.clock.advance({ minutes: 1 });
  const student = await signInAs(api, own.email, 'another-password');
  const body = { current_password: 'another-password', password: PASSWORD };
  await student.call(endpoints.changePassword, { body });
  expect(await sessionStatus(family)).toBe(200);
  const emails = await own.readEmails('password-changed:');
  expect(emails.map(({ text }) => text.includes('Dear Sam Sibling,'))).toEqual([true, true]);
  expect(await family.readEmails('password-changed:')).toEqual([]);
});

describe('emails', () => {
  test('go to the parents and that student', async ({ api, family, siblingId, own, tutor }) => {
    const partner = await addParent(api, family);
    const first = await addSignIn(api, family, family.studentId);
    const { id } = await makeLesson(api, { Lesson_Name: 'Waves' });
    const bookingId = await family.book(id, siblingId);
    const change = { params: { id }, body: { Time: '10:00:00' } };
    await tutor.call(endpoints.updateLesson, change);
    await family.tryToCancel(bookingId);
    const other = await makeLesson(api, { Lesson_Name: 'Forces' });
    await family.book(other.id, siblingId);
    await tutor.call(endpoints.deleteLesson, { params: { id: other.id } });
    const all = ['Booked', 'Lesson changed', 'Cancelled', 'Booked', 'Lesson cancelled'];
    for (const person of [family, partner, own])
      expect(kindsOf(await person.readEmails())).toEqual(all);
    expect(await first.readEmails()).toEqual([]);

    // Each in their own words.
    const emails = await own.readEmails();
    const toStudent = emails.map(({ text }) => text);
    expect(toStudent.filter((text) => /credit|refund|£/i.test(text))).toEqual([]);
    expect(toStudent[0]).toMatch(/^You are in\n[^]+\nWaves\n/);
    expect(toStudent[1]).toMatch(/^A new \w+ for you\n/);
    expect(toStudent[2]).toMatch(/^You are no longer booked\n[^]+\nWaves\n/);
    const partnerTexts = (await partner.readEmails()).map(({ text }) => text);
    expect(partnerTexts[0]).toContain('Dear Other parent,');
    expect(partnerTexts[0]).toMatch(/^Sam Sibling is in\n[^]+\nWaves\n/);
    expect(partnerTexts[2]).toContain('Your credit for Sam Sibling has been refunded.');
    // One event in each calendar, with the emails in the right order.
    const threads = emails.slice(0, 3).map(({ thread }) => thread);
    expect(threads).toEqual([bookingId, bookingId, bookingId]);
  });

  test('about money go only to the parents', async ({ api, family, own }) => {
    const partner = await addParent(api, family);
    await buyCredits(api, family.actor, { credits: 5, amount: 14_000 });
    const receipts = (await family.readEmails('receipt:')).map(({ text }) => text);
    expect(receipts).toEqual([expect.stringContaining('You now have 10 credits in your account.')]);
    expect(await partner.readEmails('receipt:')).toHaveLength(1);
    expect(await own.readEmails('receipt:')).toEqual([]);
  });

  test('go to nobody outside the family', async ({ api, family, own, lesson }) => {
    await (await makeFamily(api, 1)).book(lesson.id);
    for (const person of [family, own]) expect(await person.readEmails()).toEqual([]);
  });
});
