// Concurrent reservations, bookings, payments and what ends them; on PostgreSQL from two processes.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { CHECKOUTS_WITH_LESSONS, RESERVATION_MINUTES } from '../../domain/limits.ts';
import { expireReservations, releaseReservedSpots } from '../lessons/reservations.ts';
import { bookLesson, bookSeveral } from '../lessons/book.ts';
import { cancelBooking } from '../lessons/cancel.ts';
import { type Context, transact } from '../engine/context.ts';
import { deleteLesson } from '../lessons/change-lesson.ts';
import { eraseFamily } from '../families/erasure.ts';
import { createTestDatabase, startTestApp, type TestApp } from '../testing/app.ts';
import type { TestFamily } from '../testing/caller.ts';
import { adminOf, makeAdmin, makeFamily, parentOf, provenParent } from '../testing/factories.ts';
import { lock } from '../testing/begun.ts';
import { Crash, watch } from '../testing/failing.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { makeWeekly, payBefore } from '../testing/paid-lessons.ts';
import { creditsOf } from '../testing/payments.ts';
import { applySession, createPayment } from './payments.ts';

vi.setConfig({ testTimeout: 60_000 });

const PROCESSES = inject('engine') === 'postgres' ? 2 : 1;

let apps: TestApp[];
let api: TestApp;
let drop: () => Promise<void>;
beforeAll(async () => {
  const { options, drop: dropDatabase } = await createTestDatabase();
  drop = dropDatabase;
  apps = [];
  for (let n = 0; n < PROCESSES; n += 1)
    apps.push(await startTestApp({ on: { ...options, exclusive: false } }));
  [api] = apps as [TestApp];
});
afterAll(async () => {
  expect(await brokenInvariants(api.database.db)).toEqual([]);
  for (const app of apps) await app.close();
  await drop();
});

let turn = 0;
/** A context for an operation, from each process in turn. */
function contextOf<Actor>(actor: Actor, minutesLater = 0): Context<Actor> {
  turn += 1;
  const app = apps[turn % apps.length] ?? api;
  const context = app.context(actor);
  return { ...context, now: context.now + minutesLater * 60_000 };
}

const order = (credits: number) => ({ credits, amount: credits * 3000, currency: 'gbp' });

/** Begins a checkout for lessons; returns the payment id. */
async function reserve(
  family: TestFamily,
  lessonIds: readonly string[],
  minutesLater = 0,
): Promise<string> {
  const whom = { familyId: family.id, ownStudent: null, studentId: undefined };
  const context = contextOf(parentOf(family), minutesLater);
  return (await createPayment(context, order(lessonIds.length), { lessonIds, whom })).id;
}

async function applyPayment(
  paymentId: string,
  credits: number,
  outcome: 'paid' | 'expired' = 'paid',
  minutesLater = 0,
): Promise<void> {
  const facts = { sessionId: `cs_${paymentId}`, paymentId, paymentIntent: `pi_${paymentId}` };
  await applySession(contextOf(null, minutesLater), {
    ...facts,
    outcome,
    amount: credits * 3000,
    currency: 'gbp',
  });
}

async function makeFamilies(count: number, credits = 0): Promise<TestFamily[]> {
  const families: TestFamily[] = [];
  for (let n = 0; n < count; n += 1) families.push(await makeFamily(api, credits));
  return families;
}

async function spotsOf(lessonId: string) {
  return api.database.db
    .selectFrom('lessons')
    .select(['booked', 'reserved'])
    .where('id', '=', lessonId)
    .executeTakeFirstOrThrow();
}

/** Counts the calls that succeeded. The others must fail with one of the codes. */
async function settle(wanted: readonly Promise<unknown>[], ...codes: string[]): Promise<number> {
  const outcomes = await Promise.allSettled(wanted);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(codes, String(outcome.reason)).toContain((outcome.reason as { code?: string }).code);
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

test('never overfills a lesson when families pay and book at the same time', async () => {
  const lessons = await makeWeekly(api, 3, { Max_Students: 4 });
  const [buyers, bookers] = [await makeFamilies(20), await makeFamilies(20, 3)];
  const won = await settle(
    buyers.flatMap((buyer, n) => {
      const booker = bookers[n];
      if (booker === undefined) return [];
      // Each caller uses a different order, which must not deadlock.
      const wanted = [...lessons.slice(n % 3), ...lessons.slice(0, n % 3)];
      return [
        reserve(buyer, wanted),
        bookSeveral(contextOf(parentOf(booker)), { lessonIds: wanted.toReversed() }),
      ];
    }),
    'lesson_full',
    'reservations_full',
  );
  expect(won).toBe(4);
  for (const lesson of lessons) {
    const { booked, reserved } = await spotsOf(lesson);
    expect(booked + reserved).toBe(4);
  }
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('rejects the second reservation of naive code that reads first', async () => {
  const [lesson = ''] = await makeWeekly(api, 1, { Max_Students: 1 });
  const looked = await Promise.all([spotsOf(lesson), spotsOf(lesson)]);
  const writes = looked
    .filter(({ booked, reserved }) => booked + reserved < 1)
    .map(() =>
      sql`update lessons set reserved = reserved + 1 where id = ${lesson}`.execute(api.database.db),
    );
  // A database constraint rejects the second update.
  const outcomes = await Promise.allSettled(writes);
  expect(outcomes).toHaveLength(2);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  await sql`update lessons set reserved = 0 where id = ${lesson}`.execute(api.database.db);
});

test('gives expired spots to as many families as there are spots', async () => {
  for (let round = 0; round < 4; round += 1) {
    const [lesson = ''] = await makeWeekly(api, 1, { Max_Students: 3 });
    for (const family of await makeFamilies(3)) {
      await payBefore(api, family);
      await reserve(family, [lesson]);
    }
    const late = RESERVATION_MINUTES.untilExpiry;
    const won = await settle(
      [
        ...(await makeFamilies(8, 1)).map((family) =>
          bookLesson(contextOf(parentOf(family), late), { lessonId: lesson }),
        ),
        expireReservations(contextOf(null, late)).then(() => Promise.reject(new Swept())),
        expireReservations(contextOf(null, late)).then(() => Promise.reject(new Swept())),
      ],
      'lesson_full',
      'swept',
    );
    expect(won).toBe(3);
    expect(await spotsOf(lesson)).toEqual({ booked: 3, reserved: 0 });
  }
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

/** A finished sweep, which must not count as a won spot. */
class Swept extends Error {
  readonly code = 'swept';
}

test('a family that begins many checkouts at once keeps one reservation', async () => {
  for (let round = 0; round < 5; round += 1) {
    const lessons = await makeWeekly(api, 4, { Max_Students: 2 });
    const [family] = await makeFamilies(1);
    if (family === undefined) expect.unreachable();
    const wanted = lessons.map((_, n) => [lessons[n] ?? '', lessons[(n + 1) % 4] ?? '']);
    expect(await settle(wanted.map((two) => reserve(family, two)))).toBe(4);
    const all = await Promise.all(lessons.map(spotsOf));
    expect(all.reduce((sum, { reserved }) => sum + reserved, 0)).toBe(2);
    expect(await brokenInvariants(api.database.db)).toEqual([]);
  }
});

test('of ten concurrent checkouts of a family, six reserve and four are refused', async () => {
  for (let round = 0; round < 3; round += 1) {
    const lessons = await makeWeekly(api, 2, { Max_Students: 1 });
    const [family] = await makeFamilies(1);
    if (family === undefined) expect.unreachable();
    const ten = Array.from({ length: 10 }, () => reserve(family, lessons));
    expect(await settle(ten, 'rate_limited')).toBe(CHECKOUTS_WITH_LESSONS.max);
    for (const lesson of lessons) expect(await spotsOf(lesson)).toEqual({ booked: 0, reserved: 1 });
    expect(await brokenInvariants(api.database.db)).toEqual([]);
  }
});

test('books each lesson once when a checkout is paid and replaced concurrently', async () => {
  for (let round = 0; round < 5; round += 1) {
    const lessons = await makeWeekly(api, 2, { Max_Students: 1 });
    const [family] = await makeFamilies(1);
    if (family === undefined) expect.unreachable();
    const first = await reserve(family, lessons);
    const again = () => reserve(family, lessons).catch((error: unknown) => error);
    const later = await Promise.all([
      again(),
      applyPayment(first, 2),
      applyPayment(first, 2),
      again(),
    ]);
    for (const lesson of lessons) expect(await spotsOf(lesson)).toMatchObject({ booked: 1 });
    expect(await creditsOf(api, family)).toBe(0);
    for (const id of later) if (typeof id === 'string') await applyPayment(id, 2);
    for (const lesson of lessons) expect(await spotsOf(lesson)).toEqual({ booked: 1, reserved: 0 });
    expect(await brokenInvariants(api.database.db)).toEqual([]);
  }
});

test('breaks no invariant when a payment races with everything that can void it', async () => {
  for (let round = 0; round < 6; round += 1) {
    const admin = await makeAdmin(api);
    const lessons = await makeWeekly(api, 3, { Max_Students: 2 });
    const [family, other] = await makeFamilies(2, 1);
    if (family === undefined || other === undefined) expect.unreachable();
    const { booking } = await bookLesson(contextOf(parentOf(family)), {
      lessonId: lessons[2] ?? '',
    });
    const id = await reserve(family, lessons.slice(0, 2));
    await settle(
      [
        applyPayment(id, 2),
        applyPayment(id, 2, 'expired'),
        expireReservations(contextOf(null, RESERVATION_MINUTES.untilExpiry)),
        deleteLesson(contextOf(adminOf(admin)), lessons[0] ?? ''),
        bookLesson(contextOf(parentOf(other)), { lessonId: lessons[1] ?? '' }),
        cancelBooking(contextOf(parentOf(family)), booking.id),
        ...(round % 2 === 0
          ? [eraseFamily(contextOf(parentOf(family)), await provenParent(family))]
          : [bookLesson(contextOf(parentOf(family)), { lessonId: lessons[1] ?? '' })]),
      ],
      'already_booked',
      'insufficient_credits',
      'service_unavailable',
      'booking_not_found',
      'unauthenticated',
    );
    expect(await brokenInvariants(api.database.db)).toEqual([]);
  }
});

test('a crash at any statement books nothing; the retry books once', async () => {
  const crash = new Crash();
  const mortal = await startTestApp({ wrap: (database) => watch(database, crash.onStatement) });
  const [a = '', b = ''] = await makeWeekly(mortal, 2, { Max_Students: 1 });
  const family = await makeFamily(mortal);
  const database = watch(mortal.database, crash.onStatement);
  const whom = { familyId: family.id, ownStudent: null, studentId: undefined };
  const { id } = await createPayment(mortal.context(parentOf(family)), order(2), {
    lessonIds: [a, b],
    whom,
  });
  const facts = { sessionId: 'cs_1', paymentId: id, paymentIntent: 'pi_1', currency: 'gbp' };
  let deaths = 0;
  for (;;) {
    crash.arm(deaths + 1);
    const attempt = applySession(
      { ...mortal.context(null), database },
      { ...facts, amount: 6000, outcome: 'paid' },
    );
    const [outcome] = await Promise.allSettled([attempt]);
    const { hasHappened } = crash;
    crash.arm(null);
    if (!hasHappened) {
      expect(outcome.status).toBe('fulfilled');
      break;
    }
    deaths += 1;
    const lesson = await mortal.call(endpoints.listLessons, { token: family.token });
    expect(lesson.body.lessons.map(({ isBooked }) => isBooked)).toEqual([false, false]);
    expect(await brokenInvariants(mortal.database.db)).toEqual([]);
  }
  expect(deaths).toBeGreaterThan(20);
  const { body } = await mortal.call(endpoints.listLessons, { token: family.token });
  expect(body.lessons.map(({ isBooked }) => isBooked)).toEqual([true, true]);
  expect(await creditsOf(mortal, family)).toBe(0);
  expect(await brokenInvariants(mortal.database.db)).toEqual([]);
  await mortal.close();
});

test('releases a reservation once when released twice at once', async () => {
  const [lesson = ''] = await makeWeekly(api, 1, { Max_Students: 4 });
  const [family, other] = await makeFamilies(2);
  if (family === undefined || other === undefined) expect.unreachable();
  const id = await reserve(family, [lesson]);
  await reserve(other, [lesson]);
  const release = () =>
    transact(contextOf(null), async (work) => {
      const { lessons } = await lock(work, { lessons: [lesson] });
      await releaseReservedSpots(work, lessons, id);
    });
  await Promise.all([release(), release(), release()]);
  expect(await spotsOf(lesson)).toEqual({ booked: 0, reserved: 1 });
});
