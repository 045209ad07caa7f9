// Tests repeated and failing calls of the sandbox's API through the official SDK: idempotency keys
// and outages.
import { expect, test } from 'vitest';

import { fiveCredits, openShop } from './receiver.ts';

test('repeats the answer for the same key and refuses another body', async () => {
  const { stripe, sandbox } = await openShop();
  const options = { idempotencyKey: 'purchase-1' };
  const first = await stripe.checkout.sessions.create(fiveCredits, options);
  sandbox.pay(first.id);
  const again = await stripe.checkout.sessions.create(fiveCredits, options);
  expect(again).toEqual(first);
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(again.lastResponse.requestId).toBe(first.lastResponse.requestId);
  const other = stripe.checkout.sessions.create(
    { ...fiveCredits, client_reference_id: 'purchase-2' },
    options,
  );
  await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  await expect(stripe.refunds.create({ payment_intent: 'pi_1' }, options)).rejects.toThrow(
    'same endpoint',
  );
  expect(sandbox.sessions()).toHaveLength(1);
});

test('reports a conflict for concurrent calls with a key, which the SDK retries', async () => {
  const { stripe, sandbox } = await openShop();
  sandbox.setLatency(150);
  const options = { idempotencyKey: 'purchase-1' };
  const first = stripe.checkout.sessions.create(fiveCredits, options);
  const [, second] = await Promise.allSettled([
    first,
    stripe.checkout.sessions.create(fiveCredits, options),
  ]);
  expect(second).toMatchObject({
    status: 'rejected',
    reason: { statusCode: 409, code: 'idempotency_key_in_use' },
  });
  const patient = { idempotencyKey: 'purchase-2', maxNetworkRetries: 3 };
  const both = await Promise.all(
    [1, 2].map(() => stripe.checkout.sessions.create(fiveCredits, patient)),
  );
  expect(both[0]?.id).toBe(both[1]?.id);
});

test('leaves the key of a refused call free', async () => {
  const { stripe } = await openShop();
  const options = { idempotencyKey: 'purchase-1' };
  await expect(
    stripe.checkout.sessions.create({ ...fiveCredits, mode: 'setup' }, options),
  ).rejects.toThrow('mode');
  expect((await stripe.checkout.sessions.create(fiveCredits, options)).status).toBe('open');
});

test.each(['error', 'drop', 'lose'] as const)(
  'the SDK recovers from an outage of kind %s with one session',
  async (kind) => {
    const { stripe, sandbox } = await openShop({}, { maxNetworkRetries: 2 });
    sandbox.startOutage(kind, 1);
    const session = await stripe.checkout.sessions.create(fiveCredits, {
      idempotencyKey: 'purchase-1',
    });
    expect(sandbox.sessions().map(({ id }) => id)).toEqual([session.id]);
  },
);

test('keeps an outage going until it is ended', async () => {
  const { stripe, sandbox } = await openShop({}, { timeout: 200 });
  sandbox.startOutage('error');
  await expect(stripe.checkout.sessions.create(fiveCredits)).rejects.toMatchObject({
    type: 'StripeAPIError',
    statusCode: 500,
  });
  sandbox.startOutage('hang');
  await expect(stripe.checkout.sessions.create(fiveCredits)).rejects.toMatchObject({
    type: 'StripeConnectionError',
  });
  sandbox.endOutage();
  expect((await stripe.checkout.sessions.create(fiveCredits)).status).toBe('open');
  expect(sandbox.sessions()).toHaveLength(1);
});
