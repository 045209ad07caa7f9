// How often a family's status checks of an open checkout reach the provider: at most as often as
// its page polls.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { PAYMENT_REFRESH_MS } from '../../../domain/payments/payment.ts';
import { makeFamily } from '../../testing/factories.ts';
import { sharedShopTest } from '../../testing/payments/shop.ts';
import { claimFamilyCheck } from './family-checks.ts';

/** An open checkout of the family. */
const test = sharedShopTest.extend('checkout', async ({ shop, family }) => {
  const id = await shop.checkOut(family, 1);
  return {
    id,
    status: async () => (await shop.look(family, id)).status,
    /** How often the provider has been asked about it. */
    asked: () => shop.checkedSessions.filter((session) => session === id).length,
  };
});

test('sends one of a hundred concurrent checks to the provider', async ({ checkout }) => {
  const statuses = await Promise.all(Array.from({ length: 100 }, checkout.status));
  expect(checkout.asked()).toBe(1);
  expect(new Set(statuses)).toEqual(new Set(['pending']));
});

test('sends each poll of the waiting page, and finds the payment', async ({ shop, checkout }) => {
  for (let n = 1; n <= 20; n += 1) {
    shop.api.clock.advance({ ms: PAYMENT_REFRESH_MS * Math.max(1, n / 5) - 500 });
    expect([await checkout.status(), checkout.asked()]).toEqual(['pending', n]);
  }
  shop.sandbox.pay(checkout.id);
  shop.api.clock.advance({ seconds: 8 });
  expect(await checkout.status()).toBe('paid');
});

test('sends about a hundred in an hour of constant checks', async ({ shop, checkout }) => {
  for (let second = 0; second < 3600; second += 1) {
    shop.api.clock.advance({ seconds: 1 });
    await checkout.status();
  }
  expect(checkout.asked()).toBeLessThan(300);
}, 60_000);

test("neither checks nor claims another family's checkout", async ({ api, checkout }) => {
  const other = await makeFamily(api);
  await other.refused(endpoints.getPayment, { params: { session_id: checkout.id } });
  expect(await claimFamilyCheck(other.context(), checkout.id)).toBe(false);
  expect(checkout.asked()).toBe(0);
  expect(await checkout.status()).toBe('pending');
  expect(checkout.asked()).toBe(1);
});

describe('of several concurrent claims', () => {
  /** How many of twenty succeed. */
  const granted = async (claim: () => Promise<boolean>) =>
    (await Promise.all(Array.from({ length: 20 }, claim))).filter((isGranted) => isGranted).length;

  test('grants one', async ({ family, checkout }) => {
    expect(await granted(() => claimFamilyCheck(family.context(), checkout.id))).toBe(1);
  });

  test('naive code that reads first grants several', async ({ shop, checkout }) => {
    const naive = async () => {
      const { next_family_check_at } = await shop.stored(checkout.id);
      if (next_family_check_at > shop.api.clock.now) return false;
      await shop.api.database.db
        .updateTable('payments')
        .set({ next_family_check_at: shop.api.clock.now + 1 })
        .where('session_id', '=', checkout.id)
        .execute();
      return true;
    };
    expect(await granted(naive)).toBeGreaterThan(1);
  });
});
