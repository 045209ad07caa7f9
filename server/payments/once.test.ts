// One payment, one grant: under concurrency, with a crash at any statement, and with a lost
// webhook.
import { expect, inject, onTestFinished, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { startStripeSandbox, type StripeSandbox } from '../../sandbox/stripe.ts';
import {
  createTestDatabase,
  START,
  startTestApp,
  type TestApp,
  type TestOptions,
} from '../testing/app.ts';
import { type ChildServer, startChildServer } from '../testing/child-server.ts';
import { Crash, watch } from '../testing/failing.ts';
import { makeFamily } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import {
  creditsOf,
  deliver,
  eventsAbout,
  paymentOf,
  startCheckout,
  subjectsTo,
} from '../testing/payments.ts';
import { connectStripe, type PaymentProvider } from './stripe.ts';

const COMPLETED = 'checkout.session.completed';
const REFUNDED = 'charge.refunded';

async function openSandbox(
  now?: () => number,
): Promise<{ sandbox: StripeSandbox; provider: PaymentProvider }> {
  const sandbox = await startStripeSandbox(now === undefined ? {} : { now });
  onTestFinished(() => sandbox.close());
  const { secretKey, webhookSecret, url } = sandbox;
  return { sandbox, provider: connectStripe({ secretKey, webhookSecret, apiUrl: url }) };
}

async function start(options: TestOptions): Promise<TestApp> {
  const api = await startTestApp(options);
  onTestFinished(() => api.close());
  return api;
}

async function grantsOf(api: TestApp, sessionId: string) {
  const { id } = await paymentOf(api, sessionId);
  const rows = await api.database.db
    .selectFrom('credit_ledger')
    .select('amount')
    .where('payment_id', '=', id)
    .where('kind', '=', 'purchase')
    .execute();
  return rows.map(({ amount }) => amount);
}

/** Sends the same valid webhook to a server over HTTP. */
async function post(
  server: ChildServer,
  signed: ReturnType<StripeSandbox['signEvent']>,
): Promise<number> {
  const { status } = await fetch(server.url + endpoints.stripeWebhook.path, {
    method: 'POST',
    headers: signed.headers,
    body: signed.payload,
  });
  return status;
}

test('grants once for 20 webhooks and 5 checks at the same time', async () => {
  const { sandbox, provider } = await openSandbox();
  const { options, drop } = await createTestDatabase();
  onTestFinished(drop);
  const servers = await Promise.all(
    Array.from({ length: inject('engine') === 'postgres' ? 2 : 1 }, () =>
      startChildServer(options, { stripe: sandbox }),
    ),
  );
  onTestFinished(async () => {
    for (const server of servers) await server.terminate();
  });
  const serverFor = (index: number) => servers[index % servers.length] as ChildServer;
  const api = await start({
    on: { ...options, exclusive: false },
    payments: provider,
    now: new Date().toISOString(),
  });
  for (let round = 0; round < 3; round += 1) {
    const student = await makeFamily(api);
    const session_id = await startCheckout(api, student, 5);
    sandbox.pay(session_id);
    const signed = sandbox.signEvent(eventsAbout(sandbox, COMPLETED, session_id)[0] ?? {});
    const looks = Array.from({ length: 5 }, (_, index) =>
      serverFor(index).call(endpoints.getPayment, { token: student.token, params: { session_id } }),
    );
    const webhooks = Array.from({ length: 20 }, (_, index) => post(serverFor(index), signed));
    expect(await Promise.all(webhooks)).toEqual(Array<number>(20).fill(200));
    for (const { body } of await Promise.all(looks))
      expect(['pending', 'paid']).toContain(body.payment.status);
    expect(await creditsOf(api, student)).toBe(5);
    expect(await grantsOf(api, session_id)).toEqual([5]);
    expect(await subjectsTo(api, student.email)).toEqual(['Receipt: 5 credits']);
  }
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

/**
 * Delivers the event until it succeeds, crashing one statement later each time; returns the number
 * of crashes.
 */
async function deliverThroughCrashes(
  api: TestApp,
  crash: Crash,
  sandbox: StripeSandbox,
  event: object,
  check: () => Promise<void>,
): Promise<number> {
  for (let deaths = 0; ; deaths += 1) {
    crash.arm(deaths + 1);
    const { status } = await deliver(api, sandbox.signEvent(event));
    const { hasHappened } = crash;
    crash.arm(null);
    if (!hasHappened) {
      expect(status).toBe(200);
      return deaths;
    }
    expect(status).toBe(500);
    await check();
    expect(await brokenInvariants(api.database.db)).toEqual([]);
  }
}

test('a crash at any statement grants nothing; the retry grants once', async () => {
  const { sandbox, provider } = await openSandbox(() => Date.parse(START));
  const crash = new Crash();
  const api = await start({
    payments: provider,
    wrap: (database) => watch(database, crash.onStatement),
  });
  const student = await makeFamily(api);
  const id = await startCheckout(api, student, 5);
  sandbox.pay(id);

  const granting = await deliverThroughCrashes(
    api,
    crash,
    sandbox,
    eventsAbout(sandbox, COMPLETED, id)[0] ?? {},
    async () => expect(await creditsOf(api, student)).toBe(0),
  );
  // The payment twice, the balance, the ledger, the family, the receipt and the refund's part.
  expect(granting).toBeGreaterThanOrEqual(7);
  expect(await creditsOf(api, student)).toBe(5);
  expect(await grantsOf(api, id)).toEqual([5]);

  sandbox.refund(sandbox.paymentIntent(id).id, 5600);
  const refunding = await deliverThroughCrashes(
    api,
    crash,
    sandbox,
    eventsAbout(sandbox, REFUNDED, sandbox.paymentIntent(id).id)[0] ?? {},
    async () => expect(await creditsOf(api, student)).toBe(5),
  );
  expect(refunding).toBeGreaterThanOrEqual(5);
  expect(await creditsOf(api, student)).toBe(3);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('the webhook fulfils a payment whose session id was never recorded', async () => {
  const { sandbox, provider } = await openSandbox(() => Date.parse(START));
  const crash = new Crash();
  const api = await start({
    payments: provider,
    wrap: (database) => watch(database, crash.onStatement),
  });
  const student = await makeFamily(api);
  // The session, the email and the payment; then the session id, which is never recorded.
  crash.arm(4);
  const { status } = await api.refused(endpoints.createCheckout, {
    token: student.token,
    body: { credits_quantity: 5 },
  });
  expect(status).toBe(500);
  crash.arm(null);
  const id = sandbox.sessions()[0]?.id ?? '';
  sandbox.pay(id);
  const [event] = eventsAbout(sandbox, COMPLETED, id);
  expect((await deliver(api, sandbox.signEvent(event ?? {}))).status).toBe(200);
  expect(await creditsOf(api, student)).toBe(5);
});
