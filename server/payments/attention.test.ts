// Payments that need the tutor's attention: which ones, and for how long.
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { PaymentStatus } from '../../domain/payment.ts';
import { newId } from '../ids.ts';
import { transact } from '../engine/context.ts';
import { changeCredits } from '../credits/ledger.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { TestFamily } from '../testing/caller.ts';
import { makeFamily } from '../testing/factories.ts';
import { listPaymentsToLookAt } from './attention.ts';

let api: TestApp;
let family: TestFamily;
let since: number;
beforeEach(async () => {
  api = await startTestApp();
  family = await makeFamily(api, 5);
  since = api.clock.now;
});
afterEach(() => api.close());

async function payment(status: PaymentStatus, changedAt = since): Promise<string> {
  const id = newId();
  await api.database.db
    .insertInto('payments')
    .values({
      id,
      family_id: family.id,
      credits: 5,
      amount: 14_000,
      currency: 'gbp',
      status,
      session_id: null,
      payment_intent: null,
      created_at: changedAt,
      updated_at: changedAt,
    })
    .execute();
  return id;
}

const dispute = (payment_id: string, status: 'open' | 'won' | 'lost') =>
  api.database.db
    .insertInto('disputes')
    .values({ id: newId(), payment_id, amount: 5600, status, created_at: 0, updated_at: 0 })
    .execute();

const shortfall = (payment_id: string, taken: number) =>
  api.database.db
    .insertInto('refund_shortfalls')
    .values({ payment_id, after_entry: 1, family_id: family.id, credits: 3, taken })
    .execute();

const listed = () => listPaymentsToLookAt(api.database.db, since);
const mine = () => ({ currency: 'gbp', family_id: family.id });

test('lists a mismatch for the requested period, and nothing that is in order', async () => {
  for (const status of ['pending', 'paid', 'failed', 'expired', 'refunded'] as const)
    await payment(status);
  await payment('mismatched', since - 1);
  expect(await listed()).toEqual([]);
  await payment('mismatched');
  expect(await listed()).toEqual([{ reason: 'mismatched', amount: 14_000, credits: 5, ...mine() }]);
  // Refunded, whatever was paid.
  await api.database.db
    .updateTable('payments')
    .set({ refunded_amount: 100 })
    .where('status', '=', 'mismatched')
    .execute();
  expect(await listed()).toEqual([]);
});

test('lists an open dispute, however old', async () => {
  for (const status of ['won', 'lost', 'open'] as const)
    await dispute(await payment('paid', 0), status);
  expect(await listed()).toEqual([{ reason: 'disputed', amount: 5600, credits: 5, ...mine() }]);
});

test('lists a shortfall until it is settled', async () => {
  await shortfall(await payment('refunded'), 3);
  await shortfall(await payment('refunded', since - 1), 1);
  expect(await listed()).toEqual([]);
  await shortfall(await payment('refunded'), 1);
  expect(await listed()).toEqual([{ reason: 'shortfall', amount: 14_000, credits: 2, ...mine() }]);
});

test('lists a payment made after its family was deleted, without the family', async () => {
  const grant = async (paymentId: string) => {
    await transact(api.context(null), (work) =>
      changeCredits(work, { familyId: family.id, amount: 5, kind: 'purchase', paymentId }),
    );
  };
  await grant(await payment('paid'));
  api.clock.advance({ minutes: 1 });
  const leave = () =>
    api.database.db
      .updateTable('families')
      .set({ deleted_at: api.clock.now })
      .where('id', '=', family.id)
      .execute();
  await leave();
  expect(await listed()).toEqual([]);
  await grant(await payment('paid'));
  expect(await listed()).toEqual([
    { reason: 'without_account', amount: 14_000, credits: 5, currency: 'gbp', family_id: null },
  ]);
});
