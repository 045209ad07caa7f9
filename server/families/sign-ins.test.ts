// A student's own sign-in: what it shows, what it may do, and what it hides.
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { aStudent } from '../../domain/testing/student.ts';
import { applySession, attachSession, createPayment } from '../payments/payments.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  lessonForm,
  makeAdmin,
  makeBooking,
  makeFamily,
  makeLesson,
  parentOf,
  PASSWORD,
} from '../testing/factories.ts';
import { readEmails, tokenTo } from '../testing/emails.ts';

let api: TestApp;
let admin: Caller;
beforeAll(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
});
afterAll(() => api.close());

interface Scene {
  readonly family: TestFamily;
  readonly siblingId: string;
  /** The second student's own sign-in. */
  readonly own: Caller;
}

async function makeScene(mayBook = false): Promise<Scene> {
  const family = await makeFamily(api, 5);
  const siblingId = await addStudent(api, family, 'Sam Sibling');
  return { family, siblingId, own: await addSignIn(api, family, siblingId, mayBook) };
}

const bookFor = ({ family }: Scene, Lesson_ID: string, Student_ID: string) =>
  api.call(endpoints.bookLesson, { token: family.token, body: { Lesson_ID, Student_ID } });

test('shows only the student, and no money', async () => {
  const { family, siblingId, own } = await makeScene();
  const { body } = await api.call(endpoints.login, {
    body: { email: own.email, password: PASSWORD },
  });
  expect(body.user).toEqual({
    id: family.id,
    role: 'student',
    name: 'Sam Sibling',
    Student_Name: 'Sam Sibling',
    Parent_Name: null,
    Parent_Email: null,
    Parent_Phone_Number: null,
    email_confirmed: true,
    pending_email: null,
    reminder_hours: [24],
    Credits: null,
    Lessons_Attended: 0,
    Lessons_Booked: 0,
    students: [aStudent({ id: siblingId, Student_Name: 'Sam Sibling', year_class: 'year-10' })],
  });
  const { access_token: token, refresh_token } = body.session;
  expect((await api.call(endpoints.verify, { token })).body.user).toEqual(body.user);
  expect((await api.call(endpoints.getProfile, { token })).body).toMatchObject({
    user: body.user,
    stats: { lessonsAttended: 0, upcomingBookings: 0, creditsRemaining: null },
  });
  const renewed = await api.call(endpoints.refresh, { body: { refresh_token } });
  expect(renewed.body.user).toEqual(body.user);
});

test("lists and counts only the student's own bookings, with their links and notes", async () => {
  const scene = await makeScene();
  const { family, siblingId, own } = scene;
  const [shared, others, open] = [
    await makeLesson(api),
    await makeLesson(api),
    await makeLesson(api),
  ];
  await bookFor(scene, shared.id, family.studentId);
  const { body } = await bookFor(scene, shared.id, siblingId);
  await bookFor(scene, others.id, family.studentId);
  const { lessons } = (await api.call(endpoints.listLessons, { token: own.token })).body;
  const seen = (id: string) => lessons.find((lesson) => lesson.id === id);
  expect(seen(shared.id)).toMatchObject({
    isBooked: true,
    bookingId: body.booking.id,
    bookings: [
      { id: body.booking.id, Student_ID: siblingId, join_link: seen(shared.id)?.join_link },
    ],
    Meeting_Link: lessonForm.Meeting_Link,
  });
  for (const id of [others.id, open.id])
    expect(seen(id)).toMatchObject({
      isBooked: false,
      bookingId: null,
      bookings: [],
      Meeting_Link: null,
      lesson_notes: '',
    });
  const { user, stats } = (await api.call(endpoints.getProfile, { token: own.token })).body;
  expect([user.Lessons_Booked, stats.upcomingBookings]).toEqual([1, 1]);
  expect(
    (await api.call(endpoints.getProfile, { token: family.token })).body.user.Lessons_Booked,
  ).toBe(3);
});

test('books and cancels nothing without the right to book, whatever the body contains', async () => {
  const scene = await makeScene();
  const { siblingId, own } = scene;
  const lesson = await makeLesson(api);
  const { body } = await bookFor(scene, lesson.id, siblingId);
  for (const answer of [
    await api.refused(endpoints.bookLesson, { token: own.token, body: {} }),
    await api.refused(endpoints.cancelBooking, {
      token: own.token,
      params: { bookingId: body.booking.id },
    }),
  ])
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
});

test('books and cancels only for the student, and shows no credits', async () => {
  const scene = await makeScene(true);
  const { family, siblingId, own } = scene;
  const [lesson, other] = [await makeLesson(api), await makeLesson(api)];
  const { body: theirs } = await bookFor(scene, other.id, family.studentId);
  const asked = { token: own.token, body: { Lesson_ID: lesson.id } };
  const refused = await api.refused(endpoints.bookLesson, {
    ...asked,
    body: { ...asked.body, Student_ID: family.studentId },
  });
  expect(refused.body).toMatchObject({
    code: 'validation_failed',
    details: [{ field: 'Student_ID' }],
  });
  const { body } = await api.call(endpoints.bookLesson, asked);
  expect(body.creditsRemaining).toBeNull();
  const cancel = (bookingId: string) =>
    api.either(endpoints.cancelBooking, { token: own.token, params: { bookingId } });
  expect((await cancel(theirs.booking.id)).body).toMatchObject({ code: 'booking_not_found' });
  expect((await cancel(body.booking.id)).body).toEqual({ success: true, creditsRemaining: null });
  const booked = await api.database.db
    .selectFrom('bookings')
    .select(['student_id', 'family_id'])
    .where('id', '=', body.booking.id)
    .executeTakeFirstOrThrow();
  expect(booked).toEqual({ student_id: siblingId, family_id: family.id });
});

test('revokes the right to book immediately', async () => {
  const { family, siblingId, own } = await makeScene(true);
  const lesson = await makeLesson(api);
  await api.call(endpoints.updateStudent, {
    token: family.token,
    params: { id: siblingId },
    body: { may_book: false },
  });
  const { status } = await api.refused(endpoints.bookLesson, {
    token: own.token,
    body: { Lesson_ID: lesson.id },
  });
  expect(status).toBe(403);
});

test('revokes the sign-in and its links, and sends the student a last email', async () => {
  const { family, siblingId, own } = await makeScene();
  await api.call(endpoints.forgotPassword, { body: { email: own.email } });
  const link = await tokenTo(api, own.email);
  const call = { token: family.token, params: { id: siblingId } };
  await api.call(endpoints.removeSignIn, call);
  expect((await api.refused(endpoints.verify, { token: own.token })).status).toBe(401);
  expect(
    (await api.refused(endpoints.resetPassword, { body: { token: link, password: PASSWORD } })).body
      .code,
  ).toBe('invalid_reset_token');
  expect(
    (await api.refused(endpoints.login, { body: { email: own.email, password: PASSWORD } })).body
      .code,
  ).toBe('invalid_credentials');
  expect((await readEmails(api, own.email)).map(({ subject }) => subject)).toEqual([
    'Your sign-in was removed',
  ]);
  // There is none any more, which is what was asked for.
  await api.call(endpoints.removeSignIn, call);
});

test("resets and changes only the student's own password", async () => {
  const { own, family } = await makeScene();
  await api.call(endpoints.forgotPassword, { body: { email: own.email } });
  await api.call(endpoints.resetPassword, {
    body: { token: await tokenTo(api, own.email), password: 'another-password' },
  });
  api.clock.advance({ minutes: 1 });
  const { body } = await api.call(endpoints.login, {
    body: { email: own.email, password: 'another-password' },
  });
  await api.call(endpoints.changePassword, {
    token: body.session.access_token,
    body: { current_password: 'another-password', password: PASSWORD },
  });
  await api.call(endpoints.verify, { token: family.token });
  const emails = await readEmails(api, own.email, 'password-changed:');
  expect(emails.map(({ text }) => text.includes('Dear Sam Sibling,'))).toEqual([true, true]);
  expect(await readEmails(api, family.email, 'password-changed:')).toEqual([]);
});

test('emails each parent and that student about a lesson once, in their own words', async () => {
  const scene = await makeScene();
  const { family, siblingId, own } = scene;
  const partner = await addParent(api, family);
  const first = await addSignIn(api, family, family.studentId);
  const lesson = await makeLesson(api, { Lesson_Name: 'Waves' });
  const { body } = await bookFor(scene, lesson.id, siblingId);
  await api.call(endpoints.updateLesson, {
    token: admin.token,
    params: { id: lesson.id },
    body: { Time: '10:00:00' },
  });
  await api.call(endpoints.cancelBooking, {
    token: family.token,
    params: { bookingId: body.booking.id },
  });
  const other = await makeLesson(api, { Lesson_Name: 'Forces' });
  await bookFor(scene, other.id, siblingId);
  await api.call(endpoints.deleteLesson, { token: admin.token, params: { id: other.id } });
  const subjectsTo = async (email: string) =>
    (await readEmails(api, email)).map(({ subject }) => subject.split(':')[0]);
  const all = ['Booked', 'Lesson changed', 'Cancelled', 'Booked', 'Lesson cancelled'];
  expect(await subjectsTo(family.email)).toEqual(all);
  expect(await subjectsTo(partner.email)).toEqual(all);
  expect(await subjectsTo(own.email)).toEqual(all);
  expect(await subjectsTo(first.email)).toEqual([]);

  const toStudent = (await readEmails(api, own.email)).map(({ text }) => text);
  expect(toStudent.filter((text) => /credit|refund|£/i.test(text))).toEqual([]);
  expect(toStudent[0]).toContain('You are booked into "Waves"');
  expect(toStudent[1]).toContain('A lesson that you are booked into has changed.');
  expect(toStudent[2]).toContain('Your booking for "Waves"');
  const toPartner = (await readEmails(api, partner.email)).map(({ text }) => text);
  expect(toPartner[0]).toContain('Dear Other parent,');
  expect(toPartner[0]).toContain('Sam Sibling is booked into "Waves"');
  expect(toPartner[2]).toContain('and your credit refunded');
  // One event in each calendar, with the emails in the right order.
  const threads = (await readEmails(api, own.email)).map(({ thread }) => thread);
  expect(threads.slice(0, 3)).toEqual([body.booking.id, body.booking.id, body.booking.id]);
});

test('emails only the parents about money', async () => {
  const { family, own } = await makeScene();
  const partner = await addParent(api, family);
  const order = await createPayment(api.context(parentOf(family)), {
    credits: 5,
    amount: 14_000,
    currency: 'gbp',
  });
  const sessionId = 'cs_test_people';
  await attachSession(api.context(null), { paymentId: order.id, sessionId });
  await applySession(api.context(null), {
    ...order,
    paymentId: order.id,
    sessionId,
    paymentIntent: null,
    outcome: 'paid',
  });
  const receipts = (email: string) => readEmails(api, email, 'receipt:');
  expect((await receipts(family.email)).map(({ text }) => text)).toEqual([
    expect.stringContaining('You now have 10 credits.'),
  ]);
  expect(await receipts(partner.email)).toHaveLength(1);
  expect(await receipts(own.email)).toEqual([]);
});

test('notifies nobody outside the family of a booking', async () => {
  const [scene, stranger] = [await makeScene(), await makeFamily(api, 1)];
  const lesson = await makeLesson(api);
  await makeBooking(api, stranger, lesson.id);
  for (const { email } of [scene.family, scene.own])
    expect(await readEmails(api, email)).toEqual([]);
});
