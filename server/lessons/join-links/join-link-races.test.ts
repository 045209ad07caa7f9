// Joins a lesson while others join, the lesson moves or the booking ends.
import { describe, expect, inject } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { MINUTE_MS } from '../../../domain/time.ts';
import { changeSpots } from '../../booking/change-spots.ts';
import { familyOf, requireLesson } from '../../booking/locks.ts';
import { cancel } from '../../booking/spots.ts';
import { returnCredit } from '../../credits/return-credit.ts';
import { brokenInvariants } from '../../testing/database/invariants.ts';
import { adminOf, joinTokenOf, makeBooking } from '../../testing/factories.ts';
import { overlap } from '../../testing/races/locks.ts';
import { test as base } from '../../testing/test.ts';
import { updateLesson } from '../planner/change-lesson.ts';
import { settleMoves } from '../planner/settle-moves.ts';
import { joinLesson } from './join-links.ts';

const OPEN = Date.parse('2026-11-21T08:50:00.000Z');
const NEXT_WEEK = { Date: '2026-11-28' };

const test = base
  .extend('booking', async ({ api, family, lesson }) => {
    const id = await makeBooking(api, family, lesson.id);
    return { id, lessonId: lesson.id, token: await joinTokenOf(api, id) };
  })
  .extend('join', ({ api, booking }) => (after = 0) => {
    return joinLesson({ ...api.context(null), now: OPEN + after }, booking.token);
  })
  .extend('move', ({ api, tutor, lesson }) => () => {
    return updateLesson({ ...api.context(adminOf(tutor)), now: OPEN }, lesson.id, NEXT_WEEK);
  })
  .extend('joinedAt', ({ api, booking }) => async () => {
    const bookings = api.database.db.selectFrom('bookings').select('joined_at');
    return (await bookings.where('id', '=', booking.id).executeTakeFirstOrThrow()).joined_at;
  });

test('records one join of many at once, and ignores later ones', async ({ join, joinedAt }) => {
  const links = await Promise.all(Array.from({ length: 20 }, (_, n) => join(n)));
  expect(new Set(links).size).toBe(1);
  const noted = await joinedAt();
  expect(noted).toBeGreaterThanOrEqual(OPEN);
  await Promise.all(Array.from({ length: 5 }, (_, n) => join(1000 + n)));
  expect(await joinedAt()).toBe(noted);
});

describe('control', () => {
  test.override('settings', { mayBreakInvariants: true });

  test('code that reads first records a join of a moved lesson', async ({ api, booking, move }) => {
    const { token } = booking;
    const { join } = (await api.call(endpoints.readJoinLink, { params: { token } })).body;
    await move();
    await settleMoves({ ...api.context(null), now: OPEN + 10 * MINUTE_MS });
    if (Date.parse(join.opens_at) <= OPEN)
      await api.database.db
        .updateTable('bookings')
        .set({ joined_at: OPEN })
        .where('join_token', '=', token)
        .execute();
    expect(await brokenInvariants(api.database.db)).toEqual([
      'lessons were joined only while the join link was open: 1',
    ]);
  });
});

describe.runIf(inject('engine') === 'postgres')('a join that waits', () => {
  test('is refused once the lesson is moved', async ({ api, lesson, join, joinedAt }) => {
    const joining = overlap(
      api,
      ({ tx }) =>
        tx
          .updateTable('lessons')
          .set({ date: NEXT_WEEK.Date, starts_at: OPEN + 7 * 86_400_000 })
          .where('id', '=', lesson.id)
          .execute(),
      join,
    );
    await expect(joining).rejects.toMatchObject({ code: 'join_closed' });
    expect(await joinedAt()).toBeNull();
  });

  test('finds no link once the booking ends', async ({ api, family, booking, join, joinedAt }) => {
    const { id: bookingId, lessonId } = booking;
    const joining = overlap(
      api,
      async (work) => {
        const request = { lessons: [lessonId], families: [family.id], frees: () => 1 };
        await changeSpots(work, request, async (locks) => {
          const lesson = requireLesson(locks, lessonId);
          const ended = await cancel(work, lesson, { bookingId, noticeMinutes: 0 });
          if (typeof ended === 'string') throw new Error(ended);
          await returnCredit(work, familyOf(locks, family.id), ended, { kind: 'refund' });
        });
      },
      join,
    );
    await expect(joining).rejects.toMatchObject({ code: 'join_link_not_found' });
    expect(await joinedAt()).toBeNull();
  });
});

test.runIf(inject('engine') === 'sqlite')(
  'the embedded engine serialises writes',
  async ({ api, move, join, joinedAt }) => {
    await Promise.all([move(), join()]);
    await settleMoves({ ...api.context(null), now: OPEN + 10 * MINUTE_MS });
    expect(await joinedAt()).toBeNull();
  },
);
