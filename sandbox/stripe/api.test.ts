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
    client_reference_id: 'purchase-1',
    customer_email: 'parent@example.com',
    metadata: { purchase: 'purchase-1' },
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
  const { id } = await stripe.checkout.sessions.create(fiveCredits);
  sandbox.pay(id);
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
  expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
  expect(session.payment_intent).toMatchObject({
    status: 'succeeded',
    amount_received: 14_000,
    metadata: { purchase: 'purchase-1' },
    latest_charge: sandbox.charge(id).id,
  });
  expect(sandbox.charge(id)).toMatchObject({
    paid: true,
    amount: 14_000,
    amount_refunded: 0,
    refunded: false,
  });
  const { id: unexpanded } = sandbox.paymentIntent(id);
  expect((await stripe.checkout.sessions.retrieve(id)).payment_intent).toBe(unexpanded);
  expect(await stripe.paymentIntents.retrieve(unexpanded)).toEqual(session.payment_intent);
  const found = await stripe.checkout.sessions.list({ expand: ['data.payment_intent'] });
  expect(found.data.map((one) => one.payment_intent)).toEqual([session.payment_intent]);
});

test('lists sessions by creation time, by status and in pages', async () => {
  let now = Date.parse('2026-11-18T12:00:00Z');
  const { stripe, sandbox } = await openShop({ now: () => now });
  // The receiver would reject its events as stale.
  sandbox.setWebhook(null);
  const first = await stripe.checkout.sessions.create(fiveCredits);
  now += 60_000;
  const second = await stripe.checkout.sessions.create(fiveCredits);
  const idsOf = async (created: Stripe.RangeQueryParam) =>
    (await stripe.checkout.sessions.list({ created })).data.map(({ id }) => id);
  expect(await idsOf({ gte: first.created, lte: second.created })).toEqual([second.id, first.id]);
  expect(await idsOf({ gte: second.created })).toEqual([second.id]);
  expect(await idsOf({ lte: first.created })).toEqual([first.id]);
  sandbox.pay(first.id);
  const paid = await stripe.checkout.sessions.list({ status: 'complete' });
  expect(paid.data.map(({ id }) => id)).toEqual([first.id]);
  const pages = await Array.fromAsync(stripe.checkout.sessions.list({ limit: 1 }));
  expect(pages.map(({ id }) => id)).toEqual([second.id, first.id]);
  await expect(
    stripe.checkout.sessions.list({ starting_after: 'cs_test_none' }),
  ).rejects.toMatchObject({
    code: 'resource_missing',
    param: 'starting_after',
  });
});

test('refunds at most the amount of the charge', async () => {
  const { stripe, sandbox } = await openShop();
  const { id } = await stripe.checkout.sessions.create(fiveCredits);
  await expect(stripe.refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    code: 'resource_missing',
    param: 'payment_intent',
  });
  sandbox.pay(id);
  const { id: payment_intent } = sandbox.paymentIntent(id);
  const refund = await stripe.refunds.create({
    payment_intent,
    amount: 4000,
    reason: 'requested_by_customer',
  });
  expect(refund).toMatchObject({
    object: 'refund',
    amount: 4000,
    status: 'succeeded',
    payment_intent,
  });
  expect(sandbox.charge(id)).toMatchObject({ amount_refunded: 4000, refunded: false });
  await expect(stripe.refunds.create({ payment_intent, amount: 10_001 })).rejects.toMatchObject({
    message: 'Refund amount (£100.01) is greater than unrefunded amount on charge (£100.00)',
    param: 'amount',
  });
  expect((await stripe.refunds.create({ payment_intent })).amount).toBe(10_000);
  expect(sandbox.charge(id)).toMatchObject({ amount_refunded: 14_000, refunded: true });
  await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
  expect((await stripe.refunds.list({ payment_intent })).data).toHaveLength(2);
});

test('expires an open session by a call or by time, but not a paid one', async () => {
  let now = Date.now();
  const { stripe, sandbox } = await openShop({ now: () => now });
  const [called, late, paid] = await Promise.all([
    stripe.checkout.sessions.create(fiveCredits),
    stripe.checkout.sessions.create({ ...fiveCredits, expires_at: Math.floor(now / 1000) + 1800 }),
    stripe.checkout.sessions.create(fiveCredits),
  ]);
  expect(await stripe.checkout.sessions.expire(called.id)).toMatchObject({
    status: 'expired',
    url: null,
  });
  sandbox.pay(paid.id);
  await expect(stripe.checkout.sessions.expire(paid.id)).rejects.toThrow('status of `complete`');
  now += 1800 * 1000;
  expect((await stripe.checkout.sessions.retrieve(late.id)).status).toBe('expired');
  expect(() => sandbox.pay(late.id)).toThrow('status of `expired`');
  const ids = sandbox.events().filter(({ type }) => type === 'checkout.session.expired');
  expect(ids).toHaveLength(2);
});

const [item] = fiveCredits.line_items;
const withPrice = (more: object) => ({
  ...fiveCredits,
  line_items: [{ ...item, price_data: { ...item?.price_data, ...more } }],
});
const { success_url: _dropped, ...withoutSuccess } = fiveCredits;

test.each<[string, object, string | undefined, string]>([
  ['an unknown parameter', { ...fiveCredits, colour: 'red' }, 'parameter_unknown', 'colour'],
  [
    'an unknown nested one',
    withPrice({ size: 1 }),
    'parameter_unknown',
    'line_items[0][price_data][size]',
  ],
  ['a missing success_url', withoutSuccess, 'parameter_missing', 'success_url'],
  ['no items', { ...fiveCredits, line_items: [] }, 'parameter_missing', 'line_items'],
  [
    'a fraction',
    withPrice({ unit_amount: 12.5 }),
    'parameter_invalid_integer',
    'line_items[0][price_data][unit_amount]',
  ],
  [
    'a negative amount',
    withPrice({ unit_amount: -1 }),
    'parameter_invalid_integer',
    'line_items[0][price_data][unit_amount]',
  ],
  ['too little', withPrice({ unit_amount: 29 }), 'amount_too_small', 'line_items'],
  [
    'an unknown currency',
    withPrice({ currency: 'xyz' }),
    undefined,
    'line_items[0][price_data][currency]',
  ],
  [
    'a script as success_url',
    { ...fiveCredits, success_url: 'javascript:alert(1)' },
    'url_invalid',
    'success_url',
  ],
  [
    'a broken email',
    { ...fiveCredits, customer_email: 'parent' },
    'email_invalid',
    'customer_email',
  ],
  [
    'an empty text',
    { ...fiveCredits, client_reference_id: '' },
    'parameter_invalid_empty',
    'client_reference_id',
  ],
  ['another mode', { ...fiveCredits, mode: 'subscription' }, undefined, 'mode'],
  [
    'an early expiry',
    { ...fiveCredits, expires_at: Math.floor(Date.now() / 1000) + 60 },
    undefined,
    'expires_at',
  ],
  ['an unknown expansion', { ...fiveCredits, expand: ['wallet'] }, undefined, 'expand'],
])('refuses %s and creates nothing', async (_name, params, code, param) => {
  const { stripe, sandbox } = await openShop();
  const attempt = stripe.checkout.sessions.create(params);
  await expect(attempt).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    code,
    param,
  });
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
