// The tutor moves a lesson so that a spot which was open to all goes to the waiting list again.
import { expect } from 'vitest';

import type { LessonChanges } from '../../domain/lesson.ts';
import { adminOf, giveCredits } from '../testing/factories.ts';
import { waitingTest } from '../testing/waiting-lists.ts';
import { updateLesson } from './change-lesson.ts';

const test = waitingTest
  /** On the waiting list, in this order. */
  .extend('families', async ({ list }) => [await list.add(1), await list.add(1)] as const)
  .extend(
    'change',
    ({ api, tutor, lesson }) =>
      (changes: LessonChanges) =>
        updateLesson(api.context(adminOf(tutor)), lesson.id, changes),
  )
  /** The only spot becomes free while it is open to all. */
  .extend('cancelLate', ({ api, booked, list }) => async () => {
    api.clock.set('2026-11-21T07:30:00Z');
    await booked.cancel(booked.bookingId);
    await list.queueNotices();
  });

test.for([
  ['to the last instant at which a spot is open to all', '09:30:00', false],
  ['a second further', '09:30:01', true],
] as const)(
  'a lesson with a free spot that is moved %s (%s) promotes from its waiting list: %s',
  async ([, Time, isPromoted], { families: [first, second], change, cancelLate, list }) => {
    await cancelLate();
    expect(await list.attending()).toEqual([]);
    const { bookedCount, waitingCount } = await change({ Time });
    expect([bookedCount, waitingCount]).toEqual(isPromoted ? [1, 1] : [0, 2]);
    expect(await list.attending()).toEqual(isPromoted ? [first.studentId] : []);
    const news = ['A spot is free', 'Lesson changed'];
    const promoted = isPromoted ? ['Booked from the waiting list'] : [];
    expect(await list.kindsTo(first)).toEqual([...news, ...promoted]);
    expect(await list.kindsTo(second)).toEqual(news);
  },
);

test('gives both spots when a move adds one', async ({ families, change, cancelLate, list }) => {
  await cancelLate();
  await change({ Date: '2026-11-28', Max_Students: 2 });
  expect(await list.attending()).toEqual(families.map(({ studentId }) => studentId));
});

test('emails that late spots are open to all', async ({ api, booked, families, change, list }) => {
  api.clock.set('2026-11-20T12:00:00Z');
  await change({ Date: '2026-11-20', Time: '13:30:00', Max_Students: 2 });
  expect(await list.attending()).toEqual([booked.studentId]);
  for (const family of families) expect(await list.kindsTo(family)).toContain('A spot is free');
});

test('does not promote without a credit', async ({ api, booked, families, change, list }) => {
  for (const { id } of families) await giveCredits(api, id, -1);
  await change({ Max_Students: 2 });
  for (const { id } of families) await giveCredits(api, id, 1);
  await change({ Date: '2026-11-28' });
  expect(await list.attending()).toEqual([booked.studentId]);
});

test('finds no waiting list on a move after the start', async ({
  api,
  families,
  change,
  cancelLate,
}) => {
  expect(families).toHaveLength(2);
  await cancelLate();
  api.clock.set('2026-11-21T09:00:00Z');
  const { bookedCount, waitingCount } = await change({ Date: '2026-11-28' });
  expect([bookedCount, waitingCount]).toEqual([0, 0]);
});
