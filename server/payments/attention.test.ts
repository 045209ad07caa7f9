// Payments that the tutor has to look at: which, for how long, and whose.
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { PaymentStatus } from '../../domain/payment.ts';
import { newId } from '../ids.ts';
import { transact } from '../db/context.ts';
import { changeCredits } from '../credits/store.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { type FamilyHolder, makeFamily } from '../testing/factories.ts';
import { listPaymentsToLookAt } from './attention-store.ts';

let api: TestApp;
let family: FamilyHolder;
let since: number;
beforeEach(async () => {
  api = await startTestApp();
  family = await makeFamily(api, 5);
  since = api.clock.now;
});
afterEach(() => api.close());

async function purchase(status: PaymentStatus, changedAt = since): Promise<string> {
  const id = newId();
  await api.database.db
    .insertInto('purchases')
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

const dispute = (purchase_id: string, status: 'open' | 'won' | 'lost') =>
  api.database.db
    .insertInto('disputes')
    .values({ id: newId(), purchase_id, amount: 5600, status, created_at: 0, updated_at: 0 })
    .execute();

const shortfall = (purchase_id: string, taken: number) =>
  api.database.db
    .insertInto('refund_shortfalls')
    .values({ purchase_id, after_entry: 1, family_id: family.id, credits: 3, taken })
    .execute();

const listed = () => listPaymentsToLookAt(api.database.db, since);
const mine = () => ({ currency: 'gbp', family_id: family.id });

test('a mismatch for as long as is asked for, and nothing that is as it should be', async () => {
  for (const status of ['pending', 'paid', 'failed', 'expired', 'refunded'] as const) await purchase(status);
  await purchase('mismatched', since - 1);
  expect(await listed()).toEqual([]);
  await purchase('mismatched');
  expect(await listed()).toEqual([{ reason: 'mismatched', amount: 14_000, credits: 5, ...mine() }]);
  // Given back, whatever was paid.
  await api.database.db
    .updateTable('purchases')
    .set({ refunded_amount: 100 })
    .where('status', '=', 'mismatched')
    .execute();
  expect(await listed()).toEqual([]);
});

test('a dispute as long as it is open, however old', async () => {
  for (const status of ['won', 'lost', 'open'] as const) await dispute(await purchase('paid', 0), status);
  expect(await listed()).toEqual([{ reason: 'disputed', amount: 5600, credits: 5, ...mine() }]);
});

test('a shortfall until all of it has come back', async () => {
  await shortfall(await purchase('refunded'), 3);
  await shortfall(await purchase('refunded', since - 1), 1);
  expect(await listed()).toEqual([]);
  await shortfall(await purchase('refunded'), 1);
  expect(await listed()).toEqual([{ reason: 'shortfall', amount: 14_000, credits: 2, ...mine() }]);
});

test('a payment that came after its family had left, without a way to the family', async () => {
  const grant = async (purchaseId: string) => {
    await transact(api.context(null), (work) =>
      changeCredits(work, { familyId: family.id, amount: 5, kind: 'purchase', purchaseId }),
    );
  };
  await grant(await purchase('paid'));
  api.clock.advance({ minutes: 1 });
  const leave = () =>
    api.database.db
      .updateTable('families')
      .set({ deleted_at: api.clock.now })
      .where('id', '=', family.id)
      .execute();
  await leave();
  expect(await listed()).toEqual([]);
  await grant(await purchase('paid'));
  expect(await listed()).toEqual([
    { reason: 'without_account', amount: 14_000, credits: 5, currency: 'gbp', family_id: null },
  ]);
});
