// Families that have never paid can reserve half of a lesson, and a limited number of spots per
// client address.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { RESERVATION_MINUTES, RATE_LIMITS } from '../../domain/limits.ts';
import { startStripeSandbox, type StripeSandbox } from '../../sandbox/stripe.ts';
import type { TestFamily } from '../testing/caller.ts';
import { makeFamily } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { openShop, type Shop } from '../testing/paid-lessons.ts';

const FULL =
  'All spots of this lesson that can be reserved while you pay are taken. Please buy credits first, then book the lesson at once.';

let shop: Shop<StripeSandbox>;
afterEach(async () => {
  expect(await brokenInvariants(shop.api.database.db)).toEqual([]);
  await shop.close();
});

/** A family with one credit, which it has paid for. */
async function makePaidFamily(): Promise<TestFamily> {
  const family = await makeFamily(shop.api);
  const { body } = await shop.api.call(endpoints.createCheckout, {
    token: family.token,
    body: { credits_quantity: 1 },
  });
  await shop.pay(body.session_id);
  return family;
}

describe('half of a lesson', () => {
  beforeEach(async () => {
    shop = await openShop(startStripeSandbox);
  });

  test('reserves the only spot for a family that has never paid', async () => {
    await shop.checkOut(await makeFamily(shop.api), {
      Lesson_IDs: await shop.makeLessons(1, { Max_Students: 1 }),
    });
  });

  test.each([
    [2, 1],
    [3, 1],
    [5, 2],
  ])('of %i spots, families that have never paid reserve %i', async (Max_Students, reserved) => {
    const Lesson_IDs = await shop.makeLessons(1, { Max_Students });
    for (let n = 0; n < reserved; n += 1)
      await shop.checkOut(await makeFamily(shop.api), { Lesson_IDs });
    const { status, body } = await shop.refused(await makeFamily(shop.api), { Lesson_IDs });
    expect([status, body.code]).toEqual([409, 'reservations_full']);
    expect(await shop.planned(Lesson_IDs[0] ?? '')).toEqual({
      bookedCount: 0,
      reservedCount: reserved,
    });
  });

  test('names each refused lesson and what to do', async () => {
    const [open = '', first = '', second = ''] = await shop.makeLessons(3, { Max_Students: 2 });
    await shop.checkOut(await makeFamily(shop.api), { Lesson_IDs: [first, second] });
    const { body } = await shop.refused(await makeFamily(shop.api), {
      Lesson_IDs: [first, open, second],
    });
    expect(body).toMatchObject({
      code: 'reservations_full',
      error: FULL,
      details: [
        { field: 'Lesson_IDs.0', message: FULL },
        { field: 'Lesson_IDs.2', message: FULL },
      ],
    });
  });

  test('leaves the other half to families that have paid, credits and bookings', async () => {
    const Lesson_IDs = await shop.makeLessons(1, { Max_Students: 4 });
    const [Lesson_ID = ''] = Lesson_IDs;
    for (let n = 0; n < 2; n += 1) await shop.checkOut(await makeFamily(shop.api), { Lesson_IDs });
    const newcomer = await makeFamily(shop.api);
    expect((await shop.refused(newcomer, { Lesson_IDs })).body.code).toBe('reservations_full');
    await shop.checkOut(await makePaidFamily(), { Lesson_IDs });
    const { body } = await shop.api.call(endpoints.createCheckout, {
      token: newcomer.token,
      body: { credits_quantity: 1 },
    });
    await shop.pay(body.session_id);
    await shop.api.call(endpoints.bookLesson, { token: newcomer.token, body: { Lesson_ID } });
    expect(await shop.planned(Lesson_ID)).toEqual({ bookedCount: 1, reservedCount: 3 });
  });

  test('ends with the reservations: expired, cancelled or paid', async () => {
    const Lesson_IDs = await shop.makeLessons(1, { Max_Students: 6 });
    const expired = await makeFamily(shop.api);
    await shop.checkOut(expired, { Lesson_IDs });
    shop.api.clock.advance({ minutes: RESERVATION_MINUTES.untilExpiry });
    const [paying, leaving, third, fourth, fifth] = [
      await makeFamily(shop.api),
      await makeFamily(shop.api),
      await makeFamily(shop.api),
      await makeFamily(shop.api),
      await makeFamily(shop.api),
    ];
    const paid = await shop.checkOut(paying, { Lesson_IDs });
    const left = await shop.checkOut(leaving, { Lesson_IDs });
    await shop.checkOut(third, { Lesson_IDs });
    expect((await shop.refused(fourth, { Lesson_IDs })).body.code).toBe('reservations_full');
    await shop.pay(paid);
    await shop.checkOut(fourth, { Lesson_IDs });
    expect((await shop.refused(fifth, { Lesson_IDs })).body.code).toBe('reservations_full');
    await shop.cancel(leaving, left);
    await shop.checkOut(fifth, { Lesson_IDs });
  });

  test('lets a family replace its own reservation, and keeps it when a new one is refused', async () => {
    const [mine = '', other = ''] = await shop.makeLessons(2, { Max_Students: 2 });
    const family = await makeFamily(shop.api);
    await shop.checkOut(family, { Lesson_IDs: [mine] });
    await shop.checkOut(family, { Lesson_IDs: [mine] });
    await shop.checkOut(await makeFamily(shop.api), { Lesson_IDs: [other] });
    const refused = await shop.refused(family, { Lesson_IDs: [mine, other] });
    expect(refused.body.code).toBe('reservations_full');
    expect((await shop.seen(family, mine)).reserved_until).not.toBeNull();
  });
});

describe('from one client address', () => {
  const SCHOOL = '198.51.100.7';
  const { perHour, perDay, perHourOfSite } = RATE_LIMITS.unpaidReservations;
  /** Lowers the limits to need fewer calls. */
  const SCALE = 0.3;
  const MESSAGE =
    'Too many spots are being reserved from your network. Please buy credits first, then book.';

  beforeEach(async () => {
    // The counters use real time; only the date is faked, so timers keep running.
    shop = await openShop(startStripeSandbox, { rateLimitScale: SCALE });
    vi.useFakeTimers({ toFake: ['Date'], now: shop.api.clock.now });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const reserve = (family: TestFamily, Lesson_IDs: readonly string[], address: string) =>
    shop.api.either(endpoints.createCheckout, {
      token: family.token,
      address,
      body: { credits_quantity: Lesson_IDs.length, Lesson_IDs: [...Lesson_IDs] },
    });

  /** Ten lessons that never fill up. */
  const makeLarge = () => shop.makeLessons(10, { Max_Students: 50 });

  /** How many spots families reserve one after another in ten lessons before one is refused. */
  async function reserveUntilRefused(
    most: number,
    addressOf: (n: number) => string = () => SCHOOL,
  ): Promise<number> {
    let lessons: readonly string[] = [];
    for (let n = 0; n * 10 <= most; n += 1) {
      if (n % 25 === 0) lessons = await makeLarge();
      const { status } = await reserve(await makeFamily(shop.api), lessons, addressOf(n));
      if (status === 429) return n * 10;
      expect(status).toBe(200);
    }
    return Infinity;
  }

  test('refuses more spots than an hour allows, and says what to do', async () => {
    expect(await reserveUntilRefused(perHour * SCALE)).toBe(perHour * SCALE);
    const lessons = await shop.makeLessons(1);
    const family = await makeFamily(shop.api);
    const { status, body, headers } = await reserve(family, lessons, SCHOOL);
    expect([status, body]).toMatchObject([429, { code: 'rate_limited', error: MESSAGE }]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000);
    const { body: bought } = await shop.api.call(endpoints.createCheckout, {
      token: family.token,
      address: SCHOOL,
      body: { credits_quantity: 1 },
    });
    await shop.pay(bought.session_id);
    expect((await reserve(family, lessons, SCHOOL)).status).toBe(200);
    expect((await reserve(await makeFamily(shop.api), lessons, '198.51.100.8')).status).toBe(200);
  });

  test('refuses more spots than a day allows', async () => {
    const hours = perDay / perHour;
    for (let hour = 0; hour < hours; hour += 1) {
      expect(await reserveUntilRefused(perHour * SCALE)).toBe(perHour * SCALE);
      vi.setSystemTime(Date.now() + 3_600_001);
    }
    expect(await reserveUntilRefused(perHour * SCALE)).toBe(0);
    vi.setSystemTime(Date.now() + 86_400_001);
    expect(await reserveUntilRefused(perHour * SCALE)).toBe(perHour * SCALE);
  });

  test('counts the networks of one IPv6 site together, with ten times the limit', async () => {
    expect(perHourOfSite).toBe(10 * perHour);
    const addressOf = (n: number) => `2001:db8:7:${n.toString(16)}::1`;
    expect(await reserveUntilRefused(perHourOfSite * SCALE, addressOf)).toBe(perHourOfSite * SCALE);
  });
});
