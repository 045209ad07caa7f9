// The tutor's list of payments: windows, states, months that equal the figures, and who may read
// it.
import { expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { eraseFamily } from '../../testing/accounts/leaving.ts';
import { makeFamily, provenParent } from '../../testing/factories.ts';
import { shopTest as test } from '../../testing/payments/shop.ts';

test('lists payments newest first, with their outcome', async ({ shop, api, tutor, family }) => {
  const paid = await shop.buy(family, 5);
  api.clock.advance({ minutes: 1 });
  const pending = await shop.checkOut(family, 1);
  api.clock.advance({ minutes: 1 });
  const disputed = await shop.buy(family, 1);
  const { id } = shop.sandbox.dispute(shop.intentOf(disputed));
  await shop.announce('charge.dispute.created', id);
  const { payments } = (await tutor.call(endpoints.listAdminPayments)).body;
  expect(payments.map(({ session_id }) => session_id)).toEqual([disputed, pending, paid]);
  const none = { credits: 0, amount: 0 };
  expect(payments).toMatchObject([
    { status: 'paid', dispute: 'open', refundable: none, returned: 0 },
    { status: 'pending', paid: null, granted_at: null, invoice: null, refundable: none },
    {
      status: 'paid',
      invoice: '2026-0001',
      paid: 14_000,
      family: { id: family.id },
      refundable: { credits: 5, amount: 14_000 },
      returnable_until: '2026-12-03T00:00:00.000Z',
      refunds: [],
    },
  ]);
  shop.sandbox.closeDispute(id, 'lost');
  await shop.announce('charge.dispute.closed', id);
  const after = (await tutor.call(endpoints.listAdminPayments)).body.payments;
  expect(after[0]).toMatchObject({ dispute: 'lost', status: 'refunded', returned: 3000 });
});

/** Before the provider's balance is read. */
const unread = { fees: null, net: null, asked: 0 };

test('counts each month as the figures do', async ({ shop, api, tutor, family }) => {
  api.clock.set('2026-10-31T23:59:59.000Z');
  const october = await shop.buy(family, 5);
  api.clock.set('2026-11-18T12:00:00.000Z');
  await shop.buy(await makeFamily(api), 1);
  const { id } = await shop.stored(october);
  await tutor.call(endpoints.refundPayment, { params: { id }, body: { credits: 2 } });
  const query = { from: '2026-10-01', to: '2026-11-30' };
  const { months, payments } = (await tutor.call(endpoints.listAdminPayments, { query })).body;
  expect(months).toEqual([
    { month: '2026-11', paid: 3000, returned: 5600, kept: -2600, ...unread },
    { month: '2026-10', paid: 14_000, returned: 0, kept: 14_000, ...unread },
  ]);
  const { figures } = (await tutor.call(endpoints.getFigures, { query })).body;
  const sums = figures.months.map(
    ({ joined, left, enquiries, enquiries_due, answered_in_time, ...sum }) => sum,
  );
  expect(sums.toReversed()).toEqual(months);
  expect(payments).toHaveLength(2);
});

test('covers 90 days without dates, or the given dates', async ({ shop, tutor, family }) => {
  await shop.buy(family, 1);
  const listed = async (query: { from?: string; to?: string } = {}) =>
    (await tutor.call(endpoints.listAdminPayments, { query })).body.payments.length;
  expect(await listed()).toBe(1);
  expect(await listed({ from: '2026-11-19' })).toBe(0);
  expect(await listed({ from: '2026-11-18', to: '2026-11-18' })).toBe(1);
  expect(await listed({ to: '2026-11-17' })).toBe(0);
  const tooLong = { from: '2024-01-01', to: '2026-11-18' };
  expect((await tutor.either(endpoints.listAdminPayments, { query: tooLong })).status).toBe(400);
  await eraseFamily(family.context(), provenParent(family));
  const [left] = (await tutor.call(endpoints.listAdminPayments)).body.payments;
  expect(left?.family).toBeNull();
});
