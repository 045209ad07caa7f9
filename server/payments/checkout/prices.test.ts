// The tutor changes the prices while families buy.
import { expect } from 'vitest';

import { type Business, DEFAULT_BUSINESS } from '../../../domain/business.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import { sharedShopTest } from '../../testing/payments/shop.ts';

const DEARER: Business = {
  ...DEFAULT_BUSINESS,
  packages: [
    { credits: 1, price_pence: 4000, name: 'One lesson' },
    { credits: 5, price_pence: 19_000, name: 'Half a term' },
  ],
};

const test = sharedShopTest.extend('setPrices', ({ tutor }, { onCleanup }) => {
  const save = (business: Business) => tutor.call(endpoints.updateSettings, { body: { business } });
  onCleanup(async () => void (await save(DEFAULT_BUSINESS)));
  return save;
});

test('offers and charges the new prices at once', async ({ api, shop, family, setPrices }) => {
  await setPrices(DEARER);
  const { products } = (await api.call(endpoints.listProducts)).body;
  expect(products).toEqual([
    { id: '1-credit', name: 'One lesson', credits: 1, price: 4000, currency: 'gbp' },
    { id: '5-credits', name: 'Half a term', credits: 5, price: 19_000, currency: 'gbp' },
  ]);
  for (const [credits, pence] of [
    [1, 4000],
    [4, 16_000],
    [5, 19_000],
    [10, 38_000],
  ] as const) {
    const session = shop.sandbox.session(await shop.checkOut(family, credits));
    expect(session.amount_total, `${credits} credits`).toBe(pence);
  }
});

test("keeps a checkout's price and its invoice's package", async ({ shop, family, setPrices }) => {
  const session = await shop.checkOut(family, 10);
  await setPrices(DEARER);
  expect(await shop.look(family, session)).toMatchObject({ status: 'pending', amount: 27_000 });
  await shop.pay(session);
  const { id } = await shop.stored(session);
  expect(await shop.look(family, session)).toMatchObject({ status: 'paid', credits: 10 });
  const { invoice } = (await family.call(endpoints.getInvoice, { params: { id } })).body;
  expect(invoice).toMatchObject({ amount: 27_000, package: '10 credits' });
  expect(await family.readCredits()).toBe(10);
});
