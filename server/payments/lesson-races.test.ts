// Holds, bookings, payments and what ends them, all at once; on PostgreSQL from two processes'
// connections.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { CHECKOUTS_WITH_LESSONS, RESERVATION_MINUTES } from '../../domain/limits.ts';
import { releaseReservedSpots } from '../lessons/reservations.ts';
import { expireReservations } from '../lessons/expired-reservations.ts';
import { bookSeveral } from '../lessons/book-several.ts';
import { bookLesson, cancelBooking } from '../lessons/book.ts';
import { type Context, transact } from '../engine/context.ts';
import { deleteLesson } from '../lessons/change-lesson.ts';
import { eraseFamily } from '../families/erasure.ts';
import { createTestDatabase, startTestApp, type TestApp } from '../testing/app.ts';
import {
  adminOf,
  type FamilyHolder,
  makeAdmin,
  makeFamily,
  parentOf,
  provenParent,
} from '../testing/factories.ts';
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
/** What operations are handed, of each process in its turn. */
function contextOf<Actor>(actor: Actor, minutesLater = 0): Context<Actor> {
  turn += 1;
  const app = apps[turn % apps.length] ?? api;
  const context = app.context(actor);
  return { ...context, now: context.now + minutesLater * 60_000 };
}

const order = (credits: number) => ({ credits, amount: credits * 3000, currency: 'gbp' });

/** Begins a checkout for lessons; returns the purchase. */
async function keep(
  family: FamilyHolder,
  lessonIds: readonly string[],
  minutesLater = 0,
): Promise<string> {
  const whom = { familyId: family.id, ownStudent: null, studentId: undefined };
  const context = contextOf(parentOf(family), minutesLater);
  return (await createPayment(context, order(lessonIds.length), { lessonIds, whom })).id;
}

async function hear(
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

async function makeFamilies(count: number, credits = 0): Promise<FamilyHolder[]> {
  const families: FamilyHolder[] = [];
  for (let n = 0; n < count; n += 1) families.push(await makeFamily(api, credits));
  return families;
}

async function places(lessonId: string) {
  return api.database.db
    .selectFrom('lessons')
    .select(['booked', 'reserved'])
    .where('id', '=', lessonId)
    .executeTakeFirstOrThrow();
}

/** Counts who got what they wanted; whoever did not has been refused with one of the codes. */
async function settle(wanted: readonly Promise<unknown>[], ...codes: string[]): Promise<number> {
  const outcomes = await Promise.allSettled(wanted);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(codes, String(outcome.reason)).toContain((outcome.reason as { code?: string }).code);
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

test('of those who pay and those who book as many are in as there are places', async () => {
  const lessons = await makeWeekly(api, 3, { Max_Students: 4 });
  const [buyers, bookers] = [await makeFamilies(20), await makeFamilies(20, 3)];
  const won = await settle(
    buyers.flatMap((buyer, n) => {
      const booker = bookers[n];
      if (booker === undefined) return [];
      // Each in another order: nobody may wait for somebody who waits.
      const wanted = [...lessons.slice(n % 3), ...lessons.slice(0, n % 3)];
      return [
        keep(buyer, wanted),
        bookSeveral(contextOf(parentOf(booker)), { lessonIds: wanted.toReversed() }),
      ];
    }),
    'lesson_full',
    'reservations_full',
  );
  expect(won).toBe(4);
  for (const lesson of lessons) {
    const { booked, reserved } = await places(lesson);
    expect(booked + reserved).toBe(4);
  }
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('whoever looks first and keeps a place afterwards keeps too many', async () => {
  const [lesson = ''] = await makeWeekly(api, 1, { Max_Students: 1 });
  const looked = await Promise.all([places(lesson), places(lesson)]);
  const writes = looked
    .filter(({ booked, reserved }) => booked + reserved < 1)
    .map(() =>
      sql`update lessons set reserved = reserved + 1 where id = ${lesson}`.execute(api.database.db),
    );
  // The database itself refuses the second.
  const outcomes = await Promise.allSettled(writes);
  expect(outcomes).toHaveLength(2);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  await sql`update lessons set reserved = 0 where id = ${lesson}`.execute(api.database.db);
});

test('what lapses while many come for it goes to as many as there are places', async () => {
  for (let round = 0; round < 4; round += 1) {
    const [lesson = ''] = await makeWeekly(api, 1, { Max_Students: 3 });
    for (const family of await makeFamilies(3)) {
      await payBefore(api, family);
      await keep(family, [lesson]);
    }
    const late = RESERVATION_MINUTES.kept;
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
    expect(await places(lesson)).toEqual({ booked: 3, reserved: 0 });
  }
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

/** A sweep that is done, and wins no place. */
class Swept extends Error {
  readonly code = 'swept';
}

test('a family that begins many checkouts at once keeps the places of one', async () => {
  for (let round = 0; round < 5; round += 1) {
    const lessons = await makeWeekly(api, 4, { Max_Students: 2 });
    const [family] = await makeFamilies(1);
    if (family === undefined) expect.unreachable();
    const wanted = lessons.map((_, n) => [lessons[n] ?? '', lessons[(n + 1) % 4] ?? '']);
    expect(await settle(wanted.map((two) => keep(family, two)))).toBe(4);
    const all = await Promise.all(lessons.map(places));
    expect(all.reduce((sum, { reserved }) => sum + reserved, 0)).toBe(2);
    expect(await brokenInvariants(api.database.db)).toEqual([]);
  }
});

test('of ten checkouts that a family begins at once six keep places, one after the other, and four are too many', async () => {
  for (let round = 0; round < 3; round += 1) {
    const lessons = await makeWeekly(api, 2, { Max_Students: 1 });
    const [family] = await makeFamilies(1);
    if (family === undefined) expect.unreachable();
    const ten = Array.from({ length: 10 }, () => keep(family, lessons));
    expect(await settle(ten, 'rate_limited')).toBe(CHECKOUTS_WITH_LESSONS.most);
    for (const lesson of lessons) expect(await places(lesson)).toEqual({ booked: 0, reserved: 1 });
    expect(await brokenInvariants(api.database.db)).toEqual([]);
  }
});

test('replaced twice while the payment of the first is heard: each lesson is booked once, each credit kept', async () => {
  for (let round = 0; round < 5; round += 1) {
    const lessons = await makeWeekly(api, 2, { Max_Students: 1 });
    const [family] = await makeFamilies(1);
    if (family === undefined) expect.unreachable();
    const first = await keep(family, lessons);
    const again = () => keep(family, lessons).catch((error: unknown) => error);
    const later = await Promise.all([again(), hear(first, 2), hear(first, 2), again()]);
    for (const lesson of lessons) expect(await places(lesson)).toMatchObject({ booked: 1 });
    expect(await creditsOf(api, family)).toBe(0);
    for (const id of later) if (typeof id === 'string') await hear(id, 2);
    for (const lesson of lessons) expect(await places(lesson)).toEqual({ booked: 1, reserved: 0 });
    expect(await brokenInvariants(api.database.db)).toEqual([]);
  }
});

test('a payment beside all that may make its lessons void stays one payment', async () => {
  for (let round = 0; round < 6; round += 1) {
    const admin = await makeAdmin(api);
    const lessons = await makeWeekly(api, 3, { Max_Students: 2 });
    const [family, other] = await makeFamilies(2, 1);
    if (family === undefined || other === undefined) expect.unreachable();
    const { booking } = await bookLesson(contextOf(parentOf(family)), {
      lessonId: lessons[2] ?? '',
    });
    const id = await keep(family, lessons.slice(0, 2));
    await settle(
      [
        hear(id, 2),
        hear(id, 2, 'expired'),
        expireReservations(contextOf(null, RESERVATION_MINUTES.kept)),
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

test('fulfilment that dies between any two of its steps books nothing, and once when it is tried again', async () => {
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

test('a hold that is let go twice at once is let go once', async () => {
  const [lesson = ''] = await makeWeekly(api, 1, { Max_Students: 4 });
  const [family, other] = await makeFamilies(2);
  if (family === undefined || other === undefined) expect.unreachable();
  const id = await keep(family, [lesson]);
  await keep(other, [lesson]);
  const release = () => transact(contextOf(null), (work) => releaseReservedSpots(work, id));
  await Promise.all([release(), release(), release()]);
  expect(await places(lesson)).toEqual({ booked: 0, reserved: 1 });
});
