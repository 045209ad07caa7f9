// Tests the sandbox's API through the official SDK: calls and refusals.
import type { Stripe } from 'stripe';
import { expect, test, vi } from 'vitest';

import { startStripeSandbox } from '../stripe.ts';
import { connect, fiveCredits, openShop } from './receiver.ts';

test('returns a session as it was created', async () => {
  const { stripe, sandbox } = await openShop();
  const session = await stripe.checkout.sessions.create(fiveCredits);
  expect(session.id).toMatch(/^cs_test_\w{58}$/);
  expect(session).toMatchObject({
    object: 'checkout.session',
    amount_total: 14_000,
    currency: 'gbp',
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    client_reference_id: 'payment-1',
    customer_email: 'parent@example.com',
    metadata: { payment_id: 'payment-1' },
    livemode: false,
    mode: 'payment',
    url: `${sandbox.url}/c/pay/${session.id}`,
  });
  expect(session.expires_at - session.created).toBe(24 * 3600);
  expect(session.lastResponse.requestId).toMatch(/^req_/);
  expect(await stripe.checkout.sessions.retrieve(session.id)).toEqual(session);
});

test('links a paid session to its payment intent', async () => {
  const { stripe, sandbox } = await openShop();
  const { sessions } = stripe.checkout;
  const { id } = await sessions.create(fiveCredits);
  sandbox.pay(id);
  const session = await sessions.retrieve(id, { expand: ['payment_intent'] });
  expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
  expect(session.payment_intent).toMatchObject({
    status: 'succeeded',
    amount_received: 14_000,
    metadata: { payment_id: 'payment-1' },
    latest_charge: sandbox.charge(id).id,
  });
  const charged = { paid: true, amount: 14_000, amount_refunded: 0, refunded: false };
  expect(sandbox.charge(id)).toMatchObject(charged);
  const { id: unexpanded } = sandbox.paymentIntent(id);
  expect((await sessions.retrieve(id)).payment_intent).toBe(unexpanded);
  expect(await stripe.paymentIntents.retrieve(unexpanded)).toEqual(session.payment_intent);
  const found = await sessions.list({ expand: ['data.payment_intent'] });
  expect(found.data.map((one) => one.payment_intent)).toEqual([session.payment_intent]);
});

test('lists sessions by creation time, by status and in pages', async () => {
  let now = Date.parse('2026-11-18T12:00:00Z');
  const { stripe, sandbox } = await openShop({ now: () => now });
  const { sessions } = stripe.checkout;
  // The receiver would reject its events as stale.
  sandbox.setWebhook(null);
  const first = await sessions.create(fiveCredits);
  now += 60_000;
  const second = await sessions.create(fiveCredits);
  const idsOf = async (query: Stripe.Checkout.SessionListParams) =>
    (await sessions.list(query)).data.map(({ id }) => id);
  const [early, late] = [first.created, second.created];
  expect(await idsOf({ created: { gte: early, lte: late } })).toEqual([second.id, first.id]);
  expect(await idsOf({ created: { gte: late } })).toEqual([second.id]);
  expect(await idsOf({ created: { lte: early } })).toEqual([first.id]);
  sandbox.pay(first.id);
  expect(await idsOf({ status: 'complete' })).toEqual([first.id]);
  const pages = await Array.fromAsync(sessions.list({ limit: 1 }));
  expect(pages.map(({ id }) => id)).toEqual([second.id, first.id]);
  const missing = { code: 'resource_missing', param: 'starting_after' };
  const afterNone = sessions.list({ starting_after: 'cs_test_none' });
  await expect(afterNone).rejects.toMatchObject(missing);
});

test('refunds at most the amount of the charge', async () => {
  const { stripe, sandbox } = await openShop();
  const { refunds } = stripe;
  const { id } = await stripe.checkout.sessions.create(fiveCredits);
  await expect(refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    code: 'resource_missing',
    param: 'payment_intent',
  });
  sandbox.pay(id);
  const { id: payment_intent } = sandbox.paymentIntent(id);
  const part = { payment_intent, amount: 4000 };
  const refund = await refunds.create({ ...part, reason: 'requested_by_customer' });
  expect(refund).toMatchObject({ object: 'refund', status: 'succeeded', ...part });
  expect(sandbox.charge(id)).toMatchObject({ amount_refunded: 4000, refunded: false });
  await expect(refunds.create({ payment_intent, amount: 10_001 })).rejects.toMatchObject({
    message: 'Refund amount (£100.01) is greater than unrefunded amount on charge (£100.00)',
    param: 'amount',
  });
  expect((await refunds.create({ payment_intent })).amount).toBe(10_000);
  expect(sandbox.charge(id)).toMatchObject({ amount_refunded: 14_000, refunded: true });
  const again = { code: 'charge_already_refunded' };
  await expect(refunds.create({ payment_intent })).rejects.toMatchObject(again);
  expect((await refunds.list({ payment_intent })).data).toHaveLength(2);
});

test('expires an open session by a call or by time, but not a paid one', async () => {
  let now = Date.now();
  const { stripe, sandbox } = await openShop({ now: () => now });
  const { sessions } = stripe.checkout;
  const expires_at = Math.floor(now / 1000) + 1800;
  const called = await sessions.create(fiveCredits);
  const late = await sessions.create({ ...fiveCredits, expires_at });
  const paid = await sessions.create(fiveCredits);
  expect(await sessions.expire(called.id)).toMatchObject({ status: 'expired', url: null });
  sandbox.pay(paid.id);
  await expect(sessions.expire(paid.id)).rejects.toThrow('status of `complete`');
  now += 1800 * 1000;
  expect((await sessions.retrieve(late.id)).status).toBe('expired');
  expect(() => sandbox.pay(late.id)).toThrow('status of `expired`');
  const events = sandbox.events().filter(({ type }) => type === 'checkout.session.expired');
  expect(events).toHaveLength(2);
});

const [item] = fiveCredits.line_items;
const priced = (more: object) => ({
  line_items: [{ ...item, price_data: { ...item?.price_data, ...more } }],
});
const PRICE = 'line_items[0][price_data]';
const soon = Math.floor(Date.now() / 1000) + 60;

test.for<[string, object, string | undefined, string]>([
  ['an unknown parameter', { colour: 'red' }, 'parameter_unknown', 'colour'],
  ['an unknown nested one', priced({ size: 1 }), 'parameter_unknown', `${PRICE}[size]`],
  ['a missing success_url', { success_url: undefined }, 'parameter_missing', 'success_url'],
  ['no items', { line_items: [] }, 'parameter_missing', 'line_items'],
  [
    'a fraction',
    priced({ unit_amount: 1.5 }),
    'parameter_invalid_integer',
    `${PRICE}[unit_amount]`,
  ],
  ['a negative', priced({ unit_amount: -1 }), 'parameter_invalid_integer', `${PRICE}[unit_amount]`],
  ['too little', priced({ unit_amount: 29 }), 'amount_too_small', 'line_items'],
  ['an unknown currency', priced({ currency: 'xyz' }), undefined, `${PRICE}[currency]`],
  ['a script', { success_url: 'javascript:alert(1)' }, 'url_invalid', 'success_url'],
  ['a broken email', { customer_email: 'parent' }, 'email_invalid', 'customer_email'],
  ['an empty text', { client_reference_id: '' }, 'parameter_invalid_empty', 'client_reference_id'],
  ['another mode', { mode: 'subscription' }, undefined, 'mode'],
  ['an early expiry', { expires_at: soon }, undefined, 'expires_at'],
  ['an unknown expansion', { expand: ['wallet'] }, undefined, 'expand'],
])('refuses %s and creates nothing', async ([, changes, code, param]) => {
  const { stripe, sandbox } = await openShop();
  const attempt = stripe.checkout.sessions.create({ ...fiveCredits, ...changes });
  const refusal = { type: 'StripeInvalidRequestError', statusCode: 400, code, param };
  await expect(attempt).rejects.toMatchObject(refusal);
  expect(sandbox.sessions()).toEqual([]);
});

test('refuses unknown ids and URLs with the messages of Stripe', async () => {
  const { stripe, sandbox } = await openShop();
  await expect(stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: "No such checkout.session: 'cs_test_none'",
  });
  await expect(stripe.customers.list()).rejects.toThrow(
    'Unrecognized request URL (GET: /v1/customers)',
  );
  await expect(stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({
    code: 'resource_missing',
  });
  const stranger = connect(sandbox, 'sk_test_somebody_else');
  await expect(stranger.events.list()).rejects.toMatchObject({ type: 'StripeAuthenticationError' });
  expect((await fetch(`${sandbox.url}/v1/events`)).status).toBe(401);
});

test('treats a key that names an object prototype as an ordinary key', async () => {
  const { sandbox } = await openShop();
  const answer = await fetch(`${sandbox.url}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.secretKey}` },
    body: '__proto__[polluted]=1&mode=payment',
  });
  expect(answer.status).toBe(400);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('refuses to start in production', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  await expect(startStripeSandbox()).rejects.toThrow('must not run in production');
  vi.unstubAllEnvs();
});
