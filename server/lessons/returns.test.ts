// A booking returns its credit at most once: absent, cancelled, lesson deleted or account closed.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { eraseFamily } from '../families/erasure.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import { makeAdmin, makeLesson, makeFamily, parentOf, provenParent } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { readEmails } from '../testing/emails.ts';

let api: TestApp;
let admin: Caller;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());
beforeEach(() => goTo(START));

const DURING = '2026-11-18T13:30:00Z';

interface Booked {
  readonly student: TestFamily;
  readonly lessonId: string;
  readonly bookingId: string;
}

/** A later day: the tutor has to sign in again. */
async function goTo(instant: string): Promise<void> {
  api.clock.set(instant);
  admin = await makeAdmin(api);
}

/** A booking by a student with this one credit; the lesson starts at 13:00, an hour from now. */
async function book(): Promise<Booked> {
  const student = await makeFamily(api, 1);
  const { id } = await makeLesson(api, { Date: '2026-11-18', Time: '13:00:00' });
  const { body } = await api.call(endpoints.bookLesson, {
    token: student.token,
    body: { Lesson_ID: id },
  });
  return { student, lessonId: id, bookingId: body.booking.id };
}

const mark = ({ bookingId }: Booked, absent: boolean) =>
  api.call(endpoints.markAttendance, {
    token: admin.token,
    params: { bookingId },
    body: { absent },
  });
const move = ({ lessonId }: Booked, Date: string) =>
  api.call(endpoints.updateLesson, {
    token: admin.token,
    params: { id: lessonId },
    body: { Date },
  });
const cancel = ({ student, bookingId }: Booked) =>
  api.call(endpoints.cancelBooking, { token: student.token, params: { bookingId } });
const deleteLesson = ({ lessonId }: Booked) =>
  api.call(endpoints.deleteLesson, { token: admin.token, params: { id: lessonId } });

/** A booking marked absent whose lesson was moved to next week. */
async function bookedAbsentAndMoved(): Promise<Booked> {
  const booked = await book();
  api.clock.set(DURING);
  await mark(booked, true);
  await move(booked, '2026-11-25');
  return booked;
}

/** The booking's ledger entries, oldest first, and the balance. */
async function moneyOf({ student, bookingId }: Booked) {
  const entries = await api.database.db
    .selectFrom('credit_ledger')
    .select(['kind', 'amount'])
    .where('booking_id', '=', bookingId)
    .orderBy('seq')
    .execute();
  const { credits } = await api.database.db
    .selectFrom('balances')
    .select('credits')
    .where('family_id', '=', student.id)
    .executeTakeFirstOrThrow();
  return { credits, entries: entries.map(({ kind, amount }) => `${kind} ${amount}`) };
}

const ONCE = { credits: 1, entries: ['booking -1', 'adjustment 1'] };

async function emailAbout(
  { bookingId }: Booked,
  what: 'cancelled' | 'lesson-cancelled',
): Promise<string> {
  const [message] = await readEmails(api, null, `${what}:${bookingId}`);
  return message?.text ?? 'no email';
}

test('absent, postponed and cancelled: frees the spot, returns the credit once, and says so in the email', async () => {
  const booked = await bookedAbsentAndMoved();
  expect((await cancel(booked)).body.creditsRemaining).toBe(1);
  expect(await moneyOf(booked)).toEqual(ONCE);
  const { body } = await api.call(endpoints.listLessons, { token: booked.student.token });
  expect(body.lessons.find(({ id }) => id === booked.lessonId)).toMatchObject({
    isBooked: false,
    availableSpots: 10,
  });
  const text = await emailAbout(booked, 'cancelled');
  expect(text).toContain('had already been returned');
  expect(text).not.toContain('refunded');
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('absent, postponed and the lesson deleted: returns the credit once', async () => {
  const booked = await bookedAbsentAndMoved();
  await deleteLesson(booked);
  expect(await moneyOf(booked)).toEqual(ONCE);
  const text = await emailAbout(booked, 'lesson-cancelled');
  expect(text).toContain('had already been returned');
  expect(text).not.toContain('refunded');
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('absent, postponed and the account closed: returns the credit once', async () => {
  const booked = await bookedAbsentAndMoved();
  await eraseFamily(api.context(parentOf(booked.student)), await provenParent(booked.student));
  expect(await moneyOf(booked)).toEqual(ONCE);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('returns exactly what a booking costs after the lesson moved back and forth', async () => {
  const booked = await bookedAbsentAndMoved();
  await goTo('2026-11-25T13:30:00Z');
  await mark(booked, false);
  await move(booked, '2026-12-02');
  expect((await cancel(booked)).body.creditsRemaining).toBe(1);
  expect(await moneyOf(booked)).toEqual({
    credits: 1,
    entries: ['booking -1', 'adjustment 1', 'adjustment -1', 'refund 1'],
  });
  expect(await emailAbout(booked, 'cancelled')).toContain('your credit refunded');
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('removes an absence of a lesson postponed only after its new start', async () => {
  const booked = await bookedAbsentAndMoved();
  const { body } = await api.refused(endpoints.markAttendance, {
    token: admin.token,
    params: { bookingId: booked.bookingId },
    body: { absent: false },
  });
  expect(body.code).toBe('lesson_not_started');
  await goTo('2026-11-25T13:30:00Z');
  await mark(booked, false);
  expect(await moneyOf(booked)).toMatchObject({ credits: 0 });
});

test('returns nothing for a lesson deleted after its start, and keeps the attendance', async () => {
  const [there, away] = [await book(), await book()];
  api.clock.set(DURING);
  await mark(away, true);
  for (const booked of [there, away]) await deleteLesson(booked);
  expect(await moneyOf(there)).toEqual({ credits: 0, entries: ['booking -1'] });
  expect(await moneyOf(away)).toEqual(ONCE);
  api.clock.set('2026-11-18T15:00:00Z');
  const attended = async ({ student: { token } }: Booked) =>
    (await api.call(endpoints.getProfile, { token })).body.stats.lessonsAttended;
  expect([await attended(there), await attended(away)]).toEqual([1, 0]);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('ends the booking of a closed account in a lesson postponed, without an email', async () => {
  const booked = await book();
  api.clock.set(DURING);
  await eraseFamily(api.context(parentOf(booked.student)), await provenParent(booked.student));
  const { body } = await move(booked, '2026-11-25');
  expect(body.lesson.bookedCount).toBe(0);
  expect(await moneyOf(booked)).toEqual({ credits: 1, entries: ['booking -1', 'refund 1'] });
  const emails = await api.database.db
    .selectFrom('emails')
    .select('subject')
    .where('recipient', 'like', `deleted %${booked.student.id}%`)
    .execute();
  expect(emails).toEqual([]);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});
