// Concurrent requests for the same spots and credits over HTTP; on PostgreSQL, through two server
// processes.
import { sql } from 'kysely';
import { expect } from 'vitest';

import { Refusal } from '../../../domain/errors.ts';
import type { AdminLesson, NewLesson } from '../../../domain/lessons/lesson.ts';
import { eraseFamily } from '../../testing/accounts/leaving.ts';
import type { TestApp } from '../../testing/app.ts';
import { makeFamilies, makeFamily, makeLessonIn, provenParent } from '../../testing/factories.ts';
import { naiveRace, race, raceTest, tally } from '../../testing/races/races.ts';
import { bookLesson } from './book.ts';

raceTest.override('servers', 'processes');

async function makeLessons(api: TestApp, count: number, changes: Partial<NewLesson> = {}) {
  const lessons: AdminLesson[] = [];
  for (let week = 0; week < count; week += 1)
    lessons.push(await makeLessonIn(api, 30 + 7 * week, changes));
  return lessons;
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

race({
  title: 'books exactly 10 of 200 students who want 10 spots at once',
  setup: async ({ api }) => ({
    ...(await makeLessonIn(api, 30)),
    families: await makeFamilies(api, 200, 1),
  }),
  actors: ({ families, id, server }) =>
    families.map((family) => () => family.via(server()).tryToBook(id)),
  invariant: async ({ outcomes, families: [family], id, server }) => {
    expect(tally(outcomes)).toEqual({ done: 10, lesson_full: 190 });
    expect(await family?.via(server()).readLesson(id)).toMatchObject({ availableSpots: 0 });
  },
});

race({
  title: 'books one of 50 lessons requested at once with one credit',
  setup: async ({ api }) => ({
    family: await makeFamily(api, 1),
    lessons: await makeLessons(api, 50),
  }),
  actors: ({ family, lessons, server }) =>
    lessons.map((lesson) => () => family.via(server()).tryToBook(lesson.id)),
  invariant: async ({ outcomes, family, server }) => {
    expect(tally(outcomes)).toEqual({ done: 1, insufficient_credits: 49 });
    expect((await family.via(server()).readProfile()).stats).toEqual({
      lessonsAttended: 0,
      upcomingBookings: 1,
      creditsRemaining: 0,
    });
  },
});

race({
  title: 'books a lesson once for a student who asks 20 times at once',
  setup: async ({ api }) => ({
    ...(await makeLessonIn(api, 30)),
    family: await makeFamily(api, 20),
  }),
  actors: ({ family, id, server }) => times(20, () => () => family.via(server()).tryToBook(id)),
  invariant: async ({ outcomes, family }) => {
    expect(tally(outcomes)).toEqual({ done: 1, already_booked: 19 });
    expect(await family.readCredits()).toBe(19);
  },
});

race({
  title: 'books all 5 lessons for 3 of 200 families that want their last 3 spots',
  setup: async ({ api }) => ({
    lessons: await makeLessons(api, 5, { Max_Students: 3 }),
    families: await makeFamilies(api, 200, 5),
  }),
  actors: ({ lessons, families, server }) =>
    families.map((family, n) => {
      const ids = lessons.map(({ id }) => id);
      // Each in a different order, to provoke a deadlock.
      const rotated = [...ids.slice(n % 5), ...ids.slice(0, n % 5)];
      return () => family.via(server()).tryToBookSeveral(rotated);
    }),
  invariant: ({ outcomes }) => expect(tally(outcomes)).toEqual({ done: 3, lesson_full: 197 }),
});

race({
  title: 'refunds a booking once when it is cancelled 20 times at once',
  setup: async ({ api, server }) => {
    const family = await makeFamily(api, 1);
    const { id } = await makeLessonIn(api, 30);
    return { family, bookingId: await family.via(server()).book(id) };
  },
  actors: ({ family, bookingId, server }) =>
    times(20, () => () => family.via(server()).tryToCancel(bookingId)),
  invariant: ({ outcomes }) => expect(tally(outcomes)).toEqual({ done: 1, booking_not_found: 19 }),
});

race({
  title: 'gives a freed spot to one of several students, never to two',
  setup: async ({ api, server }) => {
    const { id } = await makeLessonIn(api, 30, { Max_Students: 1 });
    const booked = await makeFamily(api, 1);
    const bookingId = await booked.via(server()).book(id);
    return { id, booked, bookingId, others: await makeFamilies(api, 20, 1) };
  },
  actors: ({ id, booked, bookingId, others, server }) => [
    ...others.map((family) => () => family.via(server()).tryToBook(id)),
    () => booked.via(server()).tryToCancel(bookingId),
  ],
  invariant: ({ outcomes }) => {
    expect(outcomes.at(-1)).toBe('done');
    const { done = 0, lesson_full = 0 } = tally(outcomes.slice(0, -1));
    expect(done).toBeLessThanOrEqual(1);
    expect(done + lesson_full).toBe(20);
  },
});

race({
  title: 'leaves nothing booked for a family that leaves while it books',
  rounds: 10,
  setup: async ({ api }) => {
    const family = await makeFamily(api, 3);
    return { family, proven: provenParent(family), lessons: await makeLessons(api, 3) };
  },
  // Not over HTTP, where checking the password would let every booking go first.
  actors: ({ context, family, proven, lessons }) => [
    () => eraseFamily(context(family.actor), proven),
    ...lessons.map(({ id }) => () => {
      return bookLesson(context(family.actor), { lessonId: id });
    }),
  ],
  invariant: ({ outcomes: [erased, ...booked] }) => {
    expect(erased).toBe('done');
    for (const outcome of booked) expect(['done', 'unauthenticated']).toContain(outcome);
  },
});

let sales = 0;
for (const { spots, wanted } of [
  { spots: 10, wanted: 200 },
  { spots: 1, wanted: 50 },
  { spots: 1, wanted: 20 },
])
  naiveRace({
    title: `control: counting first oversells in a race of ${wanted} for ${spots}`,
    setup: async ({ api: { database } }) => {
      sales += 1;
      const table = sql.table(`sales_${sales}`);
      await sql`create table ${table} (one integer)`.execute(database.db);
      return { db: database.db, table };
    },
    actors: ({ db, table }) =>
      times(wanted, () => async () => {
        const { rows } = await sql`select one from ${table}`.execute(db);
        if (rows.length >= spots) throw new Refusal('lesson_full');
        await sql`insert into ${table} (one) values (1)`.execute(db);
      }),
    invariant: ({ outcomes }) => expect(tally(outcomes)['done']).toBe(spots),
  });
