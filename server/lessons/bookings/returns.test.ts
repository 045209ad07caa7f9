// A booking returns its credit at most once: absent, cancelled, lesson deleted or account closed.
import { expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { eraseFamily } from '../../testing/accounts/leaving.ts';
import type { TestApp } from '../../testing/app.ts';
import type { Caller, TestFamily } from '../../testing/caller.ts';
import { readEmails } from '../../testing/emails.ts';
import { makeFamily, makeLesson, provenParent, signInAgain } from '../../testing/factories.ts';
import { test as base } from '../../testing/test.ts';
import { settleMoves } from '../planner/settle-moves.ts';

const DURING = '2026-11-18T13:30:00Z';
const NEXT_WEEK = '2026-11-25T13:30:00Z';

/** A booking by a family with this one credit; the lesson starts at 13:00, an hour from now. */
async function makeBooked(api: TestApp, tutor: Caller) {
  const family: TestFamily = await makeFamily(api, 1);
  const lesson = await makeLesson(api, { Date: '2026-11-18', Time: '13:00:00' });
  const bookingId = await family.book(lesson.id);
  const tutorNow = () => signInAgain(api, tutor);
  return {
    family,
    lessonId: lesson.id,
    bookingId,
    cancel: async () => (await family.cancel(bookingId)).body.creditsRemaining,
    mark: async (absent: boolean) =>
      (await tutorNow()).either(endpoints.markAttendance, {
        params: { bookingId },
        body: { absent },
      }),
    /** Moves the lesson, and lets the move settle. */
    move: async (date: string) => {
      await (await tutorNow()).updateLesson(lesson.id, { Date: date });
      api.clock.advance({ minutes: 10 });
      await settleMoves(api.context(null));
    },
    deleteLesson: async () => (await tutorNow()).deleteLesson(lesson.id),
    closeAccount: async () => eraseFamily(family.context(), provenParent(family)),
    /** The balance, and the booking's ledger entries, oldest first. */
    money: async () => {
      const { db } = api.database;
      const entries = db
        .selectFrom('credit_ledger')
        .select(['kind', 'amount'])
        .where('booking_id', '=', bookingId);
      const balance = db
        .selectFrom('balances')
        .select('credits')
        .where('family_id', '=', family.id);
      const { credits } = await balance.executeTakeFirstOrThrow();
      const rows = await entries.orderBy('seq').execute();
      return [credits, ...rows.map(({ kind, amount }) => `${kind} ${amount}`)];
    },
    /** The email about the end of the booking. */
    email: async (what: 'cancelled' | 'lesson-cancelled') =>
      (await readEmails(api, null, `${what}:${bookingId}`))[0]?.text,
  };
}

const test = base
  .extend('booked', ({ api, tutor }) => makeBooked(api, tutor))
  /** Marked absent; the lesson was moved to next week. */
  .extend('postponed', async ({ api, booked }) => {
    api.clock.set(DURING);
    await booked.mark(true);
    await booked.move('2026-11-25');
    return booked;
  });

const RETURNED_ONCE = [1, 'booking -1', 'adjustment 1'];

test('returns the credit once: absent, postponed and cancelled', async ({ postponed }) => {
  expect(await postponed.cancel()).toBe(1);
  expect(await postponed.money()).toEqual(RETURNED_ONCE);
  expect(await postponed.family.readLesson(postponed.lessonId)).toMatchObject({
    isBooked: false,
    availableSpots: 10,
  });
  const text = await postponed.email('cancelled');
  expect(text).toContain('had already been returned');
  expect(text).not.toContain('refunded');
});

test('returns the credit once: absent, postponed and the lesson deleted', async ({ postponed }) => {
  await postponed.deleteLesson();
  expect(await postponed.money()).toEqual(RETURNED_ONCE);
  const text = await postponed.email('lesson-cancelled');
  expect(text).toContain('had already been returned');
  expect(text).not.toContain('refunded');
});

test('returns the credit once: absent, postponed and the account closed', async ({ postponed }) => {
  await postponed.closeAccount();
  expect(await postponed.money()).toEqual(RETURNED_ONCE);
});

test('returns what a booking costs after moves back and forth', async ({ api, postponed }) => {
  api.clock.set(NEXT_WEEK);
  await postponed.mark(false);
  await postponed.move('2026-12-02');
  expect(await postponed.cancel()).toBe(1);
  expect(await postponed.money()).toEqual([...RETURNED_ONCE, 'adjustment -1', 'refund 1']);
  expect(await postponed.email('cancelled')).toMatch(/Your credit for .+ has been refunded\./);
});

test('removes an absence only after the new start', async ({ api, postponed }) => {
  expect((await postponed.mark(false)).body).toMatchObject({ code: 'lesson_not_started' });
  api.clock.set(NEXT_WEEK);
  await postponed.mark(false);
  expect((await postponed.money())[0]).toBe(0);
});

test('returns nothing for a lesson deleted after its start', async ({ api, tutor, booked }) => {
  const absent = await makeBooked(api, tutor);
  api.clock.set(DURING);
  await absent.mark(true);
  for (const each of [booked, absent]) await each.deleteLesson();
  expect(await booked.money()).toEqual([0, 'booking -1']);
  expect(await absent.money()).toEqual(RETURNED_ONCE);
  // The attendance is kept.
  api.clock.set('2026-11-18T15:00:00Z');
  expect((await booked.family.readProfile()).stats.lessonsAttended).toBe(1);
  expect((await absent.family.readProfile()).stats.lessonsAttended).toBe(0);
});

test('ends the booking of a closed account in a postponed lesson', async ({ api, booked }) => {
  api.clock.set(DURING);
  await booked.closeAccount();
  await booked.move('2026-11-25');
  expect(await api.database.db.selectFrom('lessons').select('booked').execute()).toEqual([
    { booked: 0 },
  ]);
  expect(await booked.money()).toEqual([1, 'booking -1', 'refund 1']);
  const emails = api.database.db.selectFrom('emails').select('subject');
  const undeliverable = emails.where('recipient', 'like', `deleted %${booked.family.id}%`);
  expect(await undeliverable.execute()).toEqual([]);
});
