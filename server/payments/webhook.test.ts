// The provider's webhooks: only valid ones count, in any order, and each takes effect once.
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { BODY_BYTES, WEBHOOK_TOLERANCE_SECONDS } from '../../domain/limits.ts';
import { startStripeSandbox, type StripeSandbox } from '../../sandbox/stripe.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';
import { APP_URL } from '../testing/sender.ts';
import type { Caller } from '../testing/caller.ts';
import { makeAdmin, makeFamily, PASSWORD } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import {
  creditsOf,
  deliver,
  eventsAbout,
  INVALID_SIGNATURE,
  look,
  paymentOf,
  startCheckout,
  subjectsTo,
} from '../testing/payments.ts';
import { connectStripe } from './stripe.ts';
import { readEmails } from '../testing/emails.ts';

let sandbox: StripeSandbox;
let api: TestApp;
let admin: Caller;
beforeAll(async () => {
  sandbox = await startStripeSandbox({ now: () => Date.parse(START), timing: { retryDelays: [] } });
  api = await startTestApp({
    payments: connectStripe({
      secretKey: sandbox.secretKey,
      webhookSecret: sandbox.webhookSecret,
      apiUrl: sandbox.url,
    }),
  });
  admin = await makeAdmin(api);
});
afterAll(async () => {
  await api.close();
  await sandbox.close();
});

const COMPLETED = 'checkout.session.completed';

/** Delivers the latest event of this type about the session, signed now. */
async function announce(type: string, id: string): Promise<void> {
  const event = eventsAbout(sandbox, type, id).at(-1);
  expect(event, `${type} about ${id}`).toBeDefined();
  expect((await deliver(api, sandbox.signEvent(event ?? {}))).status).toBe(200);
}

async function paidSession(credits = 5) {
  const student = await makeFamily(api);
  const id = await startCheckout(api, student, credits);
  sandbox.pay(id);
  const [event] = eventsAbout(sandbox, COMPLETED, id);
  return { student, id, event: event ?? {} };
}

/** With the provider unavailable, the stored status shows the effect of webhooks alone. */
async function statusOf(student: Caller, id: string) {
  return (await paymentOf(api, id)).status === 'pending'
    ? 'pending'
    : (await look(api, student, id)).status;
}

test('grants credits by webhook alone, and none for a repeat', async () => {
  const { student, id, event } = await paidSession();
  for (let n = 0; n < 3; n += 1)
    expect((await deliver(api, sandbox.signEvent(event))).status).toBe(200);
  expect(await statusOf(student, id)).toBe('paid');
  expect(await creditsOf(api, student)).toBe(5);
  expect(await subjectsTo(api, student.email)).toEqual(['Receipt: 5 credits']);
});

test('receives webhooks over HTTP as the provider sends them', async () => {
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
  sandbox.setWebhook(`${url}${endpoints.stripeWebhook.path}`);
  const { student, id } = await paidSession(1);
  await sandbox.idle();
  sandbox.setWebhook(null);
  expect(await statusOf(student, id)).toBe('paid');
  expect(sandbox.deliveries().every(({ status }) => status === 200)).toBe(true);
});

const TOLERANCE_MS = WEBHOOK_TOLERANCE_SECONDS * 1000;
const now = Date.parse(START);

test.each([
  ['signed with another secret', { secret: 'whsec_forged' }],
  ['too old', { at: now - TOLERANCE_MS - 1000 }],
  ['from a year ago', { at: now - 365 * 86_400_000 }],
  ['from the future', { at: now + TOLERANCE_MS + 1000 }],
])('refuses a webhook that is %s', async (_, how) => {
  const { student, id, event } = await paidSession();
  const answer = await deliver(api, sandbox.signEvent(event, how));
  expect([answer.status, answer.body]).toEqual([400, INVALID_SIGNATURE]);
  expect((await paymentOf(api, id)).status).toBe('pending');
  expect(await creditsOf(api, student)).toBe(0);
});

test('accepts a webhook at the edge of the time tolerance', async () => {
  const { student, id, event } = await paidSession();
  expect((await deliver(api, sandbox.signEvent(event, { at: now - TOLERANCE_MS }))).status).toBe(
    200,
  );
  expect(await statusOf(student, id)).toBe('paid');
});

test.each([
  ['no signature', () => ({})],
  ['an empty signature', () => ({ 'stripe-signature': '' })],
  ['nonsense for a signature', () => ({ 'stripe-signature': 't=abc,v1=zzz' })],
  ['the signature of another body', () => ({ ...sandbox.signEvent({ object: 'event' }).headers })],
])('refuses a webhook with %s', async (_, headers) => {
  const { id, event } = await paidSession();
  const { payload } = sandbox.signEvent(event);
  const answer = await deliver(api, {
    payload,
    headers: { 'content-type': 'application/json', ...headers() },
  });
  expect([answer.status, answer.body]).toEqual([400, INVALID_SIGNATURE]);
  expect((await paymentOf(api, id)).status).toBe('pending');
});

test('refuses a signed body that is not an event', async () => {
  for (const payload of [
    '',
    'null',
    '[]',
    '7',
    '{',
    '{}',
    '{"type":"checkout.session.completed"}',
  ]) {
    const { status } = await deliver(api, sandbox.signEvent(payload));
    expect(status, payload).toBe(400);
  }
});

test('accepts a webhook up to its own size limit', async () => {
  const event = (length: number) => ({
    object: 'event',
    type: 'ping',
    data: { object: { object: 'pong', filling: 'x'.repeat(length) } },
  });
  expect((await deliver(api, sandbox.signEvent(event(BODY_BYTES.json * 2)))).status).toBe(200);
  expect((await deliver(api, sandbox.signEvent(event(BODY_BYTES.webhook)))).status).toBe(413);
});

test.each([
  ['amount', { amount_total: 100 }],
  ['amount', { amount_total: null }],
  ['currency', { currency: 'usd' }],
])('grants nothing for a payment in the wrong %s, %j, and tells the tutor', async (_, wrong) => {
  const { student, id, event } = await paidSession();
  const session = { ...sandbox.session(id), ...wrong };
  const before = (await subjectsTo(api, admin.email)).length;
  for (let n = 0; n < 2; n += 1)
    expect(
      (await deliver(api, sandbox.signEvent({ ...event, data: { object: session } }))).status,
    ).toBe(200);
  expect(await statusOf(student, id)).toBe('mismatched');
  expect(await creditsOf(api, student)).toBe(0);
  expect((await subjectsTo(api, admin.email)).slice(before)).toEqual([
    'A payment does not match what was asked',
  ]);
  // Later, correct reports change nothing: a person must look at it.
  await announce(COMPLETED, id);
  expect(await statusOf(student, id)).toBe('mismatched');
});

test('leaves the payment open after a declined card, and another card pays it', async () => {
  const student = await makeFamily(api);
  const id = await startCheckout(api, student, 1);
  sandbox.decline(id);
  await announce('payment_intent.payment_failed', sandbox.paymentIntent(id).id);
  expect((await look(api, student, id)).status).toBe('pending');
  sandbox.pay(id);
  await announce(COMPLETED, id);
  expect(await statusOf(student, id)).toBe('paid');
  expect(await creditsOf(api, student)).toBe(1);
});

test.each([
  ['succeeds', 'checkout.session.async_payment_succeeded', 'paid', 1],
  ['fails', 'checkout.session.async_payment_failed', 'failed', 0],
] as const)(
  'applies a payment that is decided later and then %s',
  async (outcome, type, status, credits) => {
    const student = await makeFamily(api);
    const id = await startCheckout(api, student, 1);
    sandbox.payLater(id);
    await announce(COMPLETED, id);
    expect((await paymentOf(api, id)).status).toBe('pending');
    expect(await creditsOf(api, student)).toBe(0);
    sandbox.settle(id, outcome);
    await announce(type, id);
    await announce(COMPLETED, id);
    expect(await statusOf(student, id)).toBe(status);
    expect(await creditsOf(api, student)).toBe(credits);
  },
);

test('expires a checkout that was not paid in time', async () => {
  const student = await makeFamily(api);
  const id = await startCheckout(api, student, 1);
  sandbox.expire(id);
  await announce('checkout.session.expired', id);
  expect(await statusOf(student, id)).toBe('expired');
  const looked = await startCheckout(api, student, 1);
  sandbox.expire(looked);
  expect((await look(api, student, looked)).status).toBe('expired');
  expect(await creditsOf(api, student)).toBe(0);
});

test('ignores unknown objects with 200', async () => {
  const { event, id } = await paidSession();
  const session = sandbox.session(id);
  const strange = [
    { ...session, client_reference_id: null, metadata: {} },
    { ...session, client_reference_id: 'order-of-another-shop', metadata: null },
    { ...session, id: 'cs_test_of_another_session' },
  ];
  for (const object of strange)
    expect((await deliver(api, sandbox.signEvent({ ...event, data: { object } }))).status).toBe(
      200,
    );
  const charge = {
    object: 'charge',
    metadata: {},
    payment_intent: 'pi_of_another',
    amount_refunded: 100,
  };
  for (const type of ['charge.refunded', 'customer.created', 'payment_intent.succeeded'])
    expect(
      (await deliver(api, sandbox.signEvent({ ...event, type, data: { object: charge } }))).status,
    ).toBe(200);
  expect((await paymentOf(api, id)).status).toBe('pending');
});

test('finds a payment whose session id was never recorded', async () => {
  const { student, id, event } = await paidSession(1);
  await api.database.db
    .updateTable('payments')
    .set({ session_id: null })
    .where('session_id', '=', id)
    .execute();
  expect((await deliver(api, sandbox.signEvent(event))).status).toBe(200);
  expect(await look(api, student, id)).toMatchObject({ status: 'paid', session_id: id });
  const receipts = await readEmails(api, student.email);
  expect(receipts[0]?.text).toContain(`${APP_URL}/user-home`);
});

test('reports a payment for a deleted account to the tutor, without a receipt', async () => {
  const { student, event } = await paidSession(2);
  await api.call(endpoints.deleteAccount, {
    token: student.token,
    body: { current_password: PASSWORD },
  });
  expect((await deliver(api, sandbox.signEvent(event))).status).toBe(200);
  expect(await subjectsTo(api, `deleted ${student.id}`)).toEqual([]);
  expect(await subjectsTo(api, admin.email)).toContain('A payment arrived for a deleted account');
});

test('breaks no invariant', async () => {
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});
