// A family that keeps replacing checkouts without ever paying must finally leave the spots to
// others.
import { afterEach, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { startStripeSandbox, type StripeSandbox } from '../../sandbox/stripe.ts';
import { expireReservations } from '../lessons/reservations.ts';
import type { TestFamily } from '../testing/caller.ts';
import { makeFamily, parentOf } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { openShop, type Shop } from '../testing/paid-lessons.ts';
import { createPayment, abandonReservation } from './payments.ts';

const TOLD =
  'Places have been kept for you for 2 hours without a payment. Please buy credits first, then book.';

let shop: Shop<StripeSandbox>;
let family: TestFamily;
let lessons: readonly string[];
beforeEach(async () => {
  shop = await openShop(startStripeSandbox);
  family = await makeFamily(shop.api);
  lessons = await shop.makeLessons(3, { Max_Students: 1 });
});
afterEach(async () => {
  expect(await brokenInvariants(shop.api.database.db)).toEqual([]);
  await shop.close();
});

const later = (minutes: number) => shop.api.clock.advance({ minutes });

/** Replaces the checkout every half an hour until the spots have been reserved for two hours. */
async function reserveForTwoHours(): Promise<void> {
  for (let n = 0; n < 4; n += 1) {
    await shop.checkOut(family, { Lesson_IDs: lessons });
    later(30);
  }
}

test('reserves spots for two hours a day, then refuses the family until the next day', async () => {
  const start = shop.api.clock.now;
  await reserveForTwoHours();
  const { status, body, headers } = await shop.refused(family, { Lesson_IDs: lessons.slice(0, 1) });
  expect([status, body.code, body.error]).toEqual([429, 'rate_limited', TOLD]);
  expect(headers['retry-after']).toBe(String(22 * 3600));
  // The last reservation lasts as long as it promised.
  const [lesson = ''] = lessons;
  const other = await makeFamily(shop.api, 1);
  expect((await shop.seen(other, lesson)).availableSpots).toBe(0);
  later(6);
  await shop.api.call(endpoints.bookLesson, { token: other.token, body: { Lesson_ID: lesson } });

  shop.api.clock.now = start + 24 * 3_600_000 - 1;
  expect((await shop.refused(family, { Lesson_IDs: lessons.slice(1) })).body.code).toBe(
    'rate_limited',
  );
  shop.api.clock.now += 1;
  await shop.checkOut(family, { Lesson_IDs: lessons.slice(1) });
});

test('still sells credits, which book free spots', async () => {
  await reserveForTwoHours();
  later(6);
  const { body } = await shop.api.call(endpoints.createCheckout, {
    token: family.token,
    body: { credits_quantity: 1 },
  });
  await shop.pay(body.session_id);
  await shop.api.call(endpoints.bookLesson, {
    token: family.token,
    body: { Lesson_ID: lessons[0] ?? '' },
  });
});

test('ignores checkouts that the provider could not open', async () => {
  const context = shop.api.context(parentOf(family));
  const whom = { familyId: family.id, ownStudent: null, studentId: undefined };
  for (let n = 0; n < 8; n += 1) {
    const at = { ...context, now: shop.api.clock.now };
    const order = { credits: 3, amount: 9000, currency: 'gbp' };
    const { id } = await createPayment(at, order, { lessonIds: lessons, whom });
    await abandonReservation(at, 'id', id);
    later(20);
  }
  await shop.checkOut(family, { Lesson_IDs: lessons });
});

test('counts reservations that the sweep released', async () => {
  for (let n = 0; n < 4; n += 1) {
    await shop.checkOut(family, { Lesson_IDs: lessons });
    later(36);
    await expireReservations(shop.api.context(null));
    later(120);
  }
  expect((await shop.refused(family, { Lesson_IDs: lessons })).body.error).toBe(TOLD);
});

test('ignores paid and immediately cancelled checkouts', async () => {
  for (const lesson of lessons) {
    const paid = await shop.checkOut(family, { Lesson_IDs: [lesson] });
    later(29);
    await shop.pay(paid);
  }
  const more = await shop.makeLessons(1);
  for (let n = 0; n < 8; n += 1) {
    await shop.cancel(family, await shop.checkOut(family, { Lesson_IDs: more }));
    later(20);
  }
  await shop.checkOut(family, { Lesson_IDs: more });
});
