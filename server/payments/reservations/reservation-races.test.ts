// Families that have never paid reserve at most half of a lesson, even concurrently; on PostgreSQL
// in two apps.
import { sql } from 'kysely';
import { expect } from 'vitest';

import { RESERVATION_MINUTES } from '../../../domain/lessons/booking.ts';
import { familyOf, withLesson, withLocks } from '../../booking/locks.ts';
import { reserveSpot } from '../../booking/spots.ts';
import { transact, type Work } from '../../engine/context.ts';
import type { TestFamily } from '../../testing/caller.ts';
import { makeFamilies } from '../../testing/factories.ts';
import { makeWeekly, rotated, spotsOf } from '../../testing/payments/paid-lessons.ts';
import { payBefore, startPayment } from '../../testing/payments/without-provider.ts';
import { race, raceTest, tally } from '../../testing/races/races.ts';
import { requireFewUnpaidReservations } from './reservation-limits.ts';

raceTest.override('servers', 'two');

const SPOTS = 10;
const HALF = { done: SPOTS / 2, reservations_full: 20 - SPOTS / 2 };

race({
  title: 'twenty families that have never paid reserve half of each lesson',
  rounds: 4,
  setup: async ({ api }) => ({
    lessons: await makeWeekly(api, 3, { Max_Students: SPOTS }),
    families: await makeFamilies(api, 20),
  }),
  // Each caller uses a different order, which must not deadlock.
  actors: ({ lessons, families, context }) =>
    families.map((family, n) => () => startPayment(context(family.actor), rotated(lessons, n))),
  invariant: async ({ api, lessons, outcomes }) => {
    expect(tally(outcomes)).toEqual(HALF);
    for (const lesson of lessons)
      expect(await spotsOf(api, lesson)).toEqual({ booked: 0, reserved: SPOTS / 2 });
  },
});

race({
  title: 'twenty families reserve half while as many reservations expire',
  rounds: 4,
  setup: async ({ api }) => {
    const lessons = await makeWeekly(api, 1, { Max_Students: SPOTS });
    for (const family of await makeFamilies(api, SPOTS / 2))
      await startPayment(family.context(), lessons);
    return { lessons, families: await makeFamilies(api, 20) };
  },
  actors: ({ lessons, families, context }) =>
    families.map(({ actor }) => () => {
      const { now, ...rest } = context(actor);
      const later = { ...rest, now: now + RESERVATION_MINUTES.untilExpiry * 60_000 };
      return startPayment(later, lessons);
    }),
  invariant: ({ outcomes }) => expect(tally(outcomes)).toEqual(HALF),
});

race({
  title: 'leaves all other spots to families that have paid and come at the same time',
  setup: async ({ api }) => {
    const lessons = await makeWeekly(api, 1, { Max_Students: SPOTS });
    const paid = await makeFamilies(api, SPOTS / 2);
    for (const family of paid) await payBefore(family);
    return { lessons, families: [...(await makeFamilies(api, 20)), ...paid] };
  },
  actors: ({ lessons, families, context }) =>
    families.map((family) => () => startPayment(context(family.actor), lessons)),
  invariant: async ({ api, lessons, outcomes }) => {
    expect(tally(outcomes.slice(20))).toEqual({ done: SPOTS / 2 });
    expect(await spotsOf(api, lessons[0])).toEqual({ booked: 0, reserved: SPOTS });
  },
});

raceTest('naive code that counts before it locks reserves too much', async ({ api, arena }) => {
  const [lesson = ''] = await makeWeekly(api, 1, { Max_Students: SPOTS });
  const families = await makeFamilies(api, SPOTS);
  const inTransactions = (act: (work: Work, family: TestFamily) => Promise<unknown>) =>
    Promise.all(
      families.map((family) => transact(arena.context(null), (work) => act(work, family))),
    );
  await inTransactions((work, { id: familyId }) =>
    withLocks(work, { lessons: [lesson], families: [familyId] }, (locks) =>
      requireFewUnpaidReservations(work, familyOf(locks, familyId), [...locks.lessons.values()]),
    ),
  );
  await inTransactions((work) =>
    withLesson(work, lesson, async (locked) => {
      if (locked !== null) await reserveSpot(work, locked);
    }),
  );
  expect(await spotsOf(api, lesson)).toEqual({ booked: 0, reserved: SPOTS });
  await sql`update lessons set reserved = 0 where id = ${lesson}`.execute(api.database.db);
});
