// A place that was kept while a family paid, and is not any more, goes to the line of its lesson.
import { afterEach, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { sweepHolds } from '../bookings/lapse-store.ts';
import { joinLine } from '../bookings/wait-store.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import {
  type FamilyHolder,
  giveCredits,
  makeFamily,
  makeLesson,
  parentOf,
  PASSWORD,
} from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { attending } from '../testing/lines.ts';
import { payBefore } from '../testing/paid-lessons.ts';
import { closeUnknown, listOverdue } from './overdue-store.ts';
import { applyRefund } from './refund-store.ts';
import { applySession, createPurchase, giveUpHold, type PlacedOrder } from './store.ts';

let api: TestApp;
/** Pays for the one spot of the lesson; nobody has a credit but those in its line. */
let payer: FamilyHolder;
let lesson: string;
let order: PlacedOrder;
let first: FamilyHolder;
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

const checkOut = (family: FamilyHolder, lessonIds: readonly string[]) =>
  createPurchase(
    api.context(parentOf(family)),
    { credits: lessonIds.length, amount: lessonIds.length * 3000, currency: 'gbp' },
    { lessonIds, whom: { familyId: family.id, ownStudent: null, studentId: undefined } },
  );
const join = (family: FamilyHolder) => joinLine(api.context(parentOf(family)), { lessonId: lesson });
const pay = (paid: PlacedOrder, outcome: 'paid' | 'expired' | 'failed' = 'paid', amount = paid.amount) =>
  applySession(api.context(null), {
    sessionId: `cs_${paid.id}`,
    purchaseId: paid.id,
    paymentIntent: `pi_${paid.id}`,
    amount,
    currency: paid.currency,
    outcome,
  });

test('what is kept is taken: the lesson has a line, but not for the student it is kept for', async () => {
  await expect(join(payer)).rejects.toMatchObject({ code: 'not_full' });
  await pay(order);
  expect(await attending(api.database.db, lesson)).toEqual([payer.studentId]);
});

test.each([
  ['lapses', () => api.clock.advance({ minutes: 36 })],
  ['belongs to a payment that failed', () => pay(order, 'failed')],
  ['belongs to a payment that expired', () => pay(order, 'expired')],
  ['belongs to a payment of the wrong sum', () => pay(order, 'paid', 1)],
  ['is given up', () => giveUpHold(api.context(null), 'id', order.id)],
  [
    'belongs to a payment that nobody knows',
    async () => {
      const [overdue] = await listOverdue({ ...api.context(null), now: order.expiresAt });
      if (overdue === undefined) expect.unreachable();
      await closeUnknown(api.context(null), overdue);
    },
  ],
  ['is replaced by another', async () => checkOut(payer, [(await makeLesson(api)).id])],
  [
    'belongs to a family that leaves',
    () => api.call(endpoints.deleteAccount, { token: payer.token, body: { current_password: PASSWORD } }),
  ],
] as const)('a place that %s goes to the first in line', async (_, end) => {
  await end();
  await sweepHolds(api.context(null));
  expect(await attending(api.database.db, lesson)).toEqual([first.studentId]);
});

test('a place that has lapsed goes to the line before anybody takes it, and before anybody joins', async () => {
  const other = await makeFamily(api, 1);
  api.clock.advance({ minutes: 36 });
  const { code } = (
    await api.refused(endpoints.bookLesson, { token: other.token, body: { Lesson_ID: lesson } })
  ).body;
  expect(code).toBe('lesson_full');
  expect(await attending(api.database.db, lesson)).toEqual([first.studentId]);
  expect(await join(other)).toEqual({ position: 1 });
});

test('a place that lapses once the lesson has started ends its line', async () => {
  api.clock.set('2026-11-21T08:30:00Z');
  const late = await makeLesson(api, { Max_Students: 1 });
  await checkOut(payer, [late.id]);
  await joinLine(api.context(parentOf(first)), { lessonId: late.id });
  api.clock.set('2026-11-21T09:10:00Z');
  await sweepHolds(api.context(null));
  const waiting = await api.database.db
    .selectFrom('lessons')
    .select('waiting')
    .where('id', '=', late.id)
    .executeTakeFirstOrThrow();
  expect(waiting).toEqual({ waiting: 0 });
});

test('a hold that is replaced by one for the same lesson stays out of reach of the line', async () => {
  const again = await checkOut(payer, [lesson]);
  expect(await attending(api.database.db, lesson)).toEqual([]);
  await pay(again);
  expect(await attending(api.database.db, lesson)).toEqual([payer.studentId]);
});

test('what a payment cannot book any more goes to the line in its transaction', async () => {
  // A refund was announced before the payment it belongs to, so that no credit is left.
  await applyRefund(api.context(null), {
    purchaseId: order.id,
    paymentIntent: null,
    refunded: order.amount,
  });
  await pay(order);
  expect(await attending(api.database.db, lesson)).toEqual([first.studentId]);
});

test('whoever is served while a place is kept for them leaves the free one to the next', async () => {
  const second = await makeFamily(api, 1);
  await join(second);
  await api.database.db.updateTable('lessons').set({ max_students: 2 }).where('id', '=', lesson).execute();
  // Passed over, they pay for the place that stays free, and come by a credit meanwhile.
  await api.database.db.updateTable('waiting_students').set({ passed_over_at: 0 }).execute();
  await payBefore(api, first);
  await checkOut(first, [lesson]);
  await giveCredits(api, first.id, 1);
  await pay(order, 'expired');
  expect((await attending(api.database.db, lesson)).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
    [first.studentId, second.studentId].toSorted((a, b) => (a < b ? -1 : 1)),
  );
});
