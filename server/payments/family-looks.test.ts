// How often a family's status checks of an open checkout reach the provider: at most as often as
// its page polls.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { PAYMENT_REFRESH_MS } from '../../domain/limits.ts';
import { startStripeSandbox, type StripeSandbox } from '../../sandbox/stripe.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';
import type { TestFamily } from '../testing/caller.ts';
import { makeFamily, parentOf } from '../testing/factories.ts';
import { look, paymentOf, startCheckout } from '../testing/payments.ts';
import { MAX_FAMILY_LOOKS } from './routes.ts';
import { claimFamilyLook } from './payments.ts';
import { connectStripe } from './stripe.ts';

let sandbox: StripeSandbox;
let api: TestApp;
let asked = 0;
let student: TestFamily;
let id: string;
beforeAll(async () => {
  sandbox = await startStripeSandbox({
    now: () => Date.parse(START),
    log(line) {
      if (/^GET \/v1\/checkout\/sessions\/\w/.test(line)) asked += 1;
    },
  });
  const { secretKey, webhookSecret, url } = sandbox;
  api = await startTestApp({ payments: connectStripe({ secretKey, webhookSecret, apiUrl: url }) });
});
afterAll(async () => {
  await api.close();
  await sandbox.close();
});
beforeEach(async () => {
  api.clock.set(START);
  student = await makeFamily(api);
  id = await startCheckout(api, student, 1);
  asked = 0;
});

const statusOf = async () => (await look(api, student, id)).status;

test('sends one of a hundred concurrent checks to the provider', async () => {
  const looks = await Promise.all(Array.from({ length: 100 }, statusOf));
  expect(asked).toBe(1);
  expect(new Set(looks)).toEqual(new Set(['pending']));
});

test('sends each poll of the waiting page, and finds the payment', async () => {
  for (let n = 1; n <= 20; n += 1) {
    api.clock.advance({ ms: PAYMENT_REFRESH_MS * Math.max(1, n / 5) - 500 });
    expect([await statusOf(), asked]).toEqual(['pending', n]);
  }
  sandbox.pay(id);
  api.clock.advance({ seconds: 8 });
  expect(await statusOf()).toBe('paid');
});

test('sends about a hundred requests in an hour of constant checks', async () => {
  for (let second = 0; second < 3600; second += 1) {
    api.clock.advance({ seconds: 1 });
    await statusOf();
  }
  expect(asked).toBeLessThan(300);
}, 60_000);

test("neither checks nor claims another family's checkout", async () => {
  const other = await makeFamily(api);
  await api.refused(endpoints.getPayment, { token: other.token, params: { session_id: id } });
  expect(await claimFamilyLook(api.context(parentOf(other)), id)).toBe(false);
  expect(asked).toBe(0);
  expect(await statusOf()).toBe('pending');
  expect(asked).toBe(1);
});

test('limits concurrent requests to a slow provider; others get the stored state', async () => {
  let opened = 0;
  let waiting = 0;
  // Opens sessions, but never answers lookups.
  const provider = createServer(({ method }, response) => {
    if (method === 'POST') opened += 1;
    else waiting += 1;
    const session = { id: `cs_test_${opened}`, url: `http://pay.test/cs_test_${opened}` };
    if (method === 'POST')
      response.setHeader('content-type', 'application/json').end(JSON.stringify(session));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  // A server listening on a port has an AddressInfo.
  const { port } = provider.address() as AddressInfo;
  const { secretKey, webhookSecret } = sandbox;
  const payments = connectStripe({ secretKey, webhookSecret, apiUrl: `http://127.0.0.1:${port}` });
  const slow = await startTestApp({ payments });

  let answered = 0;
  const looks: Promise<void>[] = [];
  for (let n = 0; n < 2 * MAX_FAMILY_LOOKS; n += 1) {
    const family = await makeFamily(slow);
    const session = await startCheckout(slow, family, 1);
    looks.push(
      look(slow, family, session).then(({ status }) => {
        expect(status).toBe('pending');
        answered += 1;
      }),
    );
  }
  await expect.poll(() => answered).toBe(MAX_FAMILY_LOOKS);
  await expect.poll(() => waiting).toBe(MAX_FAMILY_LOOKS);
  payments.abandon();
  await Promise.all(looks);
  await slow.close();
  provider.closeAllConnections();
  provider.close();
});

const AT_ONCE = 20;
/** How many of many concurrent claims succeed. */
const granted = async (claim: () => Promise<boolean>) =>
  (await Promise.all(Array.from({ length: AT_ONCE }, claim))).filter((isGranted) => isGranted)
    .length;

test('grants one of several concurrent claims', async () => {
  expect(await granted(() => claimFamilyLook(api.context(parentOf(student)), id))).toBe(1);
});

test('naive code that reads first and writes later grants several', async () => {
  const naive = async () => {
    const { next_family_look_at } = await paymentOf(api, id);
    if (next_family_look_at > api.clock.now) return false;
    await api.database.db
      .updateTable('payments')
      .set({ next_family_look_at: api.clock.now + 1 })
      .where('session_id', '=', id)
      .execute();
    return true;
  };
  expect(await granted(naive)).toBeGreaterThan(1);
});
