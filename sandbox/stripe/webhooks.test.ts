// Tests the sandbox's events: signatures that the SDK accepts, their order, retries and repeats.
import { expect, test } from 'vitest';

import { fiveCredits, openShop, type Shop } from './receiver.ts';

async function buy({ stripe }: Shop): Promise<string> {
  return (await stripe.checkout.sessions.create(fiveCredits)).id;
}

const types = ({ received }: Shop) => received.map(({ type }) => type).toSorted();

test('sends a payment event with a signature that the SDK accepts', async () => {
  const shop = await openShop();
  const id = await buy(shop);
  shop.sandbox.pay(id);
  await shop.sandbox.idle();
  expect(types(shop)).toEqual(['checkout.session.completed', 'payment_intent.succeeded']);
  const event = shop.received.find(({ type }) => type === 'checkout.session.completed');
  expect(event).toMatchObject({
    object: 'event',
    livemode: false,
    data: {
      object: {
        id,
        payment_status: 'paid',
        amount_total: 14_000,
        metadata: { purchase: 'purchase-1' },
      },
    },
  });
  for (const { payload, signature } of shop.raw)
    expect(
      shop.stripe.webhooks.constructEvent(payload, signature, shop.sandbox.webhookSecret).object,
    ).toBe('event');
  const known = await shop.stripe.events.list({ types: ['checkout.session.completed'] });
  expect(known.data.map((one) => one.id)).toEqual([event?.id]);
});

test('makes forged and stale events that the SDK refuses', async () => {
  const { sandbox, stripe } = await openShop();
  const check = (how: { secret?: string; at?: number }) => {
    const { payload, headers } = sandbox.signEvent(
      { object: 'event', type: 'charge.refunded' },
      how,
    );
    return stripe.webhooks.constructEvent(
      payload,
      headers['stripe-signature'],
      sandbox.webhookSecret,
    );
  };
  expect(check({}).type).toBe('charge.refunded');
  expect(() => check({ secret: 'whsec_other' })).toThrow('No signatures found');
  expect(() => check({ at: Date.now() - 301_000 })).toThrow('Timestamp outside the tolerance zone');
});

test('reports a bank debit twice: unpaid first, then with the outcome', async () => {
  const shop = await openShop();
  const [good, bad] = [await buy(shop), await buy(shop)];
  shop.sandbox.payLater(good, 'succeeds');
  expect(shop.sandbox.payLater(bad)).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
  });
  expect(shop.sandbox.paymentIntent(bad).status).toBe('processing');
  await expect.poll(() => shop.sandbox.session(good).payment_status).toBe('paid');
  expect(shop.sandbox.settle(bad, 'fails').payment_status).toBe('unpaid');
  expect(() => shop.sandbox.settle(bad, 'succeeds')).toThrow('not waiting');
  await shop.sandbox.idle();
  expect(types(shop)).toEqual([
    'checkout.session.async_payment_failed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.completed',
    'checkout.session.completed',
    'payment_intent.payment_failed',
    'payment_intent.processing',
    'payment_intent.processing',
    'payment_intent.succeeded',
  ]);
  const completed = shop.received.filter(({ type }) => type === 'checkout.session.completed');
  expect(completed.map(({ data }) => data.object)).toMatchObject([
    { payment_status: 'unpaid' },
    { payment_status: 'unpaid' },
  ]);
});

test('reports refunds with the running total of the charge', async () => {
  const shop = await openShop();
  const id = await buy(shop);
  shop.sandbox.pay(id);
  const { id: intent } = shop.sandbox.paymentIntent(id);
  shop.sandbox.refund(intent, 4000);
  await shop.sandbox.idle();
  await shop.stripe.refunds.create({ payment_intent: intent }, { idempotencyKey: 'refund-1' });
  await shop.sandbox.idle();
  const refunds = shop.received.filter(({ type }) => type === 'charge.refunded');
  expect(refunds).toMatchObject([
    {
      data: {
        object: {
          payment_intent: intent,
          amount: 14_000,
          amount_refunded: 4000,
          refunded: false,
          metadata: { purchase: 'purchase-1' },
        },
        previous_attributes: { amount_refunded: 0 },
      },
    },
    {
      data: {
        object: { amount_refunded: 14_000, refunded: true },
        previous_attributes: { amount_refunded: 4000 },
      },
      request: { idempotency_key: 'refund-1' },
    },
  ]);
});

test('retries a failed delivery until it is accepted', async () => {
  const shop = await openShop();
  const id = await buy(shop);
  shop.replies.push(500, 302, 404);
  shop.sandbox.expire(id);
  await shop.sandbox.idle();
  const deliveries = shop.sandbox
    .deliveries()
    .map(({ attempt, status, delivered }) => ({ attempt, status, delivered }));
  expect(deliveries).toEqual([
    { attempt: 1, status: 500, delivered: false },
    { attempt: 2, status: 302, delivered: false },
    { attempt: 3, status: 404, delivered: false },
    { attempt: 4, status: 200, delivered: true },
  ]);
  expect(types(shop)).toEqual(['checkout.session.expired']);
});

test('gives up on an unreachable receiver after its retries', async () => {
  const shop = await openShop();
  const id = await buy(shop);
  shop.sandbox.setWebhook('http://127.0.0.1:9/webhook');
  shop.sandbox.expire(id);
  await shop.sandbox.idle();
  expect(shop.sandbox.deliveries()).toHaveLength(4);
  expect(shop.sandbox.deliveries()[0]).toMatchObject({ status: null, delivered: false });
});

test('closing does not wait for retries', async () => {
  const shop = await openShop({ timing: { retryDelays: [60_000] } });
  shop.sandbox.setWebhook('http://127.0.0.1:9/webhook');
  shop.sandbox.expire(await buy(shop));
  await expect.poll(() => shop.sandbox.deliveries().length).toBe(1);
  const before = performance.now();
  await shop.sandbox.close();
  expect(performance.now() - before).toBeLessThan(1000);
});

test('reports a dispute twice, and refuses refunds unless the bank returns the money', async () => {
  const shop = await openShop();
  const [won, lost] = [await buy(shop), await buy(shop)];
  for (const id of [won, lost]) shop.sandbox.pay(id);
  const intentOf = (id: string) => shop.sandbox.paymentIntent(id).id;
  const disputes = [
    shop.sandbox.dispute(intentOf(won)),
    shop.sandbox.dispute(intentOf(lost), 4000),
  ];
  expect(disputes).toMatchObject([
    { amount: 14_000, status: 'needs_response', payment_intent: intentOf(won) },
    { amount: 4000, status: 'needs_response', payment_intent: intentOf(lost) },
  ]);
  expect(shop.sandbox.charge(won).disputed).toBe(true);
  for (const id of [won, lost])
    expect(() => shop.sandbox.refund(intentOf(id))).toThrow('charged back');
  shop.sandbox.closeDispute(disputes[0]?.id ?? '', 'won');
  shop.sandbox.closeDispute(disputes[1]?.id ?? '', 'lost');
  shop.sandbox.refund(intentOf(won));
  expect(() => shop.sandbox.refund(intentOf(lost))).toThrow('charged back');
  expect(() => shop.sandbox.closeDispute(disputes[1]?.id ?? '', 'won')).toThrow('already closed');
  expect(() => shop.sandbox.closeDispute('du_none', 'won')).toThrow('No such dispute');
  expect(() => shop.sandbox.dispute(intentOf(won), 14_001)).toThrow('some of what was charged');
  await shop.sandbox.idle();
  const told = shop.received.filter(({ type }) => type.startsWith('charge.dispute.'));
  expect(told.map(({ type }) => type).toSorted()).toEqual([
    'charge.dispute.closed',
    'charge.dispute.closed',
    'charge.dispute.created',
    'charge.dispute.created',
  ]);
});
