// Races for two lessons of one student at one time: somebody is always told.
import { expect } from 'vitest';

import { addDays } from '../../../domain/time.ts';
import { readDayAround } from '../../booking/student-days.ts';
import type { TestApp } from '../../testing/app.ts';
import { makeFamily, makeLesson } from '../../testing/factories.ts';
import { race } from '../../testing/races/races.ts';
import { clashesIn } from '../../testing/test.ts';

/** A day of its own for each round. */
const dayOfRound = (round: number) => addDays('2026-12-01', round);
const planAt = (api: TestApp, round: number, Time: string, max = 10) =>
  makeLesson(api, { Date: dayOfRound(round), Time, Max_Students: max });

race({
  title: 'names the clash in exactly one of two answers at once',
  rounds: 5,
  setup: async ({ api, round }) => {
    const lessons = [await planAt(api, round, '09:00:00'), await planAt(api, round, '09:30:00')];
    return { family: await makeFamily(api, 2), lessons, answers: [] as unknown[] };
  },
  actors: ({ family, lessons, answers, server }) =>
    lessons.map(({ id }) => async () => {
      const answer = await family.via(server()).tryToBook(id);
      answers.push(clashesIn(answer));
      return answer;
    }),
  invariant: ({ answers, outcomes }) => {
    expect(outcomes).toEqual(['done', 'done']);
    expect(answers.filter((one) => one !== undefined)).toHaveLength(1);
  },
  naive: {
    // Looks at the day before it books.
    actors: ({ api, family, lessons, answers }) =>
      lessons.map(({ id, starts_at }) => async () => {
        const { id: familyId, studentId } = family;
        const lesson = { starts_at: Date.parse(starts_at) };
        const student = { familyId, studentId, now: api.clock.now };
        const day = await readDayAround(api.database.db, lesson, student);
        answers.push(day.length === 0 ? undefined : day);
        return family.tryToBook(id);
      }),
  },
});

race({
  title: 'gives nobody a spot from the waiting list at the time of a lesson booked at once',
  rounds: 5,
  setup: async ({ api, round }) => {
    const full = await planAt(api, round, '09:00:00', 1);
    const other = await makeFamily(api, 1);
    const bookingId = await other.book(full.id);
    const family = await makeFamily(api, 2);
    await family.joinWaitingList(full.id);
    const half = await planAt(api, round, '09:30:00');
    return { full, half, other, bookingId, family, answers: [] as unknown[] };
  },
  actors: ({ family, half, other, bookingId, answers, server }) => [
    () => other.via(server()).cancel(bookingId),
    async () => {
      const answer = await family.via(server()).tryToBook(half.id);
      answers.push(clashesIn(answer));
      return answer;
    },
  ],
  // Either the list has passed the student over, or the booking came later and named the clash.
  invariant: async ({ family, full, answers, outcomes }) => {
    expect(outcomes).toEqual(['done', 'done']);
    const { isBooked } = await family.readLesson(full.id);
    expect(answers.map((one) => one !== undefined)).toEqual([isBooked]);
  },
});
