// Free first lessons that begin within the hour, of families that have not confirmed their address:
// nobody withdraws those that take place.
import { describe, expect } from 'vitest';

import { settleMoves } from '../lessons/planner/settle-moves.ts';
import type { TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { giveCredits, makeLesson } from '../testing/factories.ts';
import { freeLessonOf } from '../testing/lessons/free-lessons.ts';
import {
  ALL_MARKS,
  book,
  countMarks,
  HAS_IT,
  MAY_HAVE_IT,
  pass,
  unconfirmedTest as test,
} from '../testing/lessons/unconfirmed-grants.ts';

test.override('settings', { credits: 0, now: '2026-11-18T09:00:00.000Z' });

const countUndecided = async ({ database }: TestApp) =>
  (await database.db.selectFrom('unconfirmed_grants').select('family_id').execute()).length;

describe('a free lesson that begins within the hour', () => {
  test.for([{ Time: '10:45:00' }, { Date: '2026-11-19', Time: '08:30:00' }])(
    'stays even if it moves to %o, and is attended',
    async (to, { api, stranger, tutor }) => {
      const { id } = await makeLesson(api, { Date: '2026-11-18', Time: '09:30:00' });
      await book(stranger, id);
      await tutor.updateLesson(id, to);
      for (const hours of [1, 1, 20, 3]) {
        await pass(api, { hours });
        await settleMoves(api.context(null));
      }
      expect(await countMarks(api)).toBe(ALL_MARKS);
      expect((await freeLessonOf(api, stranger.token)).free_lesson).toBe('had');
      expect(await stranger.readEmails('free-lesson-withdrawn:')).toEqual([]);
    },
  );

  test('stays once it has been attended', async ({ api, stranger }) => {
    const { id } = await makeLesson(api, { Date: '2026-11-18', Time: '10:00:00' });
    await book(stranger, id);
    // It starts before the hour is over, so nobody cancels the booking.
    expect((await stranger.readProfile()).confirm_free_lesson_by).toBeNull();
    expect((await stranger.readEmails('booked:'))[0]?.text).not.toContain('booking is cancelled');
    await pass(api, { hours: 30 });
    expect(await freeLessonOf(api, stranger.token)).toEqual({ ...HAS_IT, booked: 0 });
    expect((await stranger.readProfile()).confirm_free_lesson_by).toBeNull();
    expect(await countMarks(api)).toBe(ALL_MARKS);
  });

  test.for([
    ['deletes', (tutor: Caller, id: string) => tutor.deleteLesson(id)],
    ['moves', (tutor: Caller, id: string) => tutor.updateLesson(id, { Date: '2026-11-25' })],
  ] as const)(
    'is withdrawn after a day if the tutor %s it',
    async ([, change], { api, stranger, tutor }) => {
      const { id } = await makeLesson(api, { Date: '2026-11-18', Time: '09:45:00' });
      await book(stranger, id);
      expect((await stranger.readProfile()).confirm_free_lesson_by).toBeNull();
      const when = 'Thursday 19 November 2026 at 09:00 UK time';
      const [booked] = await stranger.readEmails('booked:');
      expect(booked?.text).toContain(
        `Please confirm by ${when} that this address is yours. Otherwise your free lesson is withdrawn then if`,
      );
      expect(booked?.text).toContain('/confirm-email#');
      const [told] = await tutor.readEmails('free-lesson-booked:');
      expect(told?.text).toContain(`put it off, the free lesson is withdrawn on ${when} unless`);
      await change(tutor, id);
      const by = '2026-11-19T09:00:00.000Z';
      expect((await stranger.readProfile()).confirm_free_lesson_by).toBe(by);
      await pass(api, { minutes: 10 });
      await settleMoves(api.context(null));
      await pass(api, { hours: 23, minutes: 50, ms: -1 });
      expect((await stranger.readProfile()).confirm_free_lesson_by).toBe(by);
      await pass(api, { ms: 1 });
      expect(await freeLessonOf(api, stranger.token)).toEqual(MAY_HAVE_IT);
    },
  );

  test.for([
    ['deletes', (tutor: Caller, id: string) => tutor.deleteLesson(id)],
    [
      'corrects and deletes',
      async (tutor: Caller, id: string) => {
        await tutor.updateLesson(id, { Time: '09:30:00' });
        await tutor.deleteLesson(id);
      },
    ],
  ] as const)(
    'stays once it has been attended, though the tutor %s the lesson and the family pays',
    async ([, end], { api, stranger, tutor }) => {
      const { id } = await makeLesson(api, { Date: '2026-11-18', Time: '09:45:00' });
      await book(stranger, id);
      await pass(api, { hours: 2 });
      await giveCredits(api, stranger.id, 1);
      await end(tutor, id);
      await pass(api, { hours: 22 });
      expect(await freeLessonOf(api, stranger.token)).toMatchObject({ credits: 1 });
      expect(await stranger.readEmails('free-lesson-withdrawn:')).toEqual([]);
      expect(await countUndecided(api)).toBe(0);
      expect(await countMarks(api)).toBe(ALL_MARKS);
    },
  );
});
