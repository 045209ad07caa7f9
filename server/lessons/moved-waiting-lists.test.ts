// The line of a lesson that the tutor moves: a place that was open to all, because the lesson began
// so soon, is the line's again.
import { afterEach, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { LessonChanges } from '../../domain/lesson.ts';
import { updateLesson } from './change-lesson.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import {
  adminOf,
  type FamilyHolder,
  giveCredits,
  type Holder,
  makeAdmin,
  makeBooking,
  makeFamily,
  makeLesson,
  parentOf,
} from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { kindsOf, readEmails } from '../testing/emails.ts';
import { cancelBooking } from './book.ts';
import { queueWaitingNotices } from './waiting-notices.ts';

let api: TestApp;
let admin: Holder;
let holder: FamilyHolder;
/** At 09:00 on 21 November; full with the holder's booking. */
let lesson: string;
let booking: string;
/** In its line, in this order. */
let first: FamilyHolder;
let second: FamilyHolder;
beforeEach(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
  holder = await makeFamily(api, 1);
  lesson = (await makeLesson(api, { Max_Students: 1 })).id;
  booking = await makeBooking(api, holder, lesson);
  [first, second] = [await waitingFamily(1), await waitingFamily(1)];
});
afterEach(async () => {
  expect(await brokenInvariants(api.database.db)).toEqual([]);
  await api.close();
});

async function waitingFamily(credits: number): Promise<FamilyHolder> {
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

/** The one spot comes free when it is open to all. */
async function cancelLate(): Promise<void> {
  api.clock.set('2026-11-21T07:30:00Z');
  await cancelBooking(api.context(parentOf(holder)), booking);
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
/** With the notices that are due. */
const kindsTo = async ({ email }: FamilyHolder) => {
  await queueWaitingNotices(api.context(null));
  return kindsOf(await readEmails(api, email));
};

test.each([
  ['to the last instant at which a spot is open to all', '09:30:00', false],
  ['a second further', '09:30:01', true],
] as const)(
  'a lesson with a free place that is moved %s (%s) serves its line: %s',
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

test('one move gives more room as well: both places go to the line', async () => {
  await cancelLate();
  await change({ Date: '2026-11-28', Max_Students: 2 });
  expect(await attending()).toEqual([first.studentId, second.studentId]);
});

test('with more room and a start within two hours the line is told that the places are open to all', async () => {
  api.clock.set('2026-11-20T12:00:00Z');
  await change({ Date: '2026-11-20', Time: '13:30:00', Max_Students: 2 });
  expect(await attending()).toEqual([holder.studentId]);
  for (const family of [first, second]) expect(await kindsTo(family)).toContain('A spot is free');
});

test('a place that went past the line for want of credits is not taken by a move', async () => {
  for (const { id } of [first, second]) await giveCredits(api, id, -1);
  await change({ Max_Students: 2 });
  for (const { id } of [first, second]) await giveCredits(api, id, 1);
  await change({ Date: '2026-11-28' });
  expect(await attending()).toEqual([holder.studentId]);
});

test('a move after the start finds no line any more', async () => {
  await cancelLate();
  api.clock.set('2026-11-21T09:00:00Z');
  const { bookedCount, waitingCount } = await change({ Date: '2026-11-28' });
  expect([bookedCount, waitingCount]).toEqual([0, 0]);
});
