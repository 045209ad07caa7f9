// Frees many spots at once, over HTTP and on PostgreSQL through two server processes: promotion
// keeps the order of the waiting list.
import { sql } from 'kysely';
import { expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { addDays, ukDate } from '../../../domain/time.ts';
import { eraseFamily } from '../../testing/accounts/leaving.ts';
import type { TestFamily } from '../../testing/caller.ts';
import {
  addStudent,
  makeFamilies,
  makeFamily,
  makeLesson,
  provenParent,
} from '../../testing/factories.ts';
import { attending } from '../../testing/lessons/waiting-lists.ts';
import { type Arena, naiveRace, race, raceTest, tally } from '../../testing/races/races.ts';
import { queueWaitingNotices } from './waiting-notices.ts';

raceTest.override('servers', 'processes');

const ROUNDS = 12;

interface FamilyBooking {
  readonly family: TestFamily;
  readonly bookingId: string;
}

type Six = [TestFamily, TestFamily, TestFamily, TestFamily, TestFamily, TestFamily];
const FOUR_SPOTS = { Max_Students: 4 };

/** A lesson without an open spot. `first` is the first booking. */
async function makeFullLesson({ api }: Arena, maxStudents: number) {
  const { id } = await makeLesson(api, {
    Date: addDays(ukDate(Date.now()), 30),
    Max_Students: maxStudents,
  });
  const booked: FamilyBooking[] = [];
  for (const family of await makeFamilies(api, maxStudents, 1))
    booked.push({ family, bookingId: await family.book(id) });
  const [first] = booked as [FamilyBooking, ...FamilyBooking[]];
  return { id, booked, first };
}

const cancel = (server: Arena['server'], { family, bookingId }: FamilyBooking) =>
  family.via(server()).tryToCancel(bookingId);

race({
  title: 'gives ten spots freed at once to the first ten students with a credit',
  setup: async (arena) => {
    const lesson = await makeFullLesson(arena, 10);
    const waiting: TestFamily[] = [];
    for (let n = 0; n < 50; n += 1) {
      // Every third family has no credit.
      const family = await makeFamily(arena.api, n % 3 === 1 ? 0 : 1);
      waiting.push(family);
      const { body } = await family.via(arena.server()).tryToJoinWaitingList(lesson.id);
      expect(body).toMatchObject({ waiting: { position: n + 1 } });
    }
    return { ...lesson, waiting };
  },
  actors: ({ booked, server }) => booked.map((each) => () => cancel(server, each)),
  invariant: async ({ api, context, outcomes, id, waiting }) => {
    expect(tally(outcomes)).toEqual({ done: 10 });
    const { db } = api.database;
    const first = waiting.filter((_, n) => n % 3 !== 1).slice(0, 10);
    expect((await attending(db, id)).toSorted()).toEqual(
      first.map(({ studentId }) => studentId).toSorted(),
    );
    // Families without a credit before the last promoted one are emailed once each; the others are
    // not.
    const queue = () => queueWaitingNotices(context(null));
    await Promise.all([queue(), queue(), queue()]);
    const notified = await db
      .selectFrom('emails')
      .select('family_id')
      .where('cause', 'like', `passed-over:${id}:%`)
      .execute();
    const passed = waiting.slice(0, 14).filter((_, n) => n % 3 === 1);
    expect(notified).toHaveLength(passed.length);
    expect(new Set(notified.map(({ family_id }) => family_id))).toEqual(
      new Set(passed.map((family) => family.id)),
    );
  },
});

race({
  title: 'puts concurrent joins in one order',
  setup: async (arena) => ({
    ...(await makeFullLesson(arena, 1)),
    families: await makeFamilies(arena.api, 30),
    positions: [] as number[],
  }),
  actors: ({ id, families, positions, server }) =>
    families.map((family) => async () => {
      const { body } = await family.via(server()).tryToJoinWaitingList(id);
      if (body.success) positions.push(body.waiting.position);
    }),
  invariant: async ({ id, families, positions, server }) => {
    expect(positions.toSorted((one, other) => one - other)).toEqual(families.map((_, n) => n + 1));
    const [family] = families as [TestFamily];
    const twice = await Promise.all(
      Array.from({ length: 10 }, () => family.via(server()).tryToJoinWaitingList(id)),
    );
    for (const { body } of twice) expect(body).toMatchObject({ code: 'already_waiting' });
  },
});

race({
  title: 'passes over a family that spends its credit elsewhere at the same time',
  rounds: ROUNDS,
  setup: async (arena) => {
    const lesson = await makeFullLesson(arena, 1);
    const one = await makeFamily(arena.api, 1);
    const two = await makeFamily(arena.api, 1);
    for (const family of [one, two]) await family.tryToJoinWaitingList(lesson.id);
    const other = await makeLesson(arena.api, { Date: addDays(ukDate(Date.now()), 31) });
    return { ...lesson, one, two, otherId: other.id };
  },
  actors: ({ first, one, otherId, server }) => [
    () => cancel(server, first),
    () => one.via(server()).tryToBook(otherId),
  ],
  invariant: async ({ api, outcomes: [cancelled, booked], id, one, two }) => {
    expect(cancelled).toBe('done');
    expect(['done', 'insufficient_credits']).toContain(booked);
    const promoted = booked === 'done' ? two : one;
    expect(await attending(api.database.db, id)).toEqual([promoted.studentId]);
  },
});

race({
  title: 'promotes one of two families that each wait for the spot the other frees',
  rounds: ROUNDS,
  setup: async (arena) => {
    const one = await makeFullLesson(arena, 1);
    const two = await makeFullLesson(arena, 1);
    await one.first.family.tryToJoinWaitingList(two.id);
    await two.first.family.tryToJoinWaitingList(one.id);
    return { one, two };
  },
  actors: ({ one, two, server }) => [
    () => cancel(server, one.first),
    () => cancel(server, two.first),
  ],
  invariant: async ({ api, outcomes, one, two }) => {
    expect(outcomes).toEqual(['done', 'done']);
    // At the first refund, the other family had no credit yet.
    expect([
      [[], [one.first.family.studentId]],
      [[two.first.family.studentId], []],
    ]).toContainEqual([
      await attending(api.database.db, one.id),
      await attending(api.database.db, two.id),
    ]);
  },
});

race({
  title: 'leaves nobody waiting beside an open spot after every kind of call at once',
  rounds: ROUNDS,
  setup: async (arena) => {
    const { api } = arena;
    const lesson = await makeFullLesson(arena, 3);
    const families: TestFamily[] = [];
    for (let n = 0; n < 6; n += 1) families.push(await makeFamily(api, n % 3));
    for (const family of families.slice(0, 3)) await family.tryToJoinWaitingList(lesson.id);
    const [leaver, quitter, parent, ...others] = families as Six;
    const sibling = await addStudent(api, parent);
    const third = lesson.booked[2]?.family ?? leaver;
    const erased = [
      { family: third, proven: provenParent(third) },
      { family: leaver, proven: provenParent(leaver) },
    ];
    return { ...lesson, erased, quitter, parent, sibling, others, tutor: await arena.tutor() };
  },
  actors: ({ context, server, id, booked, erased, quitter, parent, sibling, others, tutor }) => [
    ...booked.slice(0, 2).map((each) => () => cancel(server, each)),
    // Not over HTTP, where checking the password would let everything else go first.
    ...erased.map(({ family, proven }) => () => {
      return eraseFamily(context(family.actor), proven);
    }),
    () => parent.via(server()).tryToJoinWaitingList(id, sibling),
    () => parent.via(server()).either(endpoints.removeStudent, { params: { id: sibling } }),
    () => quitter.via(server()).tryToLeaveWaitingList(id),
    () => others[1].via(server()).tryToBook(id),
    ...[others[0], others[2]].map((f) => () => f.via(server()).tryToJoinWaitingList(id)),
    () => tutor.via(server()).either(endpoints.updateLesson, { params: { id }, body: FOUR_SPOTS }),
  ],
  invariant: ({ outcomes }) => {
    const codes =
      'already_waiting has_bookings insufficient_credits lesson_full not_full validation_failed';
    for (const outcome of outcomes) expect(['done', ...codes.split(' ')]).toContain(outcome);
    expect(outcomes.slice(2, 4)).toEqual(['done', 'done']);
  },
});

naiveRace({
  title: 'control: code that reads who is first and then promotes them promotes some twice',
  setup: async ({ api }) => {
    const { db } = api.database;
    await sql`drop table if exists entries`.execute(db);
    await sql`create table entries (number integer, promoted integer)`.execute(db);
    for (let n = 0; n < 50; n += 1)
      await sql`insert into entries (number, promoted) values (${n}, 0)`.execute(db);
    return { db };
  },
  actors: ({ db }) =>
    Array.from({ length: 10 }, () => async () => {
      const { rows } = await sql<{ first: number }>`
        select min(number) as first from entries where promoted = 0`.execute(db);
      await sql`update entries set promoted = 1 where number = ${rows[0]?.first}`.execute(db);
    }),
  invariant: async ({ db }) => {
    const { rows } = await sql`select number from entries where promoted = 1`.execute(db);
    expect(rows).toHaveLength(10);
  },
});
