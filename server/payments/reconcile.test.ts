// Reconciliation finds payments that no webhook reported, each family in turn, until all are
// settled.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { startStripeSandbox, type StripeSandbox } from '../../sandbox/stripe.ts';
import { newId } from '../ids.ts';
import { START, startTestApp, type TestApp, type TestClock } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { makeFamily } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { creditsOf, paymentOf, startCheckout } from '../testing/payments.ts';
import { reconcile, startReconciling } from './reconcile.ts';
import { connectStripe, type PaymentProvider } from './stripe.ts';

const HOUR_SECONDS = 3600;

let sandbox: StripeSandbox;
let api: TestApp;
let provider: PaymentProvider;
let clock: TestClock;
/** The session of each lookup at the provider. */
let asked: string[];
beforeAll(async () => {
  sandbox = await startStripeSandbox({
    now: () => clock?.now ?? Date.parse(START),
    timing: { retryDelays: [] },
    log(line) {
      const id = /^GET \/v1\/checkout\/sessions\/(\w+)/.exec(line)?.[1];
      if (id !== undefined) asked.push(id);
    },
  });
  const { secretKey, webhookSecret, url } = sandbox;
  provider = connectStripe({ secretKey, webhookSecret, apiUrl: url });
  api = await startTestApp({ payments: provider });
  ({ clock } = api);
});
afterAll(async () => {
  await api.close();
  await sandbox.close();
});
beforeEach(async () => {
  asked = [];
  clock.set(START);
  // Payments left open by other tests must not interfere.
  await api.database.db
    .updateTable('payments')
    .set({ status: 'expired' })
    .where('status', '=', 'pending')
    .execute();
});

const look = () => reconcile(api.context(null), provider);
const statusOf = async (session: string) => (await paymentOf(api, session)).status;

/** Unpaid checkouts of one family in the database; the provider knows none of their sessions. */
async function leaveOpen({ id }: Caller, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    family_id: id,
    credits: 1,
    amount: 3000,
    currency: 'gbp',
    status: 'pending' as const,
    session_id: `cs_open_${newId().replaceAll('-', '')}`,
    payment_intent: null,
    expires_at: clock.now + HOUR_SECONDS * 1000,
    created_at: clock.now - count + index,
    updated_at: clock.now,
  }));
  await api.database.db.insertInto('payments').values(rows).execute();
  return rows.map(({ session_id }) => session_id);
}

test('a checkout can be paid for an hour, and the payment stores its deadline', async () => {
  const id = await startCheckout(api, await makeFamily(api), 1);
  const until = Date.parse(START) / 1000 + HOUR_SECONDS;
  expect(sandbox.session(id).expires_at).toBe(until);
  expect((await paymentOf(api, id)).expires_at).toBe(until * 1000);
});

test('finds a payment whose webhook was lost, after waiting for the webhook', async () => {
  const student = await makeFamily(api);
  const id = await startCheckout(api, student, 5);
  sandbox.pay(id);
  clock.advance({ minutes: 9, seconds: 59 });
  await look();
  expect(asked).toEqual([]);
  clock.advance({ minutes: 1 });
  await look();
  expect([asked, await statusOf(id), await creditsOf(api, student)]).toEqual([[id], 'paid', 5]);
  clock.advance({ days: 1 });
  await look();
  expect(asked).toEqual([id]);
});

test('finds a payment weeks after its webhook was lost', async () => {
  const student = await makeFamily(api);
  const id = await startCheckout(api, student, 5);
  sandbox.pay(id);
  clock.advance({ days: 21 });
  await look();
  expect(await creditsOf(api, student)).toBe(5);
});

test('505 unpaid checkouts of one family delay no other family', async () => {
  const [greedy, other] = [await makeFamily(api), await makeFamily(api)];
  await leaveOpen(greedy, 505);
  clock.advance({ seconds: 1 });
  const id = await startCheckout(api, other, 1);
  sandbox.pay(id);
  clock.advance({ minutes: 15 });
  await look();
  expect(await creditsOf(api, other)).toBe(1);
  // The others wait for their turn, and each one gets it.
  expect(asked.length).toBeLessThanOrEqual(21);
  for (let round = 0; round < 30; round += 1) {
    clock.advance({ minutes: 5 });
    await look();
  }
  expect(new Set(asked).size).toBe(506);
});

test('expires an unpaid checkout once the provider reports it', async () => {
  const id = await startCheckout(api, await makeFamily(api), 1);
  clock.advance({ minutes: 59 });
  await look();
  expect(await statusOf(id)).toBe('pending');
  clock.advance({ minutes: 5 });
  await look();
  expect(await statusOf(id)).toBe('expired');
});

test('checks a slow bank payment at growing intervals until it is decided', async () => {
  const student = await makeFamily(api);
  const id = await startCheckout(api, student, 1);
  sandbox.payLater(id);
  for (let hour = 0; hour < 6 * 24; hour += 1) {
    clock.advance({ hours: 1 });
    await look();
  }
  expect(asked.length).toBeLessThan(16);
  sandbox.settle(id, 'succeeds');
  clock.advance({ days: 1 });
  await look();
  expect(await creditsOf(api, student)).toBe(1);
});

test('two processes reconciling at once check each payment once', async () => {
  const sessions: string[] = [];
  for (let n = 0; n < 20; n += 1) sessions.push(await startCheckout(api, await makeFamily(api), 1));
  for (const session of sessions) sandbox.pay(session);
  clock.advance({ minutes: 15 });
  await Promise.all([look(), look()]);
  expect(asked.toSorted()).toEqual(sessions.toSorted());
  for (const session of sessions) expect(await statusOf(session)).toBe('paid');
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('asks little while the provider is unavailable, and retries all later', async () => {
  const student = await makeFamily(api);
  const sessions: string[] = [];
  for (let n = 0; n < 10; n += 1) sessions.push(await startCheckout(api, student, 1));
  for (const session of sessions) sandbox.pay(session);
  clock.advance({ minutes: 15 });
  sandbox.startOutage('error');
  await look();
  // Three payments, and the SDK tries each request three times.
  expect(asked.length).toBeLessThanOrEqual(9);
  sandbox.endOutage();
  clock.advance({ minutes: 15 });
  await look();
  expect(await creditsOf(api, student)).toBe(10);
});

test('expires a session unknown to the provider, without delaying others', async () => {
  const student = await makeFamily(api);
  const [unknown = ''] = await leaveOpen(await makeFamily(api), 1);
  const id = await startCheckout(api, student, 1);
  sandbox.pay(id);
  clock.advance({ minutes: 15 });
  await look();
  expect([await statusOf(unknown), await statusOf(id)]).toEqual(['pending', 'paid']);
  clock.advance({ days: 1 });
  await look();
  expect(await statusOf(unknown)).toBe('expired');
  asked = [];
  clock.advance({ days: 1 });
  await look();
  expect(asked).toEqual([]);
});

test('reports a payment that fails, without delaying others', async () => {
  const [broken, whole] = [await makeFamily(api), await makeFamily(api)];
  const sessions = [await startCheckout(api, broken, 1), await startCheckout(api, whole, 1)];
  for (const session of sessions) sandbox.pay(session);
  await api.database.db.deleteFrom('balances').where('family_id', '=', broken.id).execute();
  clock.advance({ minutes: 15 });
  await expect(look()).rejects.toThrow('has no balance');
  expect(await creditsOf(api, whole)).toBe(1);
  await api.database.db
    .insertInto('balances')
    .values({ family_id: broken.id, credits: 0, last_entry: null })
    .execute();
  clock.advance({ minutes: 15 });
  await look();
  expect(await creditsOf(api, broken)).toBe(1);
});

test('stops in the middle of a round when the server shuts down', async () => {
  const student = await makeFamily(api);
  for (let n = 0; n < 10; n += 1) sandbox.pay(await startCheckout(api, student, 1));
  clock.advance({ minutes: 15 });
  sandbox.setLatency(100);
  const stop = startReconciling(api.database, () => clock.now, provider, api.app.log);
  await expect.poll(() => asked.length).toBe(1);
  await stop();
  sandbox.setLatency(0);
  expect(asked).toHaveLength(1);
  expect(await creditsOf(api, student)).toBe(1);
  await look();
  expect(await creditsOf(api, student)).toBe(10);
});
