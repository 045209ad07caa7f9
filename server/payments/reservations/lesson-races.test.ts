// Concurrent reservations, bookings, payments and what ends them; on PostgreSQL in two apps.
import { sql } from 'kysely';
import { expect } from 'vitest';

import { RESERVATION_MINUTES } from '../../../domain/lessons/booking.ts';
import { changeSpots } from '../../booking/change-spots.ts';
import { expireReservations, releaseReservedSpots } from '../../booking/reservations.ts';
import { type Context, transact } from '../../engine/context.ts';
import { bookLesson, bookSeveral } from '../../lessons/bookings/book.ts';
import { cancelBooking } from '../../lessons/bookings/cancel.ts';
import { deleteLesson } from '../../lessons/planner/change-lesson.ts';
import { eraseFamily } from '../../testing/accounts/leaving.ts';
import { Crash, watch } from '../../testing/database/failing.ts';
import { brokenInvariants } from '../../testing/database/invariants.ts';
import { adminOf, makeFamilies, makeFamily, provenParent } from '../../testing/factories.ts';
import { makeWeekly, rotated, spotsOf } from '../../testing/payments/paid-lessons.ts';
import { payBefore, startPayment, reportPayment } from '../../testing/payments/without-provider.ts';
import { race, raceTest, tally } from '../../testing/races/races.ts';
import { test } from '../../testing/test.ts';
import type { PendingPayment } from '../checkout/create-payment.ts';
import { CHECKOUTS_WITH_LESSONS } from './reservation-limits.ts';

raceTest.override('servers', 'two');

const late = <Actor>(context: Context<Actor>) => ({
  ...context,
  now: context.now + RESERVATION_MINUTES.untilExpiry * 60_000,
});

race({
  title: 'never overfills a lesson when families pay and book at the same time',
  setup: async ({ api }) => ({
    lessons: await makeWeekly(api, 3, { Max_Students: 4 }),
    buyers: await makeFamilies(api, 20),
    bookers: await makeFamilies(api, 20, 3),
  }),
  // Each caller uses a different order, which must not deadlock.
  actors: ({ lessons, buyers, bookers, context }) => [
    ...buyers.map((family, n) => () => startPayment(context(family.actor), rotated(lessons, n))),
    ...bookers.map(({ actor }, n) => () => {
      const lessonIds = rotated(lessons, n).toReversed();
      return bookSeveral(context(actor), { lessonIds });
    }),
  ],
  invariant: async ({ api, lessons, outcomes }) => {
    const { done, lesson_full = 0, reservations_full = 0 } = tally(outcomes);
    expect([done, lesson_full + reservations_full]).toEqual([4, 36]);
    for (const lesson of lessons) {
      const { booked, reserved } = await spotsOf(api, lesson);
      expect(booked + reserved).toBe(4);
    }
  },
});

race({
  title: 'gives expired spots to as many families as there are spots',
  rounds: 4,
  setup: async ({ api }) => {
    const [lesson = ''] = await makeWeekly(api, 1, { Max_Students: 3 });
    for (const family of await makeFamilies(api, 3)) {
      await payBefore(family);
      await startPayment(family.context(), [lesson]);
    }
    return { lesson, families: await makeFamilies(api, 8, 1) };
  },
  actors: ({ lesson, families, context }) => [
    ...families.map(
      (family) => () => bookLesson(late(context(family.actor)), { lessonId: lesson }),
    ),
    () => expireReservations(late(context(null))),
    () => expireReservations(late(context(null))),
  ],
  invariant: async ({ api, lesson, outcomes }) => {
    expect(tally(outcomes.slice(0, 8))).toEqual({ done: 3, lesson_full: 5 });
    expect(await spotsOf(api, lesson)).toEqual({ booked: 3, reserved: 0 });
  },
});

race({
  title: 'a family that begins many checkouts at once keeps one reservation',
  rounds: 5,
  setup: async ({ api }) => ({
    lessons: await makeWeekly(api, 4, { Max_Students: 2 }),
    family: await makeFamily(api),
  }),
  actors: ({ lessons, family, context }) =>
    lessons.map(
      (_, n) => () => startPayment(context(family.actor), rotated(lessons, n).slice(0, 2)),
    ),
  invariant: async ({ api, lessons, outcomes }) => {
    expect(tally(outcomes)).toEqual({ done: 4 });
    const all = await Promise.all(lessons.map((lesson) => spotsOf(api, lesson)));
    expect(all.reduce((sum, { reserved }) => sum + reserved, 0)).toBe(2);
  },
});

race({
  title: 'of ten concurrent checkouts of a family, six reserve and four are refused',
  rounds: 3,
  setup: async ({ api }) => ({
    lessons: await makeWeekly(api, 2, { Max_Students: 1 }),
    family: await makeFamily(api),
  }),
  actors: ({ lessons, family, context }) =>
    Array.from({ length: 10 }, () => () => startPayment(context(family.actor), lessons)),
  invariant: async ({ api, lessons, outcomes }) => {
    const { max } = CHECKOUTS_WITH_LESSONS;
    expect(tally(outcomes)).toEqual({ done: max, rate_limited: 10 - max });
    for (const lesson of lessons)
      expect(await spotsOf(api, lesson)).toEqual({ booked: 0, reserved: 1 });
  },
});

race({
  title: 'books each lesson once when a checkout is paid and replaced concurrently',
  rounds: 5,
  setup: async ({ api }) => {
    const lessons = await makeWeekly(api, 2, { Max_Students: 1 });
    const family = await makeFamily(api);
    const replacements: PendingPayment[] = [];
    return {
      lessons,
      family,
      replacements,
      payment: await startPayment(family.context(), lessons),
    };
  },
  actors: ({ lessons, family, payment, replacements, context }) => {
    const replace = async () => {
      replacements.push(await startPayment(context(family.actor), lessons));
    };
    const pay = () => reportPayment(context(null), payment);
    return [replace, pay, pay, replace];
  },
  invariant: async ({ api, lessons, family, replacements, outcomes, context }) => {
    expect([outcomes[1], outcomes[2]]).toEqual(['done', 'done']);
    for (const lesson of lessons) expect(await spotsOf(api, lesson)).toMatchObject({ booked: 1 });
    expect(await family.readCredits()).toBe(0);
    for (const replacement of replacements) await reportPayment(context(null), replacement);
    for (const lesson of lessons)
      expect(await spotsOf(api, lesson)).toEqual({ booked: 1, reserved: 0 });
  },
});

race({
  title: 'breaks no invariant when a payment races with everything that can void it',
  rounds: 6,
  setup: async ({ api, tutor, round }) => {
    const [first = '', second = '', third = ''] = await makeWeekly(api, 3, { Max_Students: 2 });
    const [family, other] = [await makeFamily(api, 1), await makeFamily(api, 1)];
    const bookingId = await family.book(third);
    const payment = await startPayment(family.context(), [first, second]);
    const proven = provenParent(family);
    const admin = adminOf(await tutor());
    return { first, second, family, other, bookingId, payment, proven, admin, round };
  },
  actors: (scene) => {
    const { first, second, family, other, bookingId, payment, proven, admin, context } = scene;
    const book = ({ actor }: typeof family) => bookLesson(context(actor), { lessonId: second });
    return [
      () => reportPayment(context(null), payment),
      () => reportPayment(context(null), payment, 'expired'),
      () => expireReservations(late(context(null))),
      () => deleteLesson(context(admin), first),
      () => book(other),
      () => cancelBooking(context(family.actor), bookingId),
      () => (scene.round % 2 === 0 ? eraseFamily(context(family.actor), proven) : book(family)),
    ];
  },
  invariant: async ({ api, outcomes }) => {
    const expected = ['done', 'already_booked', 'insufficient_credits', 'service_unavailable'];
    for (const outcome of outcomes)
      expect([...expected, 'booking_not_found', 'unauthenticated']).toContain(outcome);
    expect(await brokenInvariants(api.database.db)).toEqual([]);
  },
});

race({
  title: 'releases a reservation once when released three times at once',
  setup: async ({ api }) => {
    const [lesson = ''] = await makeWeekly(api, 1, { Max_Students: 4 });
    const [first, second] = [await makeFamily(api), await makeFamily(api)];
    const { id } = await startPayment(first.context(), [lesson]);
    await startPayment(second.context(), [lesson]);
    return { lesson, id };
  },
  actors: ({ lesson, id, context }) =>
    [1, 2, 3].map(
      () => () =>
        transact(context(null), (work) =>
          changeSpots(work, { lessons: [lesson], frees: () => 1 }, ({ lessons }) =>
            releaseReservedSpots(work, lessons, id),
          ),
        ),
    ),
  invariant: async ({ api, lesson, outcomes }) => {
    expect(outcomes).toEqual(['done', 'done', 'done']);
    expect(await spotsOf(api, lesson)).toEqual({ booked: 0, reserved: 1 });
  },
});

raceTest('rejects the second reservation of naive code that reads first', async ({ api }) => {
  const { db } = api.database;
  const [lesson = ''] = await makeWeekly(api, 1, { Max_Students: 1 });
  const looked = await Promise.all([spotsOf(api, lesson), spotsOf(api, lesson)]);
  const writes = looked
    .filter(({ booked, reserved }) => booked + reserved < 1)
    .map(() => sql`update lessons set reserved = reserved + 1 where id = ${lesson}`.execute(db));
  // A database constraint rejects the second update.
  const outcomes = (await Promise.allSettled(writes)).map(({ status }) => status);
  expect(outcomes.toSorted()).toEqual(['fulfilled', 'rejected']);
  await sql`update lessons set reserved = 0 where id = ${lesson}`.execute(db);
});

test('a crash at any statement books nothing; the retry books once', async ({ api }) => {
  const family = await makeFamily(api);
  const crash = new Crash();
  const database = watch(api.database, crash.onStatement);
  const payment = await startPayment(
    family.context(),
    await makeWeekly(api, 2, { Max_Students: 1 }),
  );
  const areBooked = async () => (await family.listLessons()).map(({ isBooked }) => isBooked);
  const { deaths } = await crash.survive(
    () => reportPayment({ ...api.context(null), database }, payment),
    async () => {
      expect(await areBooked()).toEqual([false, false]);
      expect(await brokenInvariants(api.database.db)).toEqual([]);
    },
  );
  expect(deaths).toBeGreaterThan(20);
  expect(await areBooked()).toEqual([true, true]);
  expect(await family.readCredits()).toBe(0);
});
