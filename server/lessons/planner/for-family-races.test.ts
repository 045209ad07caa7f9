// The tutor and the family act on the same booking, spot or credit at once.
import { sql } from 'kysely';
import { expect } from 'vitest';

import { addDays, ukDate } from '../../../domain/time.ts';
import { makeFamilies, makeFamily, makeLesson } from '../../testing/factories.ts';
import { type Arena, naiveRace, race, raceTest, tally } from '../../testing/races/races.ts';

raceTest.override('servers', 'processes');

const ROUNDS = 10;
const GONE = ['done', 'booking_not_found'];

const lessonIn = (api: Arena['api'], days: number, maxStudents = 10) =>
  makeLesson(api, { Date: addDays(ukDate(Date.now()), days), Max_Students: maxStudents });

/** A family that has spent its only credit on the first of two lessons. */
async function makeBooked({ api, tutor }: Arena) {
  const family = await makeFamily(api, 1);
  const [from, to, third] = [
    await lessonIn(api, 30),
    await lessonIn(api, 37),
    await lessonIn(api, 44),
  ];
  const bookingId = await family.book(from.id);
  return { family, admin: await tutor(), from, to, third, bookingId };
}

/** Where the family is booked. */
const countBooked = async ({ family }: { family: Awaited<ReturnType<typeof makeFamily>> }) =>
  (await family.listLessons()).filter(({ isBooked }) => isBooked).length;

race({
  title: 'returns one credit when the tutor cancels with a refund while the family cancels',
  rounds: ROUNDS,
  setup: makeBooked,
  actors: ({ family, admin, bookingId, server }) => [
    () => admin.via(server()).tryToCancelFor(bookingId),
    () => family.via(server()).tryToCancel(bookingId),
    () => admin.via(server()).tryToCancelFor(bookingId),
  ],
  invariant: async ({ outcomes, family }) => {
    expect(tally(outcomes)).toEqual({ done: 1, booking_not_found: 2 });
    expect(await family.readCredits()).toBe(1);
  },
});

race({
  title: 'keeps one booking or one credit when the tutor moves while the family cancels',
  rounds: ROUNDS,
  setup: makeBooked,
  actors: ({ family, admin, bookingId, to, server }) => [
    () => admin.via(server()).tryToMoveFor(bookingId, to.id),
    () => family.via(server()).tryToCancel(bookingId),
  ],
  invariant: async (scene) => {
    const { outcomes, family } = scene;
    expect(tally(outcomes)).toEqual({ done: 1, booking_not_found: 1 });
    const credits = (await family.readCredits()) ?? 0;
    expect(credits + (await countBooked(scene))).toBe(1);
  },
});

race({
  title: 'keeps one booking when the tutor and the family move it apart',
  rounds: ROUNDS,
  setup: makeBooked,
  actors: ({ family, admin, bookingId, from, to, third, server }) => [
    () => admin.via(server()).tryToMoveFor(bookingId, to.id),
    () => family.via(server()).tryToMove(bookingId, third.id),
    () => admin.via(server()).tryToMoveFor(bookingId, from.id),
  ],
  invariant: async (scene) => {
    const { outcomes, family } = scene;
    for (const outcome of outcomes) expect([...GONE, 'already_booked']).toContain(outcome);
    expect(tally(outcomes)['done']).toBe(1);
    expect([await family.readCredits(), await countBooked(scene)]).toEqual([0, 1]);
  },
});

race({
  title: 'gives the last spot to one of 20 families and the tutor',
  rounds: 3,
  setup: async ({ api, tutor }) => ({
    lesson: await lessonIn(api, 30, 1),
    families: await makeFamilies(api, 20, 1),
    called: await makeFamily(api),
    admin: await tutor(),
  }),
  actors: ({ lesson, families, called, admin, server }) => [
    () => admin.via(server()).tryToBookFor(lesson.id, called.studentId, 'free'),
    ...families.map((family) => () => family.via(server()).tryToBook(lesson.id)),
  ],
  invariant: ({ outcomes }) => expect(tally(outcomes)).toEqual({ done: 1, lesson_full: 20 }),
});

race({
  title: 'books a student once and for one credit when the tutor and the family book at once',
  rounds: ROUNDS,
  setup: async ({ api, tutor }) => ({
    lesson: await lessonIn(api, 30),
    family: await makeFamily(api, 1),
    admin: await tutor(),
  }),
  actors: ({ lesson, family, admin, server }) => [
    () => admin.via(server()).tryToBookFor(lesson.id, family.studentId),
    () => family.via(server()).tryToBook(lesson.id),
    () => admin.via(server()).tryToBookFor(lesson.id, family.studentId),
  ],
  invariant: async ({ outcomes, family }) => {
    expect(tally(outcomes)).toEqual({ done: 1, already_booked: 2 });
    expect(await family.readCredits()).toBe(0);
  },
});

naiveRace({
  title: 'control: code that reads a booking and then ends it returns two credits',
  setup: async ({ api: { database } }) => {
    const { db } = database;
    await sql`drop table if exists own_booking`.execute(db);
    await sql`create table own_booking (ended integer, credits integer)`.execute(db);
    await sql`insert into own_booking values (0, 0)`.execute(db);
    const read = async () => {
      const { rows } = await sql<{
        ended: number;
        credits: number;
      }>`select ended, credits from own_booking`.execute(db);
      return rows[0] ?? expect.unreachable();
    };
    return { db, read };
  },
  actors: ({ db, read }) =>
    ['tutor', 'family'].map(() => async () => {
      if ((await read()).ended === 0)
        await sql`update own_booking set ended = 1, credits = credits + 1`.execute(db);
    }),
  invariant: async ({ read }) => expect((await read()).credits).toBe(1),
});
