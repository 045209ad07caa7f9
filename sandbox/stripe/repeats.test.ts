// The sandbox's API when calls are repeated or go wrong: idempotency keys and outages, through the
// official SDK.
import { expect, test } from 'vitest';

import { fiveCredits, openShop } from './receiver.ts';

test('the same key gives the same answer once, another body is refused', async () => {
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

test('the same key twice at once is a conflict, which the SDK outlasts', async () => {
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

test('a refused call leaves its key free', async () => {
  const { stripe } = await openShop();
  const options = { idempotencyKey: 'purchase-1' };
  await expect(
    stripe.checkout.sessions.create({ ...fiveCredits, mode: 'setup' }, options),
  ).rejects.toThrow('mode');
  expect((await stripe.checkout.sessions.create(fiveCredits, options)).status).toBe('open');
});

test.each(['error', 'drop', 'lose'] as const)(
  'the SDK gets over an outage of kind %s with one session',
  async (kind) => {
    const { stripe, sandbox } = await openShop({}, { maxNetworkRetries: 2 });
    sandbox.startOutage(kind, 1);
    const session = await stripe.checkout.sessions.create(fiveCredits, {
      idempotencyKey: 'purchase-1',
    });
    expect(sandbox.sessions().map(({ id }) => id)).toEqual([session.id]);
  },
);

test('an outage lasts until it is ended', async () => {
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
