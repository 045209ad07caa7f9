// A family that keeps replacing checkouts without ever paying must finally leave the spots to
// others.
import { describe, expect } from 'vitest';

import { expireReservations } from '../../booking/reservations.ts';
import { makeFamily } from '../../testing/factories.ts';
import { shopTest } from '../../testing/payments/shop.ts';
import { startPayment } from '../../testing/payments/without-provider.ts';
import { codeOf } from '../../testing/test.ts';
import { releaseReservationOfPayment } from '../payments.ts';

const TOLD =
  'Spots have been reserved for you for 2 hours without a payment. Please buy credits first, then book.';

const test = shopTest
  .extend('lessons', ({ shop }) => shop.makeLessons(3, { Max_Students: 1 }))
  .extend('later', ({ api }) => (minutes: number) => {
    return api.clock.advance({ minutes });
  });

describe('after checkouts that reserved spots for two hours', () => {
  const scene = test.extend('start', { auto: true }, async ({ shop, family, lessons, later }) => {
    const start = shop.api.clock.now;
    for (let n = 0; n < 4; n += 1) {
      await shop.checkOut(family, lessons);
      later(30);
    }
    return start;
  });

  scene('refuses a family until the next day', async ({ shop, family, lessons, later, start }) => {
    const { status, body, headers } = await shop.refused(family, lessons.slice(0, 1));
    expect([status, body.code, body.error]).toEqual([429, 'rate_limited', TOLD]);
    expect(headers['retry-after']).toBe(String(22 * 3600));
    // The last reservation lasts as long as it promised.
    const [lesson = ''] = lessons;
    const other = await makeFamily(shop.api, 1);
    expect((await other.readLesson(lesson)).availableSpots).toBe(0);
    later(6);
    await other.book(lesson);

    const { clock } = shop.api;
    clock.now = start + 24 * 3_600_000 - 1;
    expect(codeOf(await shop.refused(family, lessons.slice(1)))).toBe('rate_limited');
    clock.now += 1;
    await shop.checkOut(family, lessons.slice(1));
  });

  scene('still sells credits, which book open spots', async ({ shop, family, lessons, later }) => {
    later(6);
    await shop.buy(family, 1);
    await family.book(lessons[0] ?? '');
  });
});

test('ignores checkouts that could not be opened', async ({ shop, family, lessons, later }) => {
  for (let n = 0; n < 8; n += 1) {
    const { id } = await startPayment(family.context(), lessons);
    await releaseReservationOfPayment(family.context(), 'id', id);
    later(20);
  }
  await shop.checkOut(family, lessons);
});

test('counts reservations that the job released', async ({ shop, family, lessons, later }) => {
  for (let n = 0; n < 4; n += 1) {
    await shop.checkOut(family, lessons);
    later(36);
    await expireReservations(shop.api.context(null));
    later(120);
  }
  expect((await shop.refused(family, lessons)).body.error).toBe(TOLD);
});

test('ignores paid and cancelled checkouts', async ({ shop, family, lessons, later }) => {
  for (const lesson of lessons) {
    const paid = await shop.checkOut(family, [lesson]);
    later(29);
    await shop.pay(paid);
  }
  const more = await shop.makeLessons(1);
  for (let n = 0; n < 8; n += 1) {
    await shop.cancel(family, await shop.checkOut(family, more));
    later(20);
  }
  await shop.checkOut(family, more);
});
