// The tutor moves a lesson so that a spot which was open to all goes to the waiting list again.
import { afterEach, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { LessonChanges } from '../../domain/lesson.ts';
import { updateLesson } from './change-lesson.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import {
  adminOf,
  giveCredits,
  makeAdmin,
  makeBooking,
  makeFamily,
  makeLesson,
  parentOf,
} from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { kindsOf, readEmails } from '../testing/emails.ts';
import { cancelBooking } from './cancel.ts';
import { queueWaitingNotices } from './waiting-notices.ts';

let api: TestApp;
let admin: Caller;
let bookedFamily: TestFamily;
/** At 09:00 on 21 November; full with one booking. */
let lesson: string;
let booking: string;
/** On its waiting list, in this order. */
let first: TestFamily;
let second: TestFamily;
beforeEach(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
  bookedFamily = await makeFamily(api, 1);
  lesson = (await makeLesson(api, { Max_Students: 1 })).id;
  booking = await makeBooking(api, bookedFamily, lesson);
  [first, second] = [await waitingFamily(1), await waitingFamily(1)];
});
afterEach(async () => {
  expect(await brokenInvariants(api.database.db)).toEqual([]);
  await api.close();
});

async function waitingFamily(credits: number): Promise<TestFamily> {
  const family = await makeFamily(api, credits);
  await api.call(endpoints.joinWaitingList, {
    token: family.token,
    params: { id: lesson },
    body: {},
  });
  return family;
}

const change = (changes: LessonChanges) =>
  updateLesson(api.context(adminOf(admin)), lesson, changes);

/** The only spot becomes free while it is open to all. */
async function cancelLate(): Promise<void> {
  api.clock.set('2026-11-21T07:30:00Z');
  await cancelBooking(api.context(parentOf(bookedFamily)), booking);
  await queueWaitingNotices(api.context(null));
}

const attending = async () => {
  const rows = await api.database.db
    .selectFrom('bookings')
    .select('student_id')
    .where('lesson_id', '=', lesson)
    .where('cancelled_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ student_id }) => student_id);
};
/** Including due notices. */
const kindsTo = async ({ email }: TestFamily) => {
  await queueWaitingNotices(api.context(null));
  return kindsOf(await readEmails(api, email));
};

test.each([
  ['to the last instant at which a spot is open to all', '09:30:00', false],
  ['a second further', '09:30:01', true],
] as const)(
  'a lesson with a free spot that is moved %s (%s) promotes from its waiting list: %s',
  async (_, Time, isServed) => {
    await cancelLate();
    expect(await attending()).toEqual([]);
    const { bookedCount, waitingCount } = await change({ Time });
    expect([bookedCount, waitingCount]).toEqual(isServed ? [1, 1] : [0, 2]);
    expect(await attending()).toEqual(isServed ? [first.studentId] : []);
    const news = isServed
      ? ['A spot is free', 'Lesson changed', 'Booked from the waiting list']
      : ['A spot is free', 'Lesson changed'];
    expect(await kindsTo(first)).toEqual(news);
    expect(await kindsTo(second)).toEqual(['A spot is free', 'Lesson changed']);
  },
);

test('gives the waiting list both spots when a move also adds one', async () => {
  await cancelLate();
  await change({ Date: '2026-11-28', Max_Students: 2 });
  expect(await attending()).toEqual([first.studentId, second.studentId]);
});

test('tells the waiting list that spots are open to all when they are added within two hours of the start', async () => {
  api.clock.set('2026-11-20T12:00:00Z');
  await change({ Date: '2026-11-20', Time: '13:30:00', Max_Students: 2 });
  expect(await attending()).toEqual([bookedFamily.studentId]);
  for (const family of [first, second]) expect(await kindsTo(family)).toContain('A spot is free');
});

test('does not promote on a move when the families still have no credit', async () => {
  for (const { id } of [first, second]) await giveCredits(api, id, -1);
  await change({ Max_Students: 2 });
  for (const { id } of [first, second]) await giveCredits(api, id, 1);
  await change({ Date: '2026-11-28' });
  expect(await attending()).toEqual([bookedFamily.studentId]);
});

test('finds no waiting list on a move after the start', async () => {
  await cancelLate();
  api.clock.set('2026-11-21T09:00:00Z');
  const { bookedCount, waitingCount } = await change({ Date: '2026-11-28' });
  expect([bookedCount, waitingCount]).toEqual([0, 0]);
});
