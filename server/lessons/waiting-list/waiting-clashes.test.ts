// The waiting list books nobody into two lessons at one time. It passes such a student over, who
// keeps the place, and tells the parents.
import { describe, expect } from 'vitest';

import { eraseFamily } from '../../testing/accounts/leaving.ts';
import type { TestFamily } from '../../testing/caller.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  giveCredits,
  makeFamily,
  makeLesson,
  provenParent,
} from '../../testing/factories.ts';
import { fillWaitingList, waitingTest } from '../../testing/lessons/waiting-lists.ts';

const test = waitingTest
  /** Half an hour after the full lesson. */
  .extend('forces', ({ api }) => makeLesson(api, { Time: '09:30:00', Lesson_Name: 'GCSE: Forces' }))
  /** Frees the one spot. */
  .extend('free', ({ booked }) => () => {
    return booked.cancel(booked.bookingId);
  })
  /** Somebody takes the one spot, and leaves it again. */
  .extend('freeAgain', ({ api, lesson }) => async () => {
    const other = await makeFamily(api, 1);
    const bookingId = await other.book(lesson.id);
    return () => other.cancel(bookingId);
  })
  /** Makes a family whose student waits, and has the other lesson; with the credits left over. */
  .extend('addClashing', ({ api, list, forces }) => async (credits = 1) => {
    const family = await list.add(credits + 1);
    await family.book(forces.id);
    return { ...family, otherId: (await family.readLesson(forces.id)).bookingId ?? '', api };
  });

const CLASH = /^A spot came free, but Student \d+ has GCSE: Forces then$/;

const subjectsTo = async (
  list: { queueNotices: () => Promise<void> },
  family: Pick<TestFamily, 'readEmails'>,
) => {
  await list.queueNotices();
  return (await family.readEmails()).map(({ subject }) => subject);
};

describe('a student with another lesson at that time', () => {
  test('is passed over, keeps the place, and the parents alone are told once', async ({
    api,
    lesson,
    list,
    addClashing,
    free,
    freeAgain,
  }) => {
    const clashing = await addClashing();
    const partner = await addParent(api, clashing);
    const own = await addSignIn(api, clashing, clashing.studentId);
    const next = await list.add(1);
    await free();
    expect(await list.attending()).toEqual([next.studentId]);
    expect(await list.waiting()).toEqual([clashing.studentId]);
    expect(await clashing.readCredits()).toBe(1);
    for (const parent of [clashing, partner]) {
      const subjects = await subjectsTo(list, parent);
      expect(subjects.at(-1)).toMatch(CLASH);
      expect((await parent.readEmails()).at(-1)?.text).toContain(
        `/user-home?week=2026-11-16&lesson=${lesson.id}`,
      );
    }
    expect(await subjectsTo(list, own)).toEqual([]);
    await next.cancel((await next.readLesson(lesson.id)).bookingId ?? '');
    await (
      await freeAgain()
    )();
    expect((await subjectsTo(list, clashing)).filter((one) => CLASH.test(one))).toHaveLength(1);
  });

  test('is told again on joining again', async ({ lesson, list, addClashing, free, freeAgain }) => {
    const clashing = await addClashing();
    await free();
    await list.queueNotices();
    await clashing.tryToLeaveWaitingList(lesson.id);
    const leave = await freeAgain();
    await clashing.joinWaitingList(lesson.id);
    await leave();
    expect((await subjectsTo(list, clashing)).filter((one) => CLASH.test(one))).toHaveLength(2);
  });

  test('gets the next spot after the clash', async ({ list, addClashing, free, freeAgain }) => {
    const clashing = await addClashing();
    await free();
    const leave = await freeAgain();
    await clashing.cancel(clashing.otherId);
    expect(await list.waiting()).toEqual([clashing.studentId]);
    await leave();
    expect(await list.attending()).toEqual([clashing.studentId]);
  });

  test('gets no email about a missing credit then', async ({
    list,
    addClashing,
    free,
    freeAgain,
  }) => {
    const clashing = await addClashing(0);
    await free();
    expect((await subjectsTo(list, clashing)).slice(1)).toEqual([expect.stringMatching(CLASH)]);
    await (
      await freeAgain()
    )();
    expect(await subjectsTo(list, clashing)).toHaveLength(2);
    // Then the credit is what is missing.
    const leave = await freeAgain();
    await clashing.cancel(clashing.otherId);
    await giveCredits(clashing.api, clashing.id, -1);
    await leave();
    expect((await subjectsTo(list, clashing)).at(-1)).toMatch(/^Spot missed, no credit/);
  });

  test('gets none within the last two hours, if told before', async ({
    api,
    list,
    addClashing,
    free,
    freeAgain,
  }) => {
    const told = await addClashing();
    await free();
    await list.queueNotices();
    const leave = await freeAgain();
    const untold = await addClashing();
    api.clock.set('2026-11-21T07:00:00.000Z');
    await leave();
    const about = async (family: TestFamily) =>
      (await subjectsTo(list, family)).filter((one) => one.startsWith('A spot'));
    expect(await about(told)).toEqual([expect.stringMatching(CLASH)]);
    expect(await about(untold)).toEqual([expect.stringMatching(/^A spot is free/)]);
  });
});

test('a reservation is in the way while it lasts', async ({ api, lesson, list, free, forces }) => {
  const family = await list.add(1);
  const reserve = async (until: number) => {
    await api.database.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('payments')
        .values({
          id: 'payment',
          family_id: family.id,
          credits: 1,
          amount: 3000,
          currency: 'gbp',
          package_name: null,
          status: 'pending',
          session_id: null,
          payment_intent: null,
          expires_at: until,
          next_check_at: until,
          reserved_until: until,
          created_at: 0,
          updated_at: 0,
        })
        .execute();
      await tx.updateTable('lessons').set({ reserved: 1 }).where('id', '=', forces.id).execute();
      await tx
        .insertInto('payment_lessons')
        .values({
          payment_id: 'payment',
          position: 0,
          lesson_id: forces.id,
          family_id: family.id,
          student_id: family.studentId,
          is_reserved: 1,
        })
        .execute();
    });
  };
  await reserve(api.clock.now + 60_000);
  expect(await family.readLesson(forces.id)).toMatchObject({ reserved_for: family.studentId });
  await free();
  expect(await list.waiting()).toEqual([family.studentId]);
  const other = await makeFamily(api, 1);
  const bookingId = await other.book(lesson.id);
  api.clock.advance({ minutes: 1 });
  expect(await family.readLesson(forces.id)).toMatchObject({ reserved_for: null });
  await other.cancel(bookingId);
  expect(await list.attending()).toEqual([family.studentId]);
});

test('a student gets one spot of two lists at once', async ({ api, lesson, booked, list }) => {
  const half = await makeLesson(api, { Time: '09:30:00', Max_Students: 1 });
  const sibling = await addStudent(api, booked);
  await giveCredits(api, booked.id, 1);
  await booked.book(half.id, sibling);
  const both = await makeFamily(api, 2);
  const next = await makeFamily(api, 1);
  for (const family of [both, next]) {
    await family.joinWaitingList(half.id);
    if (family === both) await family.joinWaitingList(lesson.id);
  }
  await eraseFamily(booked.context(), provenParent(booked));
  expect(await list.attending()).toEqual([both.studentId]);
  expect(await both.readLesson(half.id)).toMatchObject({ isBooked: false });
  expect(await next.readLesson(half.id)).toMatchObject({ isBooked: true });
});

test('a lesson moved onto another passes students over', async ({ api, lesson, list, tutor }) => {
  const other = await makeLesson(api, { Date: '2026-11-28', Lesson_Name: 'GCSE: Forces' });
  const clashing = await list.add(2);
  await clashing.book(other.id);
  const next = await list.add(1);
  await tutor.updateLesson(lesson.id, { Date: '2026-11-28', Max_Students: 2 });
  await list.settle();
  expect(await list.attending()).toContain(next.studentId);
  expect(await list.waiting()).toEqual([clashing.studentId]);
  expect((await subjectsTo(list, clashing)).at(-1)).toMatch(CLASH);
});

test('siblings on one list never clash', async ({ api, list, booked, addClashing, free }) => {
  const family = await addClashing(1);
  const sibling = await addStudent(api, family);
  await family.joinWaitingList(booked.lessonId, sibling);
  await free();
  expect(await list.attending()).toEqual([sibling]);
  expect(await list.waiting()).toEqual([family.studentId]);
});

test('passes over a full list', async ({ api, lesson, list, forces, free }) => {
  const families = await fillWaitingList(api, lesson.id, { paying: 2 });
  const [first, second] = families;
  if (first === undefined || second === undefined) expect.unreachable();
  await api.database.db
    .updateTable('lessons')
    .set({ max_students: 50 })
    .where('id', '=', forces.id)
    .execute();
  const all = (await list.waiting()).slice(0, 6);
  await giveCredits(api, first.id, 6);
  for (const studentId of all) await first.book(forces.id, studentId);
  await free();
  expect(await list.attending()).toEqual([second.studentId]);
});
