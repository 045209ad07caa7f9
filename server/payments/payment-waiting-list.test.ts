// A spot that was reserved while a family paid goes to the waiting list once it is released.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { expireReservations } from '../lessons/reservations.ts';
import { moveBooking } from '../lessons/move.ts';
import { openSpots } from '../lessons/locked.ts';
import { withLocks } from '../lessons/locks.ts';
import { bookLesson, bookSeveral } from '../lessons/book.ts';
import { joinWaitingList, leaveWaitingList } from '../lessons/join-waiting-list.ts';
import { transact } from '../engine/context.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { TestFamily } from '../testing/caller.ts';
import {
  giveCredits,
  makeBooking,
  makeFamily,
  makeLesson,
  parentOf,
  PASSWORD,
} from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { attending } from '../testing/waiting-lists.ts';
import { payBefore } from '../testing/paid-lessons.ts';
import { closeUnknown, listOverdue } from './overdue.ts';
import { applyRefund } from './refunds.ts';
import { applySession, createPayment, abandonReservation, type PlacedOrder } from './payments.ts';

let api: TestApp;
/** Pays for the lesson's only spot. Only families on its waiting list have credits. */
let payer: TestFamily;
let lesson: string;
let order: PlacedOrder;
let first: TestFamily;
beforeEach(async () => {
  api = await startTestApp();
  payer = await makeFamily(api);
  lesson = (await makeLesson(api, { Max_Students: 1 })).id;
  order = await checkOut(payer, [lesson]);
  first = await makeFamily(api, 1);
  await join(first);
});
afterEach(async () => {
  expect(await brokenInvariants(api.database.db)).toEqual([]);
  await api.close();
});

const checkOut = (family: TestFamily, lessonIds: readonly string[]) =>
  createPayment(
    api.context(parentOf(family)),
    { credits: lessonIds.length, amount: lessonIds.length * 3000, currency: 'gbp' },
    { lessonIds, whom: { familyId: family.id, ownStudent: null, studentId: undefined } },
  );
const join = (family: TestFamily) =>
  joinWaitingList(api.context(parentOf(family)), { lessonId: lesson });
const pay = (
  paid: PlacedOrder,
  outcome: 'paid' | 'expired' | 'failed' = 'paid',
  amount = paid.amount,
) =>
  applySession(api.context(null), {
    sessionId: `cs_${paid.id}`,
    paymentId: paid.id,
    paymentIntent: `pi_${paid.id}`,
    amount,
    currency: paid.currency,
    outcome,
  });

test('a reserved lesson has a waiting list, but not for the reserving student', async () => {
  await expect(join(payer)).rejects.toMatchObject({ code: 'not_full' });
  await pay(order);
  expect(await attending(api.database.db, lesson)).toEqual([payer.studentId]);
});

test.each([
  ['expires', () => api.clock.advance({ minutes: 36 })],
  ['belongs to a payment that failed', () => pay(order, 'failed')],
  ['belongs to a payment that expired', () => pay(order, 'expired')],
  ['belongs to a payment of the wrong amount', () => pay(order, 'paid', 1)],
  ['is abandoned', () => abandonReservation(api.context(null), 'id', order.id)],
  [
    'belongs to a payment unknown to the provider',
    async () => {
      const [overdue] = await listOverdue({ ...api.context(null), now: order.expiresAt });
      if (overdue === undefined) expect.unreachable();
      await closeUnknown(api.context(null), overdue);
    },
  ],
  ['is replaced by another', async () => checkOut(payer, [(await makeLesson(api)).id])],
  [
    'belongs to a deleted family',
    () =>
      api.call(endpoints.deleteAccount, {
        token: payer.token,
        body: { current_password: PASSWORD },
      }),
  ],
] as const)('a spot that %s goes to the first on the waiting list', async (_, end) => {
  await end();
  await expireReservations(api.context(null));
  expect(await attending(api.database.db, lesson)).toEqual([first.studentId]);
});

test('an expired spot goes to the waiting list before anyone books or joins', async () => {
  const other = await makeFamily(api, 1);
  api.clock.advance({ minutes: 36 });
  const { code } = (
    await api.refused(endpoints.bookLesson, { token: other.token, body: { Lesson_ID: lesson } })
  ).body;
  expect(code).toBe('lesson_full');
  expect(await attending(api.database.db, lesson)).toEqual([first.studentId]);
  expect(await join(other)).toEqual({ position: 1 });
});

describe('an expired reservation', () => {
  const book = () => bookLesson(api.context(parentOf(payer)), { lessonId: lesson });
  const waysIn: readonly [way: string, take: () => Promise<unknown>][] = [
    ['books the lesson', book],
    [
      'books it with others',
      () => bookSeveral(api.context(parentOf(payer)), { lessonIds: [lesson] }),
    ],
    [
      'moves a booking there',
      async () => {
        const bookingId = await makeBooking(api, payer, (await makeLesson(api)).id);
        return moveBooking(api.context(parentOf(payer)), { bookingId, lessonId: lesson });
      },
    ],
    ['starts another checkout', () => checkOut(payer, [lesson])],
    [
      'starts a checkout for it and another lesson',
      async () => checkOut(payer, [(await makeLesson(api)).id, lesson]),
    ],
  ];

  test.each(waysIn)('gives a family that %s no priority over the waiting list', async (_, take) => {
    await giveCredits(api, payer.id, 2);
    api.clock.advance({ minutes: 36 });
    await expect(take()).rejects.toMatchObject({ code: 'lesson_full' });
    expect(await attending(api.database.db, lesson)).toEqual([first.studentId]);
  });

  test.each(waysIn)('leaves its spot to a family that %s when nobody waits', async (_, take) => {
    await leaveWaitingList(api.context(parentOf(first)), { lessonId: lesson });
    await giveCredits(api, payer.id, 2);
    api.clock.advance({ minutes: 36 });
    await take();
    expect(await lookForSpots()).toBe(0);
  });

  test('gives a late payment no priority over the waiting list', async () => {
    api.clock.advance({ minutes: 36 });
    await pay(order);
    expect(await attending(api.database.db, lesson)).toEqual([first.studentId]);
  });

  test('is not used up when its family gets another spot from the waiting list', async () => {
    const last = await makeFamily(api, 1);
    await giveCredits(api, payer.id, 1);
    const waits = { lesson_id: lesson, joined_at: api.clock.now };
    await api.database.db
      .insertInto('waiting_list_entries')
      .values(
        [payer, last].map(({ id, studentId }, index) => ({
          ...waits,
          student_id: studentId,
          family_id: id,
          number: index + 2,
        })),
      )
      .execute();
    api.clock.advance({ minutes: 36 });
    await transact(api.context(null), (work) =>
      withLocks(work, { lessons: [lesson], frees: () => 2 }, async ({ lessons }) => {
        await work.tx
          .updateTable('lessons')
          .set({ max_students: 3 })
          .where('id', '=', lesson)
          .execute();
        for (const opened of lessons.values()) openSpots(opened);
      }),
    );
    const promoted = [first.studentId, payer.studentId];
    expect(new Set(await attending(api.database.db, lesson))).toEqual(new Set(promoted));
    await expireReservations(api.context(null));
    expect(new Set(await attending(api.database.db, lesson))).toEqual(
      new Set([...promoted, last.studentId]),
    );
  });

  /** The lesson's free spots once all expired reservations are released. */
  async function lookForSpots(): Promise<number | undefined> {
    await expireReservations(api.context(null));
    const { token } = await makeFamily(api);
    const { lessons } = (await api.call(endpoints.listLessons, { token })).body;
    return lessons.find(({ id }) => id === lesson)?.availableSpots;
  }
});

test('ends the waiting list when a spot expires after the lesson started', async () => {
  api.clock.set('2026-11-21T08:30:00Z');
  const late = await makeLesson(api, { Max_Students: 1 });
  await checkOut(payer, [late.id]);
  await joinWaitingList(api.context(parentOf(first)), { lessonId: late.id });
  api.clock.set('2026-11-21T09:10:00Z');
  await expireReservations(api.context(null));
  const waiting = await api.database.db
    .selectFrom('lessons')
    .select('waiting')
    .where('id', '=', late.id)
    .executeTakeFirstOrThrow();
  expect(waiting).toEqual({ waiting: 0 });
});

test('does not give the waiting list a spot that the same family reserves again', async () => {
  const again = await checkOut(payer, [lesson]);
  expect(await attending(api.database.db, lesson)).toEqual([]);
  await pay(again);
  expect(await attending(api.database.db, lesson)).toEqual([payer.studentId]);
});

test("promotes the waiting list in the payment's transaction if it cannot book", async () => {
  // A refund was reported before its payment, so no credit is left.
  await applyRefund(api.context(null), {
    paymentId: order.id,
    paymentIntent: null,
    refunded: order.amount,
  });
  await pay(order);
  expect(await attending(api.database.db, lesson)).toEqual([first.studentId]);
});

test('a promoted family uses its reserved spot and leaves the free one to the next', async () => {
  const second = await makeFamily(api, 1);
  await join(second);
  await api.database.db
    .updateTable('lessons')
    .set({ max_students: 2 })
    .where('id', '=', lesson)
    .execute();
  // The passed-over family pays for the free spot and gets a credit meanwhile.
  await api.database.db.updateTable('waiting_list_entries').set({ passed_over_at: 0 }).execute();
  await payBefore(api, first);
  await checkOut(first, [lesson]);
  await giveCredits(api, first.id, 1);
  await pay(order, 'expired');
  expect((await attending(api.database.db, lesson)).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
    [first.studentId, second.studentId].toSorted((a, b) => (a < b ? -1 : 1)),
  );
});
