// Concurrent requests for free first lessons; on PostgreSQL, through two server processes.
import { expect } from 'vitest';

import { Refusal } from '../../domain/errors.ts';
import type { AdminLesson } from '../../domain/lessons/lesson.ts';
import { addDays, ukDate } from '../../domain/time.ts';
import type { TestApp } from '../testing/app.ts';
import { makeAdmin, makeLesson } from '../testing/factories.ts';
import {
  enquire,
  enquirer,
  makeNewFamilies,
  makeNewFamily,
  tryToInvite,
} from '../testing/lessons/free-lessons.ts';
import { naiveRace, race, raceTest, tally } from '../testing/races/races.ts';
import { bookFreeLesson } from './book-free-lesson.ts';
import { withdrawUnconfirmed } from './unconfirmed-grants.ts';

raceTest.override('servers', 'processes');

const ahead = (api: TestApp, days: number, changes = {}): Promise<AdminLesson> =>
  makeLesson(api, { Date: addDays(ukDate(Date.now()), days), ...changes });

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

race({
  title: 'books exactly 2 of 200 families that want 2 free spots at once',
  setup: async ({ api }) => ({
    ...(await ahead(api, 30)),
    families: await makeNewFamilies(api, 200),
  }),
  actors: ({ families, id, server }) =>
    families.map((family) => () => family.via(server()).tryToBookFree(id)),
  invariant: async ({ outcomes, families: [family], id, server }) => {
    expect(tally(outcomes)).toEqual({ done: 2, free_spots_taken: 198 });
    expect(await family?.via(server()).readLesson(id)).toMatchObject({ availableSpots: 8 });
  },
});

race({
  title: 'grants one free lesson to a family that books 20 lessons at once',
  setup: async ({ api }) => {
    const lessons: AdminLesson[] = [];
    for (let day = 0; day < 20; day += 1) lessons.push(await ahead(api, 30 + day));
    return { lessons, family: await makeNewFamily(api) };
  },
  actors: ({ family, lessons, server }) =>
    lessons.map(({ id }) => () => {
      return family.via(server()).tryToBookFree(id);
    }),
  invariant: ({ outcomes }) => expect(tally(outcomes)).toEqual({ done: 1, free_lesson_used: 19 }),
});

race({
  title: 'books the last spot once, free or for a credit',
  setup: async ({ api }) => ({
    ...(await ahead(api, 30, { Max_Students: 1 })),
    free: await makeNewFamilies(api, 5),
    paying: await makeNewFamilies(api, 5, { credits: 1 }),
  }),
  actors: ({ id, free, paying, server }) => [
    ...free.map((family) => () => family.via(server()).tryToBookFree(id)),
    ...paying.map((family) => () => family.via(server()).tryToBook(id)),
  ],
  invariant: ({ outcomes }) => expect(tally(outcomes)).toEqual({ done: 1, lesson_full: 9 }),
});

race({
  title: 'grants one free lesson to two accounts with one phone number',
  rounds: 5,
  setup: async ({ api }) => {
    const families = await makeNewFamilies(api, 2);
    await api.database.db
      .updateTable('people')
      .set({ phone: enquirer().mobile })
      .where(
        'id',
        'in',
        families.map(({ personId }) => personId),
      )
      .execute();
    return { families, lessons: [await ahead(api, 30), await ahead(api, 31)] };
  },
  actors: ({ families, lessons, server }) =>
    families.map((family, n) => () => family.via(server()).tryToBookFree(lessons[n]?.id ?? '')),
  invariant: ({ outcomes }) => expect(tally(outcomes)).toEqual({ done: 1, free_lesson_used: 1 }),
});

race({
  title: 'grants one free lesson to a family that books while the tutor invites it',
  rounds: 5,
  setup: async ({ api }) => {
    const family = await makeNewFamily(api);
    const { user } = await family.readProfile();
    const mobile = user.role === 'parent' ? user.Parent_Phone_Number : '';
    const enquiry = await enquire(api, { ...enquirer(), email: family.email, mobile });
    return { family, enquiry, ...(await ahead(api, 30)), admin: await makeAdmin(api) };
  },
  actors: ({ api, family, enquiry, id, admin, server }) => [
    () => family.via(server()).tryToBookFree(id),
    () => tryToInvite(api, admin, enquiry.id, { Lesson_ID: id }),
  ],
  invariant: async ({ outcomes: [booked, invited], family }) => {
    expect([
      ['done', 'already_joined'],
      ['already_booked', 'done'],
    ]).toContainEqual([booked, invited]);
    expect(await family.readCredits()).toBe(0);
  },
});

race({
  title: 'withdraws a free lesson once, by two processes and beside its cancellation',
  rounds: 5,
  setup: async ({ api, server }) => {
    const family = await makeNewFamily(api, { isConfirmed: false });
    const { id } = await ahead(api, 30);
    await family.via(server()).tryToBookFree(id);
    const bookingId = (await family.via(server()).readLesson(id)).bookingId ?? '';
    return { family, bookingId };
  },
  actors: ({ context, family, bookingId, server }) => {
    const now = Date.now() + 25 * 3_600_000;
    return [
      ...times(3, () => () => withdrawUnconfirmed({ ...context(null), now })),
      () => family.via(server()).tryToCancel(bookingId),
    ];
  },
  invariant: async ({ outcomes, family, server }) => {
    expect(outcomes.slice(0, 3)).toEqual(['done', 'done', 'done']);
    expect(['done', 'booking_not_found']).toContain(outcomes[3]);
    expect(await family.via(server()).readCredits()).toBe(0);
    expect(await family.readEmails('free-lesson-withdrawn:')).toHaveLength(1);
  },
});

naiveRace({
  title: 'control: counting the free spots first gives away too many',
  setup: async ({ api }) => {
    const overrides = JSON.stringify({ free_spots_per_lesson: 10 });
    await api.database.db.updateTable('settings').set({ overrides }).execute();
    return { ...(await ahead(api, 30)), families: await makeNewFamilies(api, 6) };
  },
  actors: ({ api: { database }, families, id, context }) =>
    families.map((family) => async () => {
      const { free_booked } = await database.db
        .selectFrom('lessons')
        .select('free_booked')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (free_booked >= 2) throw new Refusal('free_spots_taken');
      await bookFreeLesson(context(family.actor), { lessonId: id });
    }),
  invariant: ({ outcomes }) => expect(tally(outcomes)).toEqual({ done: 2, free_spots_taken: 4 }),
});
