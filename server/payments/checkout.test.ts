// Buying credits: prices, the checkout order, and the return to the success page.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { defaultPackages } from '../../domain/credits.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import { MAX_CREDITS_PER_PURCHASE, PAYMENT_REFRESH_MS } from '../../domain/limits.ts';
import { startStripeSandbox, type StripeSandbox } from '../../sandbox/stripe.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';
import { APP_URL } from '../testing/sender.ts';
import { makeFamily } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { creditsOf, look, paymentOf, startCheckout, subjectsTo } from '../testing/payments.ts';
import { connectStripe } from './stripe.ts';

let sandbox: StripeSandbox;
let api: TestApp;
beforeAll(async () => {
  sandbox = await startStripeSandbox({ now: () => Date.parse(START) });
  api = await startTestApp({
    payments: connectStripe({
      secretKey: sandbox.secretKey,
      webhookSecret: sandbox.webhookSecret,
      apiUrl: sandbox.url,
    }),
  });
});
afterAll(async () => {
  await api.close();
  await sandbox.close();
});

test('lists the packages without sign-in', async () => {
  const { body } = await api.call(endpoints.listProducts);
  expect(body.products).toEqual([...defaultPackages]);
});

/** Pence by quantity: 30.00 each, 28.00 from five, 27.00 from ten. */
const priceOf = (credits: number) => credits * (credits >= 10 ? 2700 : credits >= 5 ? 2800 : 3000);

test('charges the rate of the largest package not above the quantity', async () => {
  const student = await makeFamily(api);
  for (let credits = 1; credits <= MAX_CREDITS_PER_PURCHASE; credits += 1) {
    const session = sandbox.session(await startCheckout(api, student, credits));
    expect([session.amount_total, session.currency], `${credits} credits`).toEqual([
      priceOf(credits),
      'gbp',
    ]);
  }
});

test.each([
  [undefined, 'Credits must be a whole number'],
  ['5', 'Credits must be a whole number'],
  [1.5, 'Credits must be a whole number'],
  [null, 'Credits must be a whole number'],
  [0, 'Must purchase at least 1 credit'],
  [-5, 'Must purchase at least 1 credit'],
  [101, 'Cannot purchase more than 100 credits at once'],
])('refuses the quantity %j', async (credits_quantity, message) => {
  const { token } = await makeFamily(api);
  const { status, body } = await api.refused(endpoints.createCheckout, {
    token,
    body: { credits_quantity },
  });
  expect(status).toBe(400);
  expect(body.details).toEqual([{ field: 'credits_quantity', message }]);
});

test("sends the server's price to the provider, whatever the client sends", async () => {
  const student = await makeFamily(api);
  const body = {
    credits_quantity: 5,
    price: 1,
    amount: 1,
    currency: 'usd',
    success_url: 'https://evil.example.com',
  };
  const { body: answer } = await api.call(endpoints.createCheckout, { token: student.token, body });
  expect(answer.checkout_url.startsWith(sandbox.url)).toBe(true);
  const session = sandbox.session(answer.checkout_url.split('/').at(-1) ?? '');
  const payment = await paymentOf(api, session.id);
  expect(session).toMatchObject({
    amount_total: 14_000,
    currency: 'gbp',
    customer_email: student.email,
    client_reference_id: payment.id,
    metadata: { payment_id: payment.id },
    success_url: `${APP_URL}/user-home?payment=success&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${APP_URL}/user-home?payment=cancelled`,
  });
  expect(await look(api, student, session.id)).toEqual({
    session_id: session.id,
    id: payment.id,
    invoice: null,
    status: 'pending',
    credits: 5,
    amount: 14_000,
    currency: 'gbp',
    created_at: START,
  });
  expect(await creditsOf(api, student)).toBe(0);
});

test('the success page finds the payment once, without a webhook', async () => {
  const student = await makeFamily(api);
  const id = await startCheckout(api, student, 10);
  expect((await look(api, student, id)).status).toBe('pending');
  sandbox.pay(id);
  api.clock.advance({ ms: PAYMENT_REFRESH_MS });
  expect(await look(api, student, id)).toMatchObject({
    status: 'paid',
    credits: 10,
    amount: 27_000,
  });
  expect((await look(api, student, id)).status).toBe('paid');
  expect(await creditsOf(api, student)).toBe(10);
  expect(await subjectsTo(api, student.email)).toEqual(['Receipt: 10 credits']);
});

test('shows a payment to its own family only', async () => {
  const [mine, other] = [await makeFamily(api), await makeFamily(api)];
  const id = await startCheckout(api, mine, 1);
  for (const [token, session_id] of [
    [other.token, id],
    [mine.token, 'cs_test_unknown'],
    [mine.token, `${id}x`],
    [mine.token, '-'],
  ] as const) {
    const { status, body } = await api.refused(endpoints.getPayment, {
      token,
      params: { session_id },
    });
    expect([status, body.code]).toEqual([404, 'payment_not_found']);
  }
});

test('answers 502 while the provider fails, and works once it recovers', async () => {
  const student = await makeFamily(api);
  sandbox.startOutage('error');
  const { status, body } = await api.refused(endpoints.createCheckout, {
    token: student.token,
    body: { credits_quantity: 1 },
  });
  expect(status).toBe(502);
  expect(body).toEqual({
    success: false,
    code: 'payment_provider_error',
    error: errorCatalogue.payment_provider_error.text,
  });
  sandbox.endOutage();
  const id = await startCheckout(api, student, 1);
  sandbox.pay(id);
  sandbox.startOutage('drop');
  expect((await look(api, student, id)).status).toBe('pending');
  sandbox.endOutage();
  api.clock.advance({ ms: PAYMENT_REFRESH_MS });
  expect((await look(api, student, id)).status).toBe('paid');
  expect(await creditsOf(api, student)).toBe(1);
});

test("opens one session when the provider's answer is lost", async () => {
  const student = await makeFamily(api);
  const before = sandbox.sessions().length;
  sandbox.startOutage('lose', 1);
  const id = await startCheckout(api, student, 5);
  expect(sandbox.sessions().length).toBe(before + 1);
  expect(sandbox.sessions()[0]?.id).toBe(id);
});

test('without a Stripe key, only card payments are unavailable', async () => {
  const plain = await startTestApp();
  const { token } = await makeFamily(plain);
  const { status, body } = await plain.refused(endpoints.createCheckout, {
    token,
    body: { credits_quantity: 1 },
  });
  expect([status, body.code]).toEqual([503, 'payments_unavailable']);
  expect((await plain.refused(endpoints.stripeWebhook, { body: {} })).body.code).toBe(
    'payments_unavailable',
  );
  await plain.call(endpoints.listProducts);
  await plain.call(endpoints.getProfile, { token });
  await plain.close();
});

test('breaks no invariant', async () => {
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});
