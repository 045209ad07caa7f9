// Families that have never paid can reserve half of a lesson, and a limited number of spots per
// client address.
import { describe, expect, vi } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { RESERVATION_MINUTES } from '../../../domain/lessons/booking.ts';
import { RATE_LIMITS } from '../../../domain/limits.ts';
import type { Caller } from '../../testing/caller.ts';
import { makeFamily } from '../../testing/factories.ts';
import { bodyOf } from '../../testing/payments/paid-lessons.ts';
import { sharedShopTest, shopTest } from '../../testing/payments/shop.ts';
import { codeOf } from '../../testing/test.ts';

const FULL =
  'All spots of this lesson that can be reserved while you pay are taken. Please buy credits first, then book the lesson at once.';

describe('half of a lesson', () => {
  const test = sharedShopTest.extend('reserve', ({ shop, api }) => ({
    /** A family that has never paid reserves a spot of each lesson. */
    byNewcomer: async (...lessons: string[]) => shop.checkOut(await makeFamily(api), lessons),
    /** A family that has never paid asks for a spot of each lesson and is refused. */
    refused: async (...lessons: string[]) => shop.refused(await makeFamily(api), lessons),
  }));

  test('includes the only spot', async ({ shop, reserve }) => {
    await reserve.byNewcomer(await shop.makeLesson(1));
  });

  test.for([
    [2, 1],
    [3, 1],
    [5, 2],
  ] as const)('of %i spots is %i', async ([spots, reservedCount], { shop, reserve }) => {
    const lesson = await shop.makeLesson(spots);
    for (let n = 0; n < reservedCount; n += 1) await reserve.byNewcomer(lesson);
    const answer = await reserve.refused(lesson);
    expect([answer.status, codeOf(answer)]).toEqual([409, 'reservations_full']);
    expect(await shop.planned(lesson)).toEqual({ bookedCount: 0, reservedCount });
  });

  test('is refused with the name of each lesson and what to do', async ({ shop, reserve }) => {
    const [open = '', first = '', second = ''] = await shop.makeLessons(3, { Max_Students: 2 });
    await reserve.byNewcomer(first, second);
    expect((await reserve.refused(first, open, second)).body).toMatchObject({
      code: 'reservations_full',
      error: FULL,
      details: [
        { field: 'Lesson_IDs.0', message: FULL },
        { field: 'Lesson_IDs.2', message: FULL },
      ],
    });
  });

  test('leaves the rest to families that have paid', async ({ shop, api, reserve }) => {
    const lesson = await shop.makeLesson(4);
    for (let n = 0; n < 2; n += 1) await reserve.byNewcomer(lesson);
    const [newcomer, customer] = [await makeFamily(api), await makeFamily(api)];
    expect(codeOf(await shop.refused(newcomer, [lesson]))).toBe('reservations_full');
    await shop.buy(customer, 1);
    await shop.checkOut(customer, [lesson]);
    await shop.buy(newcomer, 1);
    await newcomer.book(lesson);
    expect(await shop.planned(lesson)).toEqual({ bookedCount: 1, reservedCount: 3 });
  });

  test('is free again once reservations end', async ({ shop, api, reserve }) => {
    const lesson = await shop.makeLesson(6);
    await reserve.byNewcomer(lesson);
    api.clock.advance({ minutes: RESERVATION_MINUTES.untilExpiry });
    const leaving = await makeFamily(api);
    const paid = await reserve.byNewcomer(lesson);
    const left = await shop.checkOut(leaving, [lesson]);
    await reserve.byNewcomer(lesson);
    expect(codeOf(await reserve.refused(lesson))).toBe('reservations_full');
    await shop.pay(paid);
    await reserve.byNewcomer(lesson);
    expect(codeOf(await reserve.refused(lesson))).toBe('reservations_full');
    await shop.cancel(leaving, left);
    await reserve.byNewcomer(lesson);
  });

  test('keeps a reservation whose replacement is refused', async ({ shop, family, reserve }) => {
    const [mine = '', other = ''] = await shop.makeLessons(2, { Max_Students: 2 });
    await shop.checkOut(family, [mine]);
    await shop.checkOut(family, [mine]);
    await reserve.byNewcomer(other);
    expect(codeOf(await shop.refused(family, [mine, other]))).toBe('reservations_full');
    expect((await family.readLesson(mine)).reserved_until).not.toBeNull();
  });
});

describe('from one client address', () => {
  const SCHOOL = '198.51.100.7';
  const { perHour, perDay, perHourOfSite } = RATE_LIMITS.unpaidReservations;
  /** Lowers the limits to need fewer calls. */
  const SCALE = 0.3;
  const MESSAGE =
    'Too many spots are being reserved from your network. Please buy credits first, then book.';

  const reserve = ({ either }: Caller, lessons: readonly string[], address: string) =>
    either(endpoints.createCheckout, { address, body: bodyOf(lessons) });

  const test = shopTest
    // The counters use real time; only the date is faked, so timers keep running.
    .extend('realTime', { auto: true }, ({ api }, { onCleanup }) => {
      vi.useFakeTimers({ toFake: ['Date'], now: api.clock.now });
      onCleanup(() => {
        vi.useRealTimers();
      });
    })
    /**
     * How many spots families reserve one after another in ten lessons, which never fill up, until
     * one is refused.
     */
    .extend(
      'reserveAll',
      ({ shop }) =>
        async (max: number, addressOf: (n: number) => string = () => SCHOOL) => {
          let lessons: readonly string[] = [];
          for (let n = 0; n * 10 <= max; n += 1) {
            if (n % 25 === 0) lessons = await shop.makeLessons(10, { Max_Students: 50 });
            const { status } = await reserve(await makeFamily(shop.api), lessons, addressOf(n));
            if (status === 429) return n * 10;
            expect(status).toBe(200);
          }
          return Infinity;
        },
    );

  test.override('settings', { rateLimitScale: SCALE });

  test('refuses more spots than an hour allows', async ({ shop, api, family, reserveAll }) => {
    expect(await reserveAll(perHour * SCALE)).toBe(perHour * SCALE);
    const lessons = await shop.makeLessons(1);
    const { status, body, headers } = await reserve(family, lessons, SCHOOL);
    expect([status, body]).toMatchObject([429, { code: 'rate_limited', error: MESSAGE }]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000);
    const plain = { address: SCHOOL, body: bodyOf(1) };
    await shop.pay((await family.call(endpoints.createCheckout, plain)).body.session_id);
    expect((await reserve(family, lessons, SCHOOL)).status).toBe(200);
    expect((await reserve(await makeFamily(api), lessons, '198.51.100.8')).status).toBe(200);
  });

  test('refuses more spots than a day allows', async ({ reserveAll }) => {
    for (let hour = 0; hour < perDay / perHour; hour += 1) {
      expect(await reserveAll(perHour * SCALE)).toBe(perHour * SCALE);
      vi.setSystemTime(Date.now() + 3_600_001);
    }
    expect(await reserveAll(perHour * SCALE)).toBe(0);
    vi.setSystemTime(Date.now() + 86_400_001);
    expect(await reserveAll(perHour * SCALE)).toBe(perHour * SCALE);
  });

  test('allows all networks of an IPv6 site ten times as many', async ({ reserveAll }) => {
    expect(perHourOfSite).toBe(10 * perHour);
    const addressOf = (n: number) => `2001:db8:7:${n.toString(16)}::1`;
    expect(await reserveAll(perHourOfSite * SCALE, addressOf)).toBe(perHourOfSite * SCALE);
  });
});
