// Concurrent requests for the same spots and credits over HTTP; on PostgreSQL, through two server
// processes.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { AdminLesson } from '../../domain/lesson.ts';
import { addDays, ukDate } from '../../domain/time.ts';
import { eraseFamily } from '../families/erasure.ts';
import type { TestApp } from '../testing/app.ts';
import { makeLesson, makeFamily, parentOf, provenParent } from '../testing/factories.ts';
import { type Fleet, startFleet } from '../testing/fleet.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { bookLesson } from './book.ts';

// A busy machine needs longer for hundreds of concurrent requests.
vi.setConfig({ testTimeout: 90_000 });

let fleet: Fleet;
let observer: TestApp;
beforeAll(async () => {
  fleet = await startFleet();
  ({ observer } = fleet);
});
afterAll(() => fleet.close());

const inAMonth = () => ({ Date: addDays(ukDate(Date.now()), 30) });

/**
 * Books from every server in turn, all at once. Returns how often each code came ('booked' for
 * success).
 */
async function bookAll(calls: readonly { token: string; lesson: AdminLesson }[]) {
  const answers = await Promise.all(
    calls.map(({ token, lesson }, index) =>
      fleet
        .serverFor(index)
        .either(endpoints.bookLesson, { token, body: { Lesson_ID: lesson.id } }),
    ),
  );
  const counts: Record<string, number> = {};
  for (const { body } of answers) {
    const outcome = body.success ? 'booked' : body.code;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

test('books exactly 10 of 200 students who want 10 spots at once', async () => {
  const lesson = await makeLesson(observer, inAMonth());
  const students: { token: string }[] = [];
  for (let n = 0; n < 200; n += 1) students.push(await makeFamily(observer, 1));
  expect(await bookAll(students.map(({ token }) => ({ token, lesson })))).toEqual({
    booked: 10,
    lesson_full: 190,
  });
  expect(await brokenInvariants(observer.database.db)).toEqual([]);

  const { body } = await fleet
    .serverFor(0)
    .call(endpoints.listLessons, { token: students[0]?.token });
  expect(body.lessons.find(({ id }) => id === lesson.id)?.availableSpots).toBe(0);
});

test('books one of 50 lessons requested at once with one credit', async () => {
  const { token } = await makeFamily(observer, 1);
  const lessons: AdminLesson[] = [];
  for (let n = 0; n < 50; n += 1) lessons.push(await makeLesson(observer, inAMonth()));
  expect(await bookAll(lessons.map((lesson) => ({ token, lesson })))).toEqual({
    booked: 1,
    insufficient_credits: 49,
  });
  const { body } = await fleet.serverFor(1).call(endpoints.getProfile, { token });
  expect(body.stats).toEqual({ lessonsAttended: 0, upcomingBookings: 1, creditsRemaining: 0 });
  expect(await brokenInvariants(observer.database.db)).toEqual([]);
});

test('books all 5 lessons for 3 of 200 families that want their last 3 spots', async () => {
  const lessons: string[] = [];
  for (let week = 0; week < 5; week += 1)
    lessons.push(
      (
        await makeLesson(observer, {
          Date: addDays(ukDate(Date.now()), 30 + 7 * week),
          Max_Students: 3,
        })
      ).id,
    );
  const families: { token: string }[] = [];
  for (let n = 0; n < 200; n += 1) families.push(await makeFamily(observer, 5));
  const answers = await Promise.all(
    families.map(({ token }, index) =>
      fleet.serverFor(index).either(endpoints.bookSeveral, {
        token,
        // Each in a different order, to provoke a deadlock.
        body: { Lesson_IDs: [...lessons.slice(index % 5), ...lessons.slice(0, index % 5)] },
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.filter(({ body }) => !body.success && body.code === 'lesson_full')).toHaveLength(
    197,
  );
  expect(await brokenInvariants(observer.database.db)).toEqual([]);
});

test('books a lesson once for a student who asks 20 times at once', async () => {
  const { token } = await makeFamily(observer, 20);
  const lesson = await makeLesson(observer, inAMonth());
  expect(await bookAll(Array.from({ length: 20 }, () => ({ token, lesson })))).toEqual({
    booked: 1,
    already_booked: 19,
  });
  const { body } = await fleet.serverFor(0).call(endpoints.getProfile, { token });
  expect(body.user.Credits).toBe(19);
  expect(await brokenInvariants(observer.database.db)).toEqual([]);
});

test('refunds a booking once when it is cancelled 20 times at once', async () => {
  const { token } = await makeFamily(observer, 1);
  const lesson = await makeLesson(observer, inAMonth());
  const { body } = await fleet
    .serverFor(0)
    .call(endpoints.bookLesson, { token, body: { Lesson_ID: lesson.id } });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      fleet
        .serverFor(index)
        .either(endpoints.cancelBooking, { token, params: { bookingId: body.booking.id } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(
    answers.filter((answer) => !answer.body.success && answer.body.code === 'booking_not_found'),
  ).toHaveLength(19);
  expect(await brokenInvariants(observer.database.db)).toEqual([]);
});

test('gives a freed spot to one of several students, never to two', async () => {
  const lesson = await makeLesson(observer, { ...inAMonth(), Max_Students: 1 });
  const bookedFamily = await makeFamily(observer, 1);
  const { body } = await fleet.serverFor(0).call(endpoints.bookLesson, {
    token: bookedFamily.token,
    body: { Lesson_ID: lesson.id },
  });
  const others: { token: string }[] = [];
  for (let n = 0; n < 20; n += 1) others.push(await makeFamily(observer, 1));
  const [counts] = await Promise.all([
    bookAll(others.map(({ token }) => ({ token, lesson }))),
    fleet.serverFor(1).call(endpoints.cancelBooking, {
      token: bookedFamily.token,
      params: { bookingId: body.booking.id },
    }),
  ]);
  expect(counts['booked'] ?? 0).toBeLessThanOrEqual(1);
  expect((counts['booked'] ?? 0) + (counts['lesson_full'] ?? 0)).toBe(20);
  expect(await brokenInvariants(observer.database.db)).toEqual([]);
});

test('leaves nothing booked for a family that leaves while it books', async () => {
  for (let round = 0; round < 10; round += 1) {
    const family = await makeFamily(observer, 3);
    const lessons: AdminLesson[] = [];
    for (let n = 0; n < 3; n += 1) lessons.push(await makeLesson(observer, inAMonth()));
    // Not over HTTP, where checking the password would let every booking go first.
    const outcomes = await Promise.allSettled([
      eraseFamily(observer.context(parentOf(family)), await provenParent(family)),
      ...lessons.map((lesson) =>
        bookLesson(observer.context(parentOf(family)), { lessonId: lesson.id }),
      ),
    ]);
    expect(outcomes[0]).toMatchObject({ status: 'fulfilled' });
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'unauthenticated' });
    expect(await brokenInvariants(observer.database.db), `round ${round}`).toEqual([]);
  }
});

/**
 * Reads first and writes afterwards, in two statements, to show that the races above catch such
 * code.
 */
async function takeNaively(table: string, mayTake: (taken: number) => boolean): Promise<void> {
  const { db } = observer.database;
  const { rows } = await sql<{
    taken: number;
  }>`select count(*) as taken from ${sql.table(table)}`.execute(db);
  if (mayTake(Number(rows[0]?.taken)))
    await sql`insert into ${sql.table(table)} (one) values (1)`.execute(db);
}

test.each([
  { race: 'spots', wanted: 200, room: 10 },
  { race: 'credits', wanted: 50, room: 1 },
  { race: 'repeats', wanted: 20, room: 1 },
])(
  'control: code that reads first and writes afterwards oversells in the race for $race',
  async ({ race, wanted, room }) => {
    const table = `naive_${race}`;
    await sql`create table ${sql.table(table)} (one integer not null)`.execute(
      observer.database.db,
    );
    await Promise.all(
      Array.from({ length: wanted }, () => takeNaively(table, (taken) => taken < room)),
    );
    const { rows } = await sql<{
      sold: number;
    }>`select count(*) as sold from ${sql.table(table)}`.execute(observer.database.db);
    expect(Number(rows[0]?.sold)).toBeGreaterThan(room);
  },
);
