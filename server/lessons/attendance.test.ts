// Marks a student absent through the API: the credit is returned, and charged again when the mark
// is removed.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { newId } from '../ids.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';
import { type Holder, makeAdmin, makeLesson, makeFamily } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';

let api: TestApp;
let admin: Holder;
beforeAll(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
});
afterAll(() => api.close());
beforeEach(() => api.clock.set(START));

/**
 * Books for a student who has `spare` credits left. The lesson starts at 13:00, an hour from now.
 */
async function book(spare = 0) {
  const student = await makeFamily(api, spare + 1);
  const lesson = await makeLesson(api, { Date: '2026-11-18', Time: '13:00:00' });
  const { body } = await api.call(endpoints.bookLesson, {
    token: student.token,
    body: { Lesson_ID: lesson.id },
  });
  return { student, lesson, bookingId: body.booking.id };
}

const mark = (bookingId: string, absent: boolean) =>
  api.call(endpoints.markAttendance, {
    token: admin.token,
    params: { bookingId },
    body: { absent },
  });
const refuseMark = (bookingId: string, absent: unknown, token = admin.token) =>
  api.refused(endpoints.markAttendance, { token, params: { bookingId }, body: { absent } });
const statsOf = async ({ token }: Holder) =>
  (await api.call(endpoints.getProfile, { token })).body.stats;
const ledgerOf = async ({ token }: Holder) =>
  (await api.call(endpoints.listCredits, { token })).body.entries.map(
    ({ kind, amount, reason, Lesson_Name }) => [kind, amount, reason, Lesson_Name],
  );

test('returns the credit of an absence with a ledger entry, and no longer counts it as attended', async () => {
  const { student, lesson, bookingId } = await book();
  api.clock.set('2026-11-18T14:00:00Z');
  expect(await statsOf(student)).toMatchObject({ lessonsAttended: 1, creditsRemaining: 0 });
  const { body } = await mark(bookingId, true);
  expect(body.booking).toMatchObject({
    id: bookingId,
    absent: true,
    Student_ID: student.studentId,
  });
  expect(await statsOf(student)).toMatchObject({ lessonsAttended: 0, creditsRemaining: 1 });
  expect((await ledgerOf(student))[0]).toEqual([
    'adjustment',
    1,
    'Absent: credit returned',
    lesson.Lesson_Name,
  ]);
  const list = await api.call(endpoints.listAdminBookings, { token: admin.token });
  expect(list.body.bookings.find(({ id }) => id === bookingId)?.absent).toBe(true);
});

test('removes the mark, charges the credit again and counts the lesson as attended', async () => {
  const { student, bookingId } = await book();
  api.clock.set('2026-11-18T14:00:00Z');
  await mark(bookingId, true);
  const { body } = await mark(bookingId, false);
  expect(body.booking.absent).toBe(false);
  expect(await statsOf(student)).toMatchObject({ lessonsAttended: 1, creditsRemaining: 0 });
  expect((await ledgerOf(student)).map(([kind, amount]) => [kind, amount])).toEqual([
    ['adjustment', -1],
    ['adjustment', 1],
    ['booking', -1],
    ['adjustment', 1],
  ]);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('changes nothing when already marked that way, even five times at once', async () => {
  const { student, bookingId } = await book();
  api.clock.set('2026-11-18T14:00:00Z');
  await mark(bookingId, false);
  await Promise.all([1, 2, 3, 4, 5].map(() => mark(bookingId, true)));
  expect(await statsOf(student)).toMatchObject({ creditsRemaining: 1 });
  expect(await ledgerOf(student)).toHaveLength(3);
});

test('refuses to remove a mark whose returned credit is spent', async () => {
  const { student, bookingId } = await book();
  api.clock.set('2026-11-18T14:00:00Z');
  await mark(bookingId, true);
  const next = await makeLesson(api);
  await api.call(endpoints.bookLesson, { token: student.token, body: { Lesson_ID: next.id } });
  const { body } = await refuseMark(bookingId, false);
  expect(body).toMatchObject({
    code: 'insufficient_credits',
    error: 'The returned credit has already been spent.',
  });
  const list = await api.call(endpoints.listAdminBookings, { token: admin.token });
  expect(list.body.bookings.find(({ id }) => id === bookingId)?.absent).toBe(true);
});

test.each([
  ['2026-11-18T12:59:59.999Z', 'lesson_not_started'],
  ['2026-11-18T13:00:00.000Z', null],
])('marking at %s is answered %s', async (now, code) => {
  const { bookingId } = await book();
  api.clock.set(now);
  if (code === null) await mark(bookingId, true);
  else expect((await refuseMark(bookingId, true)).body.code).toBe(code);
});

test('refuses to mark a cancelled booking, an unknown one and one of a deleted lesson', async () => {
  const cancelled = await book();
  api.clock.set('2026-11-18T11:00:00Z');
  await api.call(endpoints.cancelBooking, {
    token: cancelled.student.token,
    params: { bookingId: cancelled.bookingId },
  });
  const deleted = await book();
  await api.call(endpoints.deleteLesson, { token: admin.token, params: { id: deleted.lesson.id } });
  api.clock.set('2026-11-18T14:00:00Z');
  for (const id of [cancelled.bookingId, deleted.bookingId, newId()])
    expect((await refuseMark(id, true)).body.code).toBe('booking_not_found');
});

test('accepts only true or false, and only from the tutor', async () => {
  const { student, bookingId } = await book();
  api.clock.set('2026-11-18T14:00:00Z');
  for (const absent of [undefined, null, 'true', 1]) {
    const { body } = await refuseMark(bookingId, absent);
    expect(body.details).toEqual([{ field: 'absent', message: 'Absent must be true or false' }]);
  }
  expect((await refuseMark(bookingId, true, student.token)).status).toBe(403);
});
