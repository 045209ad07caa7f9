// Finds payments that no webhook reported, each family in turn, until all are
// settled.
import { expect } from 'vitest';

import { HOUR_MS } from '../../../domain/time.ts';
import { newId } from '../../base/ids.ts';
import { repeatJob } from '../../process/repeat.ts';
import { START, type TestApp, type TestClock } from '../../testing/app.ts';
import type { TestFamily } from '../../testing/caller.ts';
import { makeFamily } from '../../testing/factories.ts';
import { sharedShopTest } from '../../testing/payments/shop.ts';
import { paymentRow } from '../../testing/payments/without-provider.ts';
import { lookUpPending, lookUpPendingJob } from './look-up-pending.ts';

/** Unpaid checkouts of one family in the database; the provider knows none of their sessions. */
async function leaveOpen(api: TestApp, family: TestFamily, count: number): Promise<string[]> {
  const { now } = api.clock;
  const sessions = Array.from({ length: count }, () => `cs_open_${newId().replaceAll('-', '')}`);
  const values = { credits: 1, amount: 3000, expires_at: now + HOUR_MS };
  const rows = sessions.map((session_id, index) =>
    paymentRow(api, family, { ...values, session_id, created_at: now - count + index }),
  );
  await api.database.db.insertInto('payments').values(rows).execute();
  return sessions;
}

const test = sharedShopTest
  // Payments left open by other tests must not interfere.
  .extend('noOpenPayments', { auto: true }, async ({ shop }) => {
    shop.checkedSessions.length = 0;
    const payments = shop.api.database.db.updateTable('payments').set({ status: 'expired' });
    await payments.where('status', '=', 'pending').execute();
  })
  /** Looks up pending payments after a while. */
  .extend('lookAfter', ({ shop }) => async (change: Parameters<TestClock['advance']>[0]) => {
    shop.api.clock.advance(change);
    await lookUpPending(shop.api.context(null), shop.provider);
  })
  .extend('statusOf', ({ shop }) => {
    return async (id: string) => (await shop.stored(id)).status;
  });

test('a checkout can be paid for an hour, which the payment stores', async ({ shop, family }) => {
  const id = await shop.checkOut(family, 1);
  const until = Date.parse(START) + HOUR_MS;
  expect(shop.sandbox.session(id).expires_at).toBe(until / 1000);
  expect((await shop.stored(id)).expires_at).toBe(until);
});

test('finds a payment whose webhook was lost', async ({ shop, family, lookAfter }) => {
  const id = await shop.payUnheard(family, 5);
  await lookAfter({ minutes: 9, seconds: 59 });
  expect(shop.checkedSessions).toEqual([]);
  await lookAfter({ minutes: 1 });
  expect(shop.checkedSessions).toEqual([id]);
  expect(await shop.stateOf(family, id)).toMatchObject({ status: 'paid', credits: 5 });
  await lookAfter({ days: 1 });
  expect(shop.checkedSessions).toEqual([id]);
  // Another one weeks after its webhook was lost.
  await shop.payUnheard(family, 5);
  await lookAfter({ days: 21 });
  expect(await family.readCredits()).toBe(10);
});

test('505 unpaid checkouts of a family delay no other', async ({ shop, family, lookAfter }) => {
  await leaveOpen(shop.api, await makeFamily(shop.api), 505);
  shop.api.clock.advance({ seconds: 1 });
  await shop.payUnheard(family, 1);
  await lookAfter({ minutes: 15 });
  expect(await family.readCredits()).toBe(1);
  // The others wait for their turn, and each one gets it.
  expect(shop.checkedSessions.length).toBeLessThanOrEqual(21);
  for (let round = 0; round < 30; round += 1) await lookAfter({ minutes: 5 });
  expect(new Set(shop.checkedSessions).size).toBe(506);
});

test('expires an unpaid checkout once reported', async ({ shop, family, lookAfter, statusOf }) => {
  const id = await shop.checkOut(family, 1);
  await lookAfter({ minutes: 59 });
  expect(await statusOf(id)).toBe('pending');
  await lookAfter({ minutes: 5 });
  expect(await statusOf(id)).toBe('expired');
});

test('checks a slow bank payment at growing intervals', async ({ shop, family, lookAfter }) => {
  const id = await shop.checkOut(family, 1);
  shop.sandbox.payLater(id);
  for (let hour = 0; hour < 6 * 24; hour += 1) await lookAfter({ hours: 1 });
  expect(shop.checkedSessions.length).toBeLessThan(16);
  shop.sandbox.settle(id, 'succeeds');
  await lookAfter({ days: 1 });
  expect(await family.readCredits()).toBe(1);
});

test('two processes at once check each payment once', async ({ shop, lookAfter, statusOf }) => {
  const sessions: string[] = [];
  for (let n = 0; n < 20; n += 1)
    sessions.push(await shop.payUnheard(await makeFamily(shop.api), 1));
  shop.api.clock.advance({ minutes: 15 });
  await Promise.all([lookAfter({}), lookAfter({})]);
  expect(shop.checkedSessions.toSorted()).toEqual(sessions.toSorted());
  for (const session of sessions) expect(await statusOf(session)).toBe('paid');
});

test('asks little in an outage, and retries all later', async ({ shop, family, lookAfter }) => {
  for (let n = 0; n < 10; n += 1) await shop.payUnheard(family, 1);
  shop.sandbox.startOutage('error');
  await lookAfter({ minutes: 15 });
  // Three payments, and the SDK tries each request three times.
  expect(shop.checkedSessions.length).toBeLessThanOrEqual(9);
  shop.sandbox.endOutage();
  await lookAfter({ minutes: 15 });
  expect(await family.readCredits()).toBe(10);
});

test('expires a session unknown to the provider', async ({ shop, family, lookAfter, statusOf }) => {
  const [unknown = ''] = await leaveOpen(shop.api, await makeFamily(shop.api), 1);
  const id = await shop.payUnheard(family, 1);
  await lookAfter({ minutes: 15 });
  expect([await statusOf(unknown), await statusOf(id)]).toEqual(['pending', 'paid']);
  await lookAfter({ days: 1 });
  expect(await statusOf(unknown)).toBe('expired');
  shop.checkedSessions.length = 0;
  await lookAfter({ days: 1 });
  expect(shop.checkedSessions).toEqual([]);
});

test('reports a payment that fails, and goes on', async ({ shop, family, lookAfter }) => {
  const { db } = shop.api.database;
  const broken = await makeFamily(shop.api);
  for (const one of [broken, family]) await shop.payUnheard(one, 1);
  await db.deleteFrom('balances').where('family_id', '=', broken.id).execute();
  await expect(lookAfter({ minutes: 15 })).rejects.toThrow('has no balance');
  expect(await family.readCredits()).toBe(1);
  const balance = { family_id: broken.id, credits: 0, last_entry: null };
  await db.insertInto('balances').values(balance).execute();
  await lookAfter({ minutes: 15 });
  expect(await broken.readCredits()).toBe(1);
});

test('stops in a round when the server shuts down', async ({ shop, family, lookAfter }) => {
  const { api, sandbox, provider, checkedSessions } = shop;
  for (let n = 0; n < 10; n += 1) await shop.payUnheard(family, 1);
  api.clock.advance({ minutes: 15 });
  sandbox.setLatency(100);
  const base = { database: api.database, clock: () => api.clock.now, log: api.app.log };
  const stop = repeatJob(base, lookUpPendingJob(provider));
  await expect.poll(() => checkedSessions.length).toBe(1);
  await stop();
  sandbox.setLatency(0);
  expect(checkedSessions).toHaveLength(1);
  expect(await family.readCredits()).toBe(1);
  await lookAfter({});
  expect(await family.readCredits()).toBe(10);
});
