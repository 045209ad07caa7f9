// Families that have never paid reserve at most half of a lesson, even concurrently; on PostgreSQL
// from two processes.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';

import { RESERVATION_MINUTES } from '../../domain/limits.ts';
import { type Context, transact } from '../engine/context.ts';
import { familyOf, withLesson, withLocks } from '../lessons/locks.ts';
import { reserve as reserveSpot } from '../lessons/spots.ts';
import { createTestDatabase, startTestApp, type TestApp } from '../testing/app.ts';
import type { TestFamily } from '../testing/caller.ts';
import { makeFamily, parentOf } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { makeWeekly, payBefore } from '../testing/paid-lessons.ts';
import { refuseUnpaidReservations } from './reservation-limits.ts';
import { createPayment } from './payments.ts';

vi.setConfig({ testTimeout: 60_000 });

const PROCESSES = inject('engine') === 'postgres' ? 2 : 1;
const SPOTS = 10;

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
  const context = (apps[turn % apps.length] ?? api).context(actor);
  return { ...context, now: context.now + minutesLater * 60_000 };
}

async function makeFamilies(count: number): Promise<TestFamily[]> {
  const families: TestFamily[] = [];
  for (let n = 0; n < count; n += 1) families.push(await makeFamily(api));
  return families;
}

async function reserve(
  family: TestFamily,
  lessonIds: readonly string[],
  minutesLater = 0,
): Promise<string> {
  const credits = lessonIds.length;
  const whom = { familyId: family.id, ownStudent: null, studentId: undefined };
  const order = { credits, amount: credits * 3000, currency: 'gbp' };
  return (
    await createPayment(contextOf(parentOf(family), minutesLater), order, { lessonIds, whom })
  ).id;
}

async function reservedOf(lessonId: string): Promise<number> {
  const { reserved } = await api.database.db
    .selectFrom('lessons')
    .select('reserved')
    .where('id', '=', lessonId)
    .executeTakeFirstOrThrow();
  return reserved;
}

/** How many succeed; the others must be refused because too many spots are reserved. */
async function countReserved(wanted: readonly Promise<unknown>[]): Promise<number> {
  const outcomes = await Promise.allSettled(wanted);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({ code: 'reservations_full' });
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

describe('twenty families that have never paid', () => {
  test('reserve half of each lesson when they start at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const lessons = await makeWeekly(api, 3, { Max_Students: SPOTS });
      const families = await makeFamilies(20);
      const reserved = await countReserved(
        // Each caller uses a different order, which must not deadlock.
        families.map((family, n) =>
          reserve(family, [...lessons.slice(n % 3), ...lessons.slice(0, n % 3)]),
        ),
      );
      expect(reserved).toBe(SPOTS / 2);
      for (const lesson of lessons) expect(await reservedOf(lesson)).toBe(SPOTS / 2);
    }
  });

  test('reserve half while as many reservations expire', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [lesson = ''] = await makeWeekly(api, 1, { Max_Students: SPOTS });
      for (const family of await makeFamilies(SPOTS / 2)) await reserve(family, [lesson]);
      const families = await makeFamilies(20);
      const reserved = await countReserved(
        families.map((family) => reserve(family, [lesson], RESERVATION_MINUTES.untilExpiry)),
      );
      expect(reserved).toBe(SPOTS / 2);
    }
  });

  test('leave all other spots to families that have paid and come at the same time', async () => {
    const [lesson = ''] = await makeWeekly(api, 1, { Max_Students: SPOTS });
    const paid = await makeFamilies(SPOTS / 2);
    for (const family of paid) await payBefore(api, family);
    const families = await makeFamilies(20);
    const outcomes = await Promise.allSettled(
      [...families, ...paid].map((family) => reserve(family, [lesson])),
    );
    expect(outcomes.slice(families.length).every(({ status }) => status === 'fulfilled')).toBe(
      true,
    );
    expect(await reservedOf(lesson)).toBe(SPOTS);
  });

  test('reserve too much with naive code that counts before it locks the lesson', async () => {
    const [lesson = ''] = await makeWeekly(api, 1, { Max_Students: SPOTS });
    const families = await makeFamilies(SPOTS);
    await Promise.all(
      families.map(({ id: familyId }) =>
        transact(contextOf(null), (work) =>
          withLocks(work, { lessons: [lesson], families: [familyId] }, (locks) =>
            refuseUnpaidReservations(work, familyOf(locks, familyId), [...locks.lessons.values()]),
          ),
        ),
      ),
    );
    await Promise.all(
      families.map(() =>
        transact(contextOf(null), (work) =>
          withLesson(work, lesson, async (locked) => {
            if (locked !== null) await reserveSpot(work, locked);
          }),
        ),
      ),
    );
    expect(await reservedOf(lesson)).toBe(SPOTS);
    await sql`update lessons set reserved = 0 where id = ${lesson}`.execute(api.database.db);
  });
});
