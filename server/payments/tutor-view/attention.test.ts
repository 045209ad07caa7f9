// Payments that need the tutor's attention: which ones, and for how long.
import { expect } from 'vitest';

import { newId } from '../../base/ids.ts';
import { changeCredits } from '../../credits/ledger.ts';
import { transact } from '../../engine/context.ts';
import { insertPayment as pay } from '../../testing/payments/without-provider.ts';
import { test as base } from '../../testing/test.ts';
import { listPaymentsToLookAt } from './attention.ts';

const test = base
  .override('settings', { credits: 5, mayBreakInvariants: true })
  /** What is listed of the time from the start of the test. */
  .extend('listed', ({ api }) => {
    const since = api.clock.now;
    return () => listPaymentsToLookAt(api.database.db, since);
  })
  /** How a payment of the family is listed. */
  .extend('about', ({ family }) => (reason: string, changes = {}) => [
    { reason, amount: 14_000, credits: 5, currency: 'gbp', family_id: family.id, ...changes },
  ]);

test('lists a recent mismatch, and nothing in order', async ({ api, family, listed, about }) => {
  for (const status of ['pending', 'paid', 'failed', 'expired', 'refunded'] as const)
    await pay(api, family, { status });
  await pay(api, family, { status: 'mismatched', updated_at: api.clock.now - 1 });
  expect(await listed()).toEqual([]);
  const id = await pay(api, family, { status: 'mismatched' });
  expect(await listed()).toEqual(about('mismatched'));
  // Refunded, whatever was paid.
  const payments = api.database.db.updateTable('payments').set({ refunded_amount: 100 });
  await payments.where('id', '=', id).execute();
  expect(await listed()).toEqual([]);
});

test('lists an open inquiry, however old, and appeals', async ({ api, family, listed, about }) => {
  const { db } = api.database;
  const old = { created_at: 0, updated_at: 0 };
  for (const state of ['closed', 'open'] as const) {
    const payment_id = await pay(api, family, { status: 'paid', ...old });
    const inquiry = { id: newId(), payment_id, amount: 5600, state, due_at: null, ...old };
    await db.insertInto('inquiries').values(inquiry).execute();
  }
  const inquiries = about('inquiry', { amount: 5600 });
  expect(await listed()).toEqual(inquiries);
  const payment_id = await pay(api, family, { status: 'paid', ...old });
  const lost = {
    id: newId(),
    payment_id,
    amount: 2800,
    status: 'lost',
    withdrawn_at: 0,
    ...old,
  } as const;
  await db
    .insertInto('disputes')
    .values({ ...lost, is_appealed: 1 })
    .execute();
  expect(await listed()).toEqual([...about('disputed', { amount: 2800 }), ...inquiries]);
});

test('lists an open dispute, however old', async ({ api, family, listed, about }) => {
  for (const status of ['won', 'lost', 'open'] as const) {
    const old = { created_at: 0, updated_at: 0 };
    const payment_id = await pay(api, family, { status: 'paid', ...old });
    const dispute = { id: newId(), payment_id, amount: 5600, status, withdrawn_at: 0, ...old };
    await api.database.db.insertInto('disputes').values(dispute).execute();
  }
  expect(await listed()).toEqual(about('disputed', { amount: 5600 }));
});

test('lists a shortfall until it is settled', async ({ api, family, listed, about }) => {
  const fallShort = async (taken: number, updated_at = api.clock.now) => {
    const payment_id = await pay(api, family, { status: 'refunded', updated_at });
    const row = { payment_id, after_entry: 1, family_id: family.id, credits: 3, taken };
    await api.database.db.insertInto('refund_shortfalls').values(row).execute();
  };
  await fallShort(3);
  await fallShort(1, api.clock.now - 1);
  expect(await listed()).toEqual([]);
  await fallShort(1);
  expect(await listed()).toEqual(about('shortfall', { credits: 2 }));
});

test('lists a payment for a deleted family', async ({ api, family, listed, about }) => {
  const ordered = { created_at: api.clock.now, updated_at: api.clock.now };
  const grant = async () => {
    const paymentId = await pay(api, family, { status: 'paid', ...ordered });
    const change = { familyId: family.id, amount: 5, kind: 'purchase', paymentId } as const;
    await transact(api.context(null), (work) => changeCredits(work, change));
  };
  await grant();
  api.clock.advance({ minutes: 1 });
  const families = api.database.db.updateTable('families').set({ deleted_at: api.clock.now });
  await families.where('id', '=', family.id).execute();
  expect(await listed()).toEqual([]);
  await grant();
  expect(await listed()).toEqual(about('without_account', { family_id: null }));
});
