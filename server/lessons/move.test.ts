// Moves a booking to another lesson: both rules apply, the credit moves along, and one calendar
// event is updated.
import { afterEach, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { newId } from '../ids.ts';
import { readEvents } from '../email/content.ts';
import { applyRefund } from '../payments/refunds.ts';
import { applySession, attachSession, createPayment } from '../payments/payments.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import {
  addSignIn,
  addStudent,
  adminOf,
  makeAdmin,
  makeBooking,
  makeFamily,
  makeLesson,
  parentOf,
} from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { kindsOf, readEmails } from '../testing/emails.ts';
import { creditsOf } from '../testing/payments.ts';
import { markAttendance } from './attendance.ts';
import { moveBooking } from './move.ts';
import { bookLesson } from './book.ts';
import { cancelBooking } from './cancel.ts';

let api: TestApp;
let family: TestFamily;
beforeEach(async () => {
  api = await startTestApp();
  family = await makeFamily(api, 1);
});
afterEach(() => api.close());

const move = (bookingId: string, Lesson_ID: string, { token }: Pick<Caller, 'token'> = family) =>
  api.either(endpoints.moveBooking, { token, params: { bookingId }, body: { Lesson_ID } });
const lessonOn = async (Date: string, changes = {}) =>
  (await makeLesson(api, { Date, ...changes })).id;
const bookedIn = async (id: string) => {
  const row = await api.database.db
    .selectFrom('lessons')
    .select('booked')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.booked;
};

test('moves without a credit left, as a new booking with a new id, and records both steps in the ledger', async () => {
  const [from, to] = [await lessonOn('2026-11-21'), await lessonOn('2026-11-28')];
  const id = await makeBooking(api, family, from);
  const { status, body } = await move(id, to);
  expect(status).toBe(201);
  if (!body.success) expect.unreachable();
  expect(body).toEqual({
    success: true,
    booking: { id: expect.any(String), Lesson_ID: to, created_at: expect.any(String) },
    creditsRemaining: 0,
  });
  expect(body.booking.id).not.toBe(id);
  expect([await bookedIn(from), await bookedIn(to)]).toEqual([0, 1]);
  const { entries } = (await api.call(endpoints.listCredits, { token: family.token })).body;
  expect(entries.map(({ kind, balance }) => [kind, balance])).toEqual([
    ['booking', 0],
    ['refund', 1],
    ['booking', 0],
    ['adjustment', 1],
  ]);
  expect((await move(id, from)).body).toMatchObject({ code: 'booking_not_found' });
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('checks the reasons of both rules in order, and changes nothing', async () => {
  const from = await lessonOn('2026-11-21');
  const id = await makeBooking(api, family, from);
  const full = await lessonOn('2026-11-28', { Max_Students: 1 });
  await makeBooking(api, await makeFamily(api, 1), full);
  const started = await lessonOn('2026-11-18', { Time: '09:00:00' });
  for (const [bookingId, lessonId, status, code] of [
    [newId(), full, 404, 'booking_not_found'],
    [id, newId(), 404, 'lesson_not_found'],
    [id, started, 409, 'lesson_started'],
    [id, from, 409, 'already_booked'],
    [id, full, 409, 'lesson_full'],
  ] as const) {
    const answer = await move(bookingId, lessonId);
    expect([answer.status, answer.body], code).toMatchObject([status, { code }]);
  }
  api.clock.set('2026-11-21T08:00:00Z');
  expect((await move(id, full)).body).toMatchObject({ code: 'too_late_to_cancel' });
  api.clock.set('2026-11-21T09:00:00Z');
  expect((await move(id, newId())).body).toMatchObject({
    code: 'lesson_started',
    error: 'Cancellation is no longer available because the lesson has started',
  });
  expect([await bookedIn(from), await bookedIn(full)]).toEqual([1, 1]);
  expect(await creditsOf(api, family)).toBe(0);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('keeps the student, and hides the bookings of siblings and other families', async () => {
  const siblingId = await addStudent(api, family);
  const own = await addSignIn(api, family, family.studentId, true);
  const [from, to] = [await lessonOn('2026-11-21'), await lessonOn('2026-11-28')];
  const { booking } = await bookLesson(api.context(parentOf(family)), {
    lessonId: from,
    studentId: siblingId,
  });
  for (const bookedFamily of [await makeFamily(api, 1), own])
    expect((await move(booking.id, to, bookedFamily)).body).toMatchObject({
      code: 'booking_not_found',
    });
  expect((await move(booking.id, to)).status).toBe(201);
  const rows = await api.database.db
    .selectFrom('bookings')
    .select('student_id')
    .where('lesson_id', '=', to)
    .execute();
  expect(rows).toEqual([{ student_id: siblingId }]);
});

test('names both lessons in one email; the calendar event moves, and goes when the last booking is cancelled', async () => {
  const [from, to] = [
    await lessonOn('2026-11-21', { Lesson_Name: 'Waves' }),
    await lessonOn('2026-11-28', { Lesson_Name: 'Optics' }),
  ];
  const id = await makeBooking(api, family, from);
  const { body } = await move(id, to);
  if (!body.success) expect.unreachable();
  const { lessons } = (await api.call(endpoints.listLessons, { token: family.token })).body;
  expect(lessons.flatMap(({ bookings }) => bookings)).toMatchObject([
    { id: body.booking.id, calendar_uid: id },
  ]);
  const again = await move(body.booking.id, from);
  if (!again.body.success) expect.unreachable();
  await cancelBooking(api.context(parentOf(family)), again.body.booking.id);
  const emails = await readEmails(api, family.email);
  expect(kindsOf(emails)).toEqual(['Booked', 'Moved', 'Moved', 'Cancelled']);
  expect(emails[1]?.text).toContain('Until now: Waves, Saturday 21 November 2026');
  expect(emails[1]?.text).toContain('From now on: Optics, Saturday 28 November 2026');
  const seen = emails.map(({ thread, thread_number, calendar }) => {
    const events = readEvents(calendar);
    if (events === null) throw new Error('There are no events.');
    return [thread, thread_number, events.map(({ uid, state }) => [uid, state])];
  });
  expect(seen).toEqual([
    [id, 0, [[id, 'confirmed']]],
    [id, 1, [[id, 'confirmed']]],
    [id, 2, [[id, 'confirmed']]],
    [id, 3, [[id, 'cancelled']]],
  ]);
});

test('answers a repeated request like the first', async () => {
  const [from, to] = [await lessonOn('2026-11-21'), await lessonOn('2026-11-28')];
  const bookingId = await makeBooking(api, family, from);
  const send = () =>
    api.call(endpoints.moveBooking, {
      token: family.token,
      params: { bookingId },
      body: { Lesson_ID: to },
      headers: { 'idempotency-key': 'a swap' },
    });
  const [first, second] = [await send(), await send()];
  expect(second.body).toEqual(first.body);
  expect(await bookedIn(to)).toBe(1);
});

/** Buys credits, which are refunded while bookings use them. */
async function buyAndRefund(credits: number, book: () => Promise<string[]>): Promise<string[]> {
  const actor = parentOf(family);
  const order = await createPayment(api.context(actor), {
    credits,
    amount: credits * 3000,
    currency: 'gbp',
  });
  const sessionId = `cs_${order.id}`;
  await attachSession(api.context(null), { paymentId: order.id, sessionId });
  const paymentIntent = `pi_${order.id}`;
  await applySession(api.context(null), {
    ...order,
    paymentId: order.id,
    sessionId,
    paymentIntent,
    outcome: 'paid',
  });
  const bookings = await book();
  await applyRefund(api.context(null), {
    paymentId: order.id,
    paymentIntent,
    refunded: credits * 3000,
  });
  return bookings;
}

test('does not make a credit newer than the refund it is owed to', async () => {
  // Spend the initial credit first.
  await makeBooking(api, family, await lessonOn('2026-12-05'));
  const [from, to] = [await lessonOn('2026-11-21'), await lessonOn('2026-11-28')];
  const [id = ''] = await buyAndRefund(1, async () => [await makeBooking(api, family, from)]);
  expect(await creditsOf(api, family)).toBe(0);
  const { body } = await move(id, to);
  if (!body.success) expect.unreachable();
  await cancelBooking(api.context(parentOf(family)), body.booking.id);
  expect(await creditsOf(api, family)).toBe(0);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('charges a moved booking again when its credit was returned before', async () => {
  const [from, to] = [await lessonOn('2026-11-21'), await lessonOn('2026-11-28')];
  const id = await makeBooking(api, family, from);
  api.clock.set('2026-11-21T09:10:00Z');
  const admin = await makeAdmin(api);
  await markAttendance(api.context(adminOf(admin)), { bookingId: id, absent: true });
  await api.call(endpoints.updateLesson, {
    token: admin.token,
    params: { id: from },
    body: { Date: '2026-11-22' },
  });
  expect(await creditsOf(api, family)).toBe(1);
  const elsewhere = await makeBooking(api, family, await lessonOn('2026-12-05'));
  expect((await move(id, to)).body).toMatchObject({ code: 'insufficient_credits' });
  await cancelBooking(api.context(parentOf(family)), elsewhere);
  const { body } = await move(id, to);
  if (!body.success) expect.unreachable();
  expect(body.creditsRemaining).toBe(0);
  await cancelBooking(api.context(parentOf(family)), body.booking.id);
  expect(await creditsOf(api, family)).toBe(1);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('keeps one spot and one credit when a booking is moved twice, cancelled and deleted at once', async () => {
  const admin = await makeAdmin(api);
  for (let round = 0; round < 10; round += 1) {
    const each = await makeFamily(api, 1);
    const context = api.context(parentOf(each));
    const [from, to, third] = [
      await lessonOn('2026-11-21', { Max_Students: 1 }),
      await lessonOn('2026-11-28', { Max_Students: 1 }),
      await lessonOn('2026-12-05', { Max_Students: 1 }),
    ];
    const other = await makeFamily(api, 1);
    const { booking: theirs } = await bookLesson(api.context(parentOf(other)), { lessonId: to });
    const { booking } = await bookLesson(context, { lessonId: from });
    const outcomes = await Promise.allSettled([
      moveBooking(context, { bookingId: booking.id, lessonId: to }),
      // In reverse order, to provoke a deadlock.
      moveBooking(api.context(parentOf(other)), { bookingId: theirs.id, lessonId: from }),
      moveBooking(context, { bookingId: booking.id, lessonId: third }),
      cancelBooking(context, booking.id),
      ...(round % 3 === 0
        ? [api.call(endpoints.deleteLesson, { token: admin.token, params: { id: third } })]
        : []),
    ]);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect([
          'booking_not_found',
          'lesson_full',
          'lesson_not_found',
          'already_booked',
        ]).toContain((outcome.reason as { code?: string }).code);
    expect(await brokenInvariants(api.database.db), `round ${round}`).toEqual([]);
  }
});
