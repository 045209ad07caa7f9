// Tests repeated and failing calls of the sandbox's API through the official SDK: idempotency keys
// and outages.
import { expect, test } from 'vitest';

import { fiveCredits, openShop } from './receiver.ts';

const ONE_PAYMENT = { idempotencyKey: 'payment-1' };

test('repeats the answer for the same key and refuses another body', async () => {
  const { stripe, sandbox } = await openShop();
  const { sessions } = stripe.checkout;
  const first = await sessions.create(fiveCredits, ONE_PAYMENT);
  sandbox.pay(first.id);
  const again = await sessions.create(fiveCredits, ONE_PAYMENT);
  expect(again).toEqual(first);
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(again.lastResponse.requestId).toBe(first.lastResponse.requestId);
  const other = sessions.create({ ...fiveCredits, client_reference_id: 'payment-2' }, ONE_PAYMENT);
  await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  const refund = stripe.refunds.create({ payment_intent: 'pi_1' }, ONE_PAYMENT);
  await expect(refund).rejects.toThrow('same endpoint');
  expect(sandbox.sessions()).toHaveLength(1);
});

test('reports a conflict for concurrent calls with a key, which the SDK retries', async () => {
  const { stripe, sandbox } = await openShop();
  sandbox.setLatency(150);
  const createTwice = (options: object) =>
    Promise.allSettled([1, 2].map(() => stripe.checkout.sessions.create(fiveCredits, options)));
  const [, second] = await createTwice(ONE_PAYMENT);
  const reason = { statusCode: 409, code: 'idempotency_key_in_use' };
  expect(second).toMatchObject({ status: 'rejected', reason });
  const both = await createTwice({ idempotencyKey: 'payment-2', maxNetworkRetries: 3 });
  const [id, other] = both.map((one) => (one.status === 'fulfilled' ? one.value.id : one.reason));
  expect(id).toMatch(/^cs_test_/);
  expect(other).toBe(id);
});

test('leaves the key of a refused call free', async () => {
  const { stripe } = await openShop();
  const { sessions } = stripe.checkout;
  const malformed = sessions.create({ ...fiveCredits, mode: 'setup' }, ONE_PAYMENT);
  await expect(malformed).rejects.toThrow('mode');
  expect((await sessions.create(fiveCredits, ONE_PAYMENT)).status).toBe('open');
});

test.for(['error', 'drop', 'lose'] as const)(
  'the SDK recovers from an outage of kind %s with one session',
  async (kind) => {
    const { stripe, sandbox } = await openShop({}, { maxNetworkRetries: 2 });
    sandbox.startOutage(kind, 1);
    const session = await stripe.checkout.sessions.create(fiveCredits, ONE_PAYMENT);
    expect(sandbox.sessions().map(({ id }) => id)).toEqual([session.id]);
  },
);

test('keeps an outage going until it is ended', async () => {
  const { stripe, sandbox } = await openShop({}, { timeout: 200 });
  const create = () => stripe.checkout.sessions.create(fiveCredits);
  sandbox.startOutage('error');
  const failed = { type: 'StripeAPIError', statusCode: 500 };
  await expect(create()).rejects.toMatchObject(failed);
  sandbox.startOutage('hang');
  await expect(create()).rejects.toMatchObject({ type: 'StripeConnectionError' });
  sandbox.endOutage();
  expect((await create()).status).toBe('open');
  expect(sandbox.sessions()).toHaveLength(1);
});
