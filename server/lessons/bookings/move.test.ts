// Moves a booking to another lesson: both rules apply, the credit moves along, and one calendar
// event is updated.
import { expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import type { NewLesson } from '../../../domain/lessons/lesson.ts';
import { newId } from '../../base/ids.ts';
import { readEvents } from '../../email/content.ts';
import { createPayment } from '../../payments/checkout/create-payment.ts';
import { applySession, attachSession } from '../../payments/payments.ts';
import type { TestApp } from '../../testing/app.ts';
import type { Caller, TestFamily } from '../../testing/caller.ts';
import { kindsOf } from '../../testing/emails.ts';
import {
  addSignIn,
  addStudent,
  adminOf,
  makeAdmin,
  makeFamily,
  makeLesson,
} from '../../testing/factories.ts';
import { reportRefunded } from '../../testing/payments/without-provider.ts';
import { race } from '../../testing/races/races.ts';
import { codeOf, test as base } from '../../testing/test.ts';
import { markAttendance } from '../planner/attendance.ts';
import { deleteLesson } from '../planner/change-lesson.ts';
import { settleMoves } from '../planner/settle-moves.ts';
import { cancelBooking } from './cancel.ts';
import { moveBooking } from './move.ts';

const lessonOn = async (api: TestApp, date: string, changes: Partial<NewLesson> = {}) =>
  (await makeLesson(api, { Date: date, ...changes })).id;

const test = base
  /** Lessons on two Saturdays. */
  .extend('from', ({ api }) => lessonOn(api, '2026-11-21', { Lesson_Name: 'Waves' }))
  .extend('to', ({ api }) => lessonOn(api, '2026-11-28', { Lesson_Name: 'Optics' }));

/** Must succeed; returns the new booking's id. */
async function move(family: Pick<TestFamily, 'tryToMove'>, bookingId: string, lessonId: string) {
  const { status, body } = await family.tryToMove(bookingId, lessonId);
  expect(status).toBe(201);
  if (!body.success) throw new Error(body.error);
  return body.booking.id;
}

async function bookedIn({ database: { db } }: TestApp, id: string) {
  const lesson = db.selectFrom('lessons').select('booked').where('id', '=', id);
  return (await lesson.executeTakeFirstOrThrow()).booked;
}

test('makes a new booking without a credit left', async ({ api, family, from, to }) => {
  const id = await family.book(from);
  const { status, body } = await family.tryToMove(id, to);
  expect(status).toBe(201);
  const booking = { id: expect.any(String), Lesson_ID: to, created_at: expect.any(String) };
  expect(body).toEqual({ success: true, booking, creditsRemaining: 0 });
  expect(body).not.toMatchObject({ booking: { id } });
  expect([await bookedIn(api, from), await bookedIn(api, to)]).toEqual([0, 1]);
  expect((await family.readLedger()).map(({ kind, balance }) => [kind, balance])).toEqual([
    ['booking', 0],
    ['refund', 1],
    ['booking', 0],
    ['adjustment', 1],
  ]);
  expect(codeOf(await family.tryToMove(id, from))).toBe('booking_not_found');
});

test('checks the reasons of both rules in order', async ({ api, family, from }) => {
  const id = await family.book(from);
  const full = await lessonOn(api, '2026-11-28', { Max_Students: 1 });
  await (await makeFamily(api, 1)).book(full);
  const started = await lessonOn(api, '2026-11-18', { Time: '09:00:00' });
  for (const [bookingId, lessonId, status, code] of [
    [newId(), full, 404, 'booking_not_found'],
    [id, newId(), 404, 'lesson_not_found'],
    [id, started, 409, 'lesson_started'],
    [id, from, 409, 'already_booked'],
    [id, full, 409, 'lesson_full'],
  ] as const) {
    const answer = await family.tryToMove(bookingId, lessonId);
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
  }
  api.clock.set('2026-11-21T08:00:00Z');
  expect(codeOf(await family.tryToMove(id, full))).toBe('too_late_to_cancel');
  api.clock.set('2026-11-21T09:00:00Z');
  expect((await family.tryToMove(id, newId())).body).toMatchObject({
    code: 'lesson_started',
    error: 'Cancellation is no longer available because the lesson has started',
  });
  expect([await bookedIn(api, from), await bookedIn(api, full)]).toEqual([1, 1]);
  expect(await family.readCredits()).toBe(0);
});

test('keeps the student, and hides the bookings of others', async ({ api, family, from, to }) => {
  const siblingId = await addStudent(api, family);
  const own = await addSignIn(api, family, family.studentId, true);
  const id = await family.book(from, siblingId);
  for (const other of [await makeFamily(api, 1), own])
    expect(codeOf(await other.tryToMove(id, to))).toBe('booking_not_found');
  await move(family, id, to);
  const bookings = api.database.db.selectFrom('bookings').select('student_id');
  expect(await bookings.where('lesson_id', '=', to).execute()).toEqual([{ student_id: siblingId }]);
});

test('updates one calendar event, and names both lessons', async ({ family, from, to }) => {
  const id = await family.book(from);
  const moved = await move(family, id, to);
  expect((await family.listLessons()).flatMap(({ bookings }) => bookings)).toMatchObject([
    { id: moved, calendar_uid: id },
  ]);
  await family.cancel(await move(family, moved, from));
  const emails = await family.readEmails();
  expect(kindsOf(emails)).toEqual(['Booked', 'Moved', 'Moved', 'Cancelled']);
  expect(emails[1]?.text).toContain('Until now: Waves, Saturday 21 November 2026');
  expect(emails[1]?.text).toContain('From now on: Optics, Saturday 28 November 2026');
  const seen = emails.map(({ thread, thread_number, calendar }) => {
    const events = readEvents(calendar);
    if (events === null || typeof events === 'string') throw new Error('There are no events.');
    return [thread, thread_number, events.map(({ uid, state }) => [uid, state])];
  });
  expect(seen).toEqual([
    [id, 0, [[id, 'confirmed']]],
    [id, 1, [[id, 'confirmed']]],
    [id, 2, [[id, 'confirmed']]],
    [id, 3, [[id, 'cancelled']]],
  ]);
});

test('answers a repeated request like the first', async ({ api, family, from, to }) => {
  const request = {
    params: { bookingId: await family.book(from) },
    body: { Lesson_ID: to },
    headers: { 'idempotency-key': 'a swap' },
  };
  const first = await family.call(endpoints.moveBooking, request);
  expect((await family.call(endpoints.moveBooking, request)).body).toEqual(first.body);
  expect(await bookedIn(api, to)).toBe(1);
});

/** Buys a credit, which is refunded while the booking that it pays uses it. */
async function buyAndRefund(api: TestApp, family: TestFamily, book: () => Promise<string>) {
  const price = { credits: 1, amount: 3000, currency: 'gbp' };
  const { id: paymentId } = await createPayment(family.context(), price);
  const paid = { paymentId, sessionId: `cs_${paymentId}`, paymentIntent: `pi_${paymentId}` };
  await attachSession(api.context(null), paid);
  await applySession(api.context(null), { ...price, ...paid, outcome: 'paid' });
  const bookingId = await book();
  await reportRefunded(api.context(null), paymentId, price.amount);
  return bookingId;
}

test('does not make a credit newer than its refund', async ({ api, family, from, to }) => {
  // Spend the initial credit first.
  await family.book(await lessonOn(api, '2026-12-05'));
  const id = await buyAndRefund(api, family, () => family.book(from));
  expect(await family.readCredits()).toBe(0);
  await family.cancel(await move(family, id, to));
  expect(await family.readCredits()).toBe(0);
});

test('charges again for a credit returned before', async ({ api, family, from, to }) => {
  const id = await family.book(from);
  api.clock.set('2026-11-21T09:10:00Z');
  const tutor = await makeAdmin(api);
  await markAttendance(api.context(adminOf(tutor)), { bookingId: id, absent: true });
  await tutor.updateLesson(from, { Date: '2026-11-22' });
  api.clock.advance({ minutes: 10 });
  await settleMoves(api.context(null));
  expect(await family.readCredits()).toBe(1);
  const other = await family.book(await lessonOn(api, '2026-12-05'));
  expect(codeOf(await family.tryToMove(id, to))).toBe('insufficient_credits');
  await family.cancel(other);
  const moved = await move(family, id, to);
  expect(await family.readCredits()).toBe(0);
  await family.cancel(moved);
  expect(await family.readCredits()).toBe(1);
});

const REFUSALS = ['booking_not_found', 'lesson_full', 'lesson_not_found', 'already_booked'];

race({
  title: 'keeps one spot and one credit when moved twice, cancelled and deleted at once',
  rounds: 10,
  setup: async ({ api, tutor, round }) => {
    const [from = '', to = '', third = ''] = await Promise.all(
      ['2026-11-21', '2026-11-28', '2026-12-05'].map((day) =>
        lessonOn(api, day, { Max_Students: 1 }),
      ),
    );
    const [family, other] = [await makeFamily(api, 1), await makeFamily(api, 1)];
    const theirs = await other.book(to);
    const own = await family.book(from);
    const tutors: Caller[] = round % 3 === 0 ? [await tutor()] : [];
    return { from, to, third, family, other, theirs, own, tutors };
  },
  actors: ({ api, from, to, third, family, other, theirs, own, tutors }) => [
    () => moveBooking(family.context(), { bookingId: own, lessonId: to }),
    // In reverse order, to provoke a deadlock.
    () => moveBooking(other.context(), { bookingId: theirs, lessonId: from }),
    () => moveBooking(family.context(), { bookingId: own, lessonId: third }),
    () => cancelBooking(family.context(), own),
    ...tutors.map((tutor) => () => deleteLesson(api.context(adminOf(tutor)), third)),
  ],
  invariant: ({ outcomes }) => {
    for (const outcome of outcomes) expect(['done', ...REFUSALS]).toContain(outcome);
  },
});
