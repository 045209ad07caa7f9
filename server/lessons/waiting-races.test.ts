// Frees many spots at once, over HTTP and on PostgreSQL through two server processes: promotion
// keeps the order of the waiting list.
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { addDays, ukDate } from '../../domain/time.ts';
import { eraseFamily } from '../families/erasure.ts';
import type { TestApp } from '../testing/app.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import {
  addStudent,
  makeAdmin,
  makeFamily,
  makeLesson,
  parentOf,
  provenParent,
} from '../testing/factories.ts';
import { type Fleet, startFleet } from '../testing/fleet.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { attending, placeIn } from '../testing/waiting-lists.ts';
import { queueWaitingNotices } from './waiting-notices.ts';

vi.setConfig({ testTimeout: 90_000 });

const ROUNDS = 12;

let fleet: Fleet;
let observer: TestApp;
let admin: Caller;
beforeAll(async () => {
  fleet = await startFleet();
  ({ observer } = fleet);
  admin = await makeAdmin(observer);
});
afterEach(async () => {
  expect(await brokenInvariants(observer.database.db)).toEqual([]);
});
afterAll(() => fleet.close());

const fullLesson = async (Max_Students: number) => {
  const lesson = await makeLesson(observer, {
    Date: addDays(ukDate(Date.now()), 30),
    Max_Students,
  });
  const holders: { readonly family: TestFamily; readonly bookingId: string }[] = [];
  for (let n = 0; n < Max_Students; n += 1) {
    const family = await makeFamily(observer, 1);
    holders.push({ family, bookingId: await book(family, lesson.id) });
  }
  return { id: lesson.id, holders };
};
const book = async ({ token }: Pick<Caller, 'token'>, Lesson_ID: string) =>
  (await fleet.serverFor(0).call(endpoints.bookLesson, { token, body: { Lesson_ID } })).body.booking
    .id;
const joinAs = (who: Pick<Caller, 'token'>, id: string, Student_ID?: string, at = 0) =>
  fleet.serverFor(at).either(endpoints.joinWaitingList, placeIn(id, who, Student_ID));
const cancel = ({ token }: Pick<Caller, 'token'>, bookingId: string, at: number) =>
  fleet.serverFor(at).either(endpoints.cancelBooking, { token, params: { bookingId } });

test('gives ten spots freed at once to the first ten students with a credit', async () => {
  const { id, holders } = await fullLesson(10);
  const waiting: TestFamily[] = [];
  for (let n = 0; n < 50; n += 1) {
    // Every third family has no credit.
    const family = await makeFamily(observer, n % 3 === 1 ? 0 : 1);
    waiting.push(family);
    expect((await joinAs(family, id)).body).toMatchObject({ waiting: { position: n + 1 } });
  }
  const answers = await Promise.all(
    holders.map(({ family, bookingId }, at) => cancel(family, bookingId, at)),
  );
  expect(answers.map(({ status }) => status)).toEqual(holders.map(() => 200));
  const first = waiting.filter((_, n) => n % 3 !== 1).slice(0, 10);
  expect((await attending(observer.database.db, id)).toSorted()).toEqual(
    first.map(({ studentId }) => studentId).toSorted(),
  );
  // Families without a credit before the last promoted one are emailed once each; the others are
  // not.
  const queue = () => queueWaitingNotices(observer.context(null));
  await Promise.all([queue(), queue(), queue()]);
  const notified = await observer.database.db
    .selectFrom('emails')
    .select('family_id')
    .where('cause', 'like', `passed-over:${id}:%`)
    .execute();
  const passed = waiting.slice(0, 14).filter((_, n) => n % 3 === 1);
  expect(notified).toHaveLength(passed.length);
  expect(new Set(notified.map(({ family_id }) => family_id))).toEqual(
    new Set(passed.map((family) => family.id)),
  );
});

test('puts concurrent joins in one order', async () => {
  const { id } = await fullLesson(1);
  const families: TestFamily[] = [];
  for (let n = 0; n < 30; n += 1) families.push(await makeFamily(observer));
  const answers = await Promise.all(
    families.map((family, at) => joinAs(family, id, undefined, at)),
  );
  const positions = answers.map(({ body }) => (body.success ? body.waiting.position : 0));
  expect(positions.toSorted((a, b) => a - b)).toEqual(families.map((_, n) => n + 1));
  const twice = await Promise.all(
    Array.from({ length: 10 }, (_, at) => joinAs(families[0] as Caller, id, undefined, at)),
  );
  for (const { body } of twice) expect(body).toMatchObject({ code: 'already_waiting' });
});

test('passes over a family that spends its credit at the same time, and spends no credit twice', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, holders } = await fullLesson(1);
    const [first, second] = [await makeFamily(observer, 1), await makeFamily(observer, 1)];
    for (const family of [first, second]) await joinAs(family, id);
    const elsewhere = await makeLesson(observer, { Date: addDays(ukDate(Date.now()), 31) });
    const [{ family, bookingId } = { family: first, bookingId: '' }] = holders;
    const [cancelled, booked] = await Promise.all([
      cancel(family, bookingId, 0),
      fleet
        .serverFor(1)
        .either(endpoints.bookLesson, { token: first.token, body: { Lesson_ID: elsewhere.id } }),
    ]);
    expect(cancelled.status).toBe(200);
    expect(await attending(observer.database.db, id)).toEqual([
      booked.body.success ? second.studentId : first.studentId,
    ]);
    if (!booked.body.success) expect(booked.body.code).toBe('insufficient_credits');
  }
});

test('promotes one of two families that each wait for the spot the other frees', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [one, other] = [await fullLesson(1), await fullLesson(1)];
    const [a, b] = [one.holders[0]?.family, other.holders[0]?.family];
    if (a === undefined || b === undefined) expect.unreachable();
    await joinAs(a, other.id);
    await joinAs(b, one.id);
    const answers = await Promise.all([
      cancel(a, one.holders[0]?.bookingId ?? '', 0),
      cancel(b, other.holders[0]?.bookingId ?? '', 1),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    // At the first refund, the other family had no credit yet.
    const got = [
      await attending(observer.database.db, one.id),
      await attending(observer.database.db, other.id),
    ];
    expect([
      [[], [a.studentId]],
      [[b.studentId], []],
    ]).toContainEqual(got);
  }
});

test('leaves nobody waiting beside a free spot after concurrent joins, leaves, bookings, cancellations, added spots and a closed account', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, holders } = await fullLesson(3);
    const families: TestFamily[] = [];
    for (let n = 0; n < 6; n += 1) families.push(await makeFamily(observer, n % 3));
    for (const family of families.slice(0, 3)) await joinAs(family, id);
    const [a, b, c] = holders;
    const [f0, f1, f2, f3, f4, f5] = families;
    if (!a || !b || !c || !f0 || !f1 || !f2 || !f3 || !f4 || !f5) expect.unreachable();
    const sibling = await addStudent(observer, f2);
    const outcomes = await Promise.all([
      cancel(a.family, a.bookingId, round),
      cancel(b.family, b.bookingId, round + 1),
      // Not over HTTP, where checking the password would let everything else go first.
      eraseFamily(observer.context(parentOf(c.family)), await provenParent(c.family)),
      eraseFamily(observer.context(parentOf(f0)), await provenParent(f0)),
      joinAs(f2, id, sibling, round),
      fleet
        .serverFor(round)
        .either(endpoints.removeStudent, { token: f2.token, params: { id: sibling } }),
      joinAs(f3, id, undefined, round + 1),
      fleet
        .serverFor(round)
        .either(endpoints.leaveWaitingList, { token: f1.token, params: { id }, body: {} }),
      fleet
        .serverFor(round + 1)
        .either(endpoints.bookLesson, { token: f4.token, body: { Lesson_ID: id } }),
      fleet.serverFor(round).either(endpoints.updateLesson, {
        token: admin.token,
        params: { id },
        body: { Max_Students: 4 },
      }),
      joinAs(f5, id, undefined, round),
    ]);
    for (const outcome of outcomes)
      if (outcome !== undefined && !outcome.body.success)
        expect([
          'already_waiting',
          'has_bookings',
          'insufficient_credits',
          'lesson_full',
          'not_full',
          'validation_failed',
        ]).toContain(outcome.body.code);
    expect(await brokenInvariants(observer.database.db), `round ${round}`).toEqual([]);
  }
});

test('control: code that reads who is first and then promotes them promotes some twice', async () => {
  const { db } = observer.database;
  await sql`create table naive_list (number integer not null, promoted integer not null)`.execute(
    db,
  );
  for (let n = 0; n < 50; n += 1)
    await sql`insert into naive_list (number, promoted) values (${sql.lit(n)}, 0)`.execute(db);
  const serveFirst = async () => {
    const { rows } = await sql<{
      first: number;
    }>`select min(number) as first from naive_list where promoted = 0`.execute(db);
    await sql`update naive_list set promoted = promoted + 1 where number = ${sql.lit(rows[0]?.first)}`.execute(
      db,
    );
  };
  await Promise.all(Array.from({ length: 10 }, serveFirst));
  const { rows } = await sql<{
    promoted: number;
  }>`select count(*) as promoted from naive_list where promoted > 0`.execute(db);
  expect(Number(rows[0]?.promoted)).toBeLessThan(10);
});
