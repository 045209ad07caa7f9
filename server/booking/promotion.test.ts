// Promotes the first student with a credit in the transaction that frees a spot, or that settles a
// move of the lesson.
import { describe, expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { LessonChanges } from '../../domain/lessons/lesson.ts';
import { readEvents } from '../email/content.ts';
import type { TestFamily } from '../testing/caller.ts';
import { kindsOf } from '../testing/emails.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  giveCredits,
  makeAdmin,
  makeFamily,
  makeLesson,
  PASSWORD,
} from '../testing/factories.ts';
import { waitingTest } from '../testing/lessons/waiting-lists.ts';

const test = waitingTest
  .extend('cancel', ({ booked, list }) => async () => {
    const { body } = await booked.cancel(booked.bookingId);
    await list.queueNotices();
    return body;
  })
  /** Cancels the booking of a family that was promoted. */
  .extend('cancelOf', ({ lesson, list }) => async (family: TestFamily) => {
    await family.cancel((await family.readLesson(lesson.id)).bookingId ?? 'none');
    await list.queueNotices();
  });

describe('a cancelled spot', () => {
  test('goes to the first student who waits', async ({ list, cancel }) => {
    const [first, second] = [await list.add(2), await list.add(2)];
    expect((await cancel()).creditsRemaining).toBe(1);
    expect(await list.attending()).toEqual([first.studentId]);
    expect(await list.waiting()).toEqual([second.studentId]);
    expect([await first.readCredits(), await second.readCredits()]).toEqual([1, 2]);
    expect((await first.readLedger())[0]).toMatchObject({
      kind: 'booking',
      amount: -1,
      Lesson_Name: 'Forces and motion',
    });
    expect(await list.kindsTo(second)).toEqual([]);
  });

  test('is confirmed by one email with a calendar event', async ({ api, list, cancel }) => {
    const first = await list.add(2);
    const signIn = await addSignIn(api, first, first.studentId);
    await cancel();
    const [email, ...others] = await first.readEmails();
    expect(others).toEqual([]);
    expect(email?.subject).toBe(
      'Booked from the waiting list: Sat 21 Nov at 09:00 UK time, Forces and motion',
    );
    expect(email?.text).toMatch(/^A spot came free: .+ is in\n/);
    expect(email?.text).toContain('It has taken 1 credit');
    expect(email?.text).toMatch(/Join the meeting: \S+\/join\//);
    expect(readEvents(email?.calendar ?? null)).toMatchObject([
      { uid: email?.thread, state: 'confirmed' },
    ]);
    const [toStudent] = await signIn.readEmails();
    expect(toStudent?.text).toMatch(/^A spot came free: you are in\n/);
    expect(toStudent?.text).not.toContain('credit');
  });

  test('passes families without a credit', async ({ api, lesson, list, cancel, cancelOf }) => {
    const [poor, rich] = [await list.add(0), await list.add(1)];
    const partner = await addParent(api, poor);
    const signIn = await addSignIn(api, poor, poor.studentId);
    await cancel();
    expect(await list.attending()).toEqual([rich.studentId]);
    expect(await list.waiting()).toEqual([poor.studentId]);
    const again = await list.add(1);
    await cancelOf(rich);
    expect(await list.attending()).toEqual([again.studentId]);
    // Joining again does not repeat the email to the parents.
    await poor.tryToLeaveWaitingList(lesson.id);
    await poor.joinWaitingList(lesson.id);
    await cancelOf(again);
    expect(await list.attending()).toEqual([]);
    for (const parent of [poor, partner]) {
      const emails = await parent.readEmails();
      expect(kindsOf(emails)).toEqual(['Spot missed, no credit']);
      expect(emails[0]?.text).toContain('Buying a credit now does not book this spot by itself.');
      expect(emails[0]?.text).toContain(`/user-home?week=2026-11-16&lesson=${lesson.id}`);
    }
    expect(await list.kindsTo(signIn)).toEqual([]);
  });

  test('counts credits bought later next time', async ({ api, lesson, list, cancel, cancelOf }) => {
    const [one, two] = [await list.add(0), await list.add(0)];
    await cancel();
    for (const { id } of [one, two]) await giveCredits(api, id, 1);
    expect(await list.attending()).toEqual([]);
    await two.book(lesson.id);
    expect(await list.waiting()).toEqual([one.studentId]);
    await cancelOf(two);
    expect(await list.attending()).toEqual([one.studentId]);
  });

  test('goes to a sibling for the refunded credit', async ({ api, booked, list, cancel }) => {
    const siblingId = await addStudent(api, booked);
    expect(await booked.joinWaitingList(booked.lessonId, siblingId)).toBe(1);
    const other = await list.add(1);
    expect((await cancel()).creditsRemaining).toBe(0);
    expect(await list.attending()).toEqual([siblingId]);
    expect(await list.waiting()).toEqual([other.studentId]);
  });

  test('goes on if it is cancelled again', async ({ lesson, list, cancel, cancelOf }) => {
    const [first, second] = [await list.add(1), await list.add(1)];
    await cancel();
    await cancelOf(first);
    expect(await list.attending()).toEqual([second.studentId]);
    expect(await first.readCredits()).toBe(1);
    expect(await list.kindsTo(first)).toEqual(['Booked from the waiting list', 'Cancelled']);
    expect(await first.joinWaitingList(lesson.id)).toBe(1);
  });

  test('goes to one student for a repeated request', async ({ booked, list }) => {
    const [first, second] = [await list.add(1), await list.add(1)];
    const request = {
      params: { bookingId: booked.bookingId },
      headers: { 'idempotency-key': 'once' },
    };
    const answer = await booked.call(endpoints.cancelBooking, request);
    expect((await booked.call(endpoints.cancelBooking, request)).body).toEqual(answer.body);
    expect(await list.attending()).toEqual([first.studentId]);
    expect(await list.waiting()).toEqual([second.studentId]);
  });
});

describe('an added spot', () => {
  test('goes to one of siblings with one credit', async ({ api, tutor, lesson, booked, list }) => {
    const family = await makeFamily(api, 1);
    const siblingId = await addStudent(api, family);
    for (const id of [siblingId, family.studentId]) await family.joinWaitingList(lesson.id, id);
    const next = await list.add(1);
    const { body } = await tutor.updateLesson(lesson.id, { Max_Students: 3 });
    expect(body.lesson).toMatchObject({ bookedCount: 3, waitingCount: 1 });
    expect((await list.attending()).toSorted()).toEqual(
      [booked.studentId, siblingId, next.studentId].toSorted(),
    );
    expect(new Set(await list.kindsTo(family))).toEqual(
      new Set(['Booked from the waiting list', 'Spot missed, no credit']),
    );
  });

  test('goes by the order, and stays free otherwise', async ({ tutor, lesson, list }) => {
    const families = [await list.add(1), await list.add(0), await list.add(1)];
    const { body } = await tutor.updateLesson(lesson.id, { Max_Students: 5 });
    expect(body.lesson).toMatchObject({ bookedCount: 3, waitingCount: 1 });
    expect((await list.attending()).slice(1)).toEqual([
      families[0]?.studentId,
      families[2]?.studentId,
    ]);
  });
});

test('offers the spot of a moved booking to the waiting list', async ({ api, booked, list }) => {
  const first = await list.add(1);
  await booked.joinWaitingList(booked.lessonId, await addStudent(api, booked));
  const to = await makeLesson(api, { Date: '2026-11-28' });
  const { body } = await booked.tryToMove(booked.bookingId, to.id);
  expect(body).toMatchObject({ success: true, creditsRemaining: 0 });
  expect(await list.attending()).toEqual([first.studentId]);
  expect(await list.kindsTo(booked)).toEqual(['Booked', 'Moved']);
});

test('offers the spots of a leaving family to other families', async ({ api, booked, list }) => {
  await booked.joinWaitingList(booked.lessonId, await addStudent(api, booked));
  const [poor, first] = [await list.add(0), await list.add(1)];
  await booked.call(endpoints.deleteAccount, { body: { current_password: PASSWORD } });
  expect(await list.attending()).toEqual([first.studentId]);
  expect(await list.waiting()).toEqual([poor.studentId]);
});

describe('close to the start', () => {
  test.for([
    ['more than two hours before', '2026-11-21T06:59:59.999Z', true],
    ['two hours before', '2026-11-21T07:00:00.000Z', false],
  ] as const)('promotes %s: %s, %s', async ([, now, isPromoted], { api, booked, list }) => {
    const [first, second] = [await list.add(1), await list.add(0)];
    const signIn = await addSignIn(api, first, first.studentId);
    api.clock.set(now);
    await booked.cancel(booked.bookingId);
    expect(await list.attending()).toEqual(isPromoted ? [first.studentId] : []);
    expect(await list.waiting()).toEqual(
      isPromoted ? [second.studentId] : [first.studentId, second.studentId],
    );
    const news = isPromoted ? 'Booked from the waiting list' : 'A spot is free';
    for (const person of [first, signIn]) expect(await list.kindsTo(person)).toEqual([news]);
    expect(await list.kindsTo(second)).toEqual(isPromoted ? [] : ['A spot is free']);
  });

  test('emails each family once about an open spot', async ({ api, lesson, booked, list }) => {
    const early = await list.add(1);
    api.clock.set('2026-11-21T07:30:00Z');
    await booked.cancel(booked.bookingId);
    const taker = await makeFamily(api, 1);
    const bookingId = await taker.book(lesson.id);
    const late = await list.add(1);
    await taker.cancel(bookingId);
    for (const family of [early, late])
      expect(await list.kindsTo(family)).toEqual(['A spot is free']);
    await late.book(lesson.id);
    expect(await list.waiting()).toEqual([early.studentId]);
  });
});

describe('a move of the lesson, once its spot is open to all', () => {
  const movedTest = test
    /** On the waiting list, in this order. */
    .extend(
      'families',
      { auto: true },
      async ({ list }) => [await list.add(1), await list.add(1)] as const,
    )
    .extend('change', ({ api, lesson, list }) => async (changes: LessonChanges) => {
      await (await makeAdmin(api)).updateLesson(lesson.id, changes);
      await list.settle();
    });
  const LATE = '2026-11-21T07:30:00Z';

  movedTest.for([
    ['to the last instant at which a spot is open to all', '09:40:00', false],
    ['a second further', '09:40:01', true],
  ] as const)(
    '%s (%s) promotes from the waiting list: %s',
    async ([, time, isPromoted], { api, families: [first, second], change, cancel, list }) => {
      api.clock.set(LATE);
      await cancel();
      expect(await list.attending()).toEqual([]);
      await change({ Time: time });
      expect(await list.attending()).toEqual(isPromoted ? [first.studentId] : []);
      expect(await list.waiting()).toHaveLength(isPromoted ? 1 : 2);
      const news = ['A spot is free', 'Lesson changed'];
      const promoted = isPromoted ? ['Booked from the waiting list'] : [];
      expect(await list.kindsTo(first)).toEqual([...news, ...promoted]);
      expect(await list.kindsTo(second)).toEqual(news);
    },
  );

  movedTest('fills both spots if it adds one', async ({ api, families, change, cancel, list }) => {
    api.clock.set(LATE);
    await cancel();
    await change({ Date: '2026-11-28', Max_Students: 2 });
    expect(await list.attending()).toEqual(families.map(({ studentId }) => studentId));
  });

  movedTest('is emailed if spots stay open', async ({ api, booked, families, change, list }) => {
    api.clock.set('2026-11-20T12:00:00Z');
    await change({ Date: '2026-11-20', Time: '13:30:00', Max_Students: 2 });
    expect(await list.attending()).toEqual([booked.studentId]);
    for (const family of families) expect(await list.kindsTo(family)).toContain('A spot is free');
  });

  movedTest('promotes nobody without a credit', async ({ api, booked, families, change, list }) => {
    for (const { id } of families) await giveCredits(api, id, -1);
    await change({ Max_Students: 2 });
    await change({ Date: '2026-11-28' });
    expect(await list.attending()).toEqual([booked.studentId]);
  });

  movedTest('finds no waiting list after the start', async ({ api, booked, change, list }) => {
    api.clock.set(LATE);
    await booked.cancel(booked.bookingId);
    api.clock.set('2026-11-21T09:00:00Z');
    await change({ Date: '2026-11-28' });
    expect([await list.attending(), await list.waiting()]).toEqual([[], []]);
  });
});
