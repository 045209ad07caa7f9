// Tests the sandbox's events: signatures that the SDK accepts, their order, retries and repeats.
import { expect, test } from 'vitest';

import { fiveCredits, openShop, type Shop } from './receiver.ts';

/** Opens an unpaid session; returns its id. */
const buy = async ({ stripe }: Shop) => (await stripe.checkout.sessions.create(fiveCredits)).id;

const eventsOf = ({ received }: Shop, type: string) =>
  received.filter((event) => event.type === type);
const types = ({ received }: Shop) => received.map(({ type }) => type).toSorted();

test('sends a payment event with a signature that the SDK accepts', async () => {
  const shop = await openShop();
  const id = await buy(shop);
  shop.sandbox.pay(id);
  await shop.sandbox.idle();
  expect(types(shop)).toEqual(['checkout.session.completed', 'payment_intent.succeeded']);
  const [event] = eventsOf(shop, 'checkout.session.completed');
  const metadata = { payment_id: 'payment-1' };
  const object = { id, payment_status: 'paid', amount_total: 14_000, metadata };
  expect(event).toMatchObject({ object: 'event', livemode: false, data: { object } });
  const { webhookSecret } = shop.sandbox;
  for (const { payload, signature } of shop.raw) {
    const read = shop.stripe.webhooks.constructEvent(payload, signature, webhookSecret);
    expect(read.object).toBe('event');
  }
  const known = await shop.stripe.events.list({ types: ['checkout.session.completed'] });
  expect(known.data.map((one) => one.id)).toEqual([event?.id]);
});

test('makes forged and stale events that the SDK refuses', async () => {
  const { sandbox, stripe } = await openShop();
  const check = (how: { secret?: string; at?: number }) => {
    const event = { object: 'event', type: 'charge.refunded' };
    const { payload, headers } = sandbox.signEvent(event, how);
    const signature = headers['stripe-signature'];
    return stripe.webhooks.constructEvent(payload, signature, sandbox.webhookSecret);
  };
  expect(check({}).type).toBe('charge.refunded');
  expect(() => check({ secret: 'whsec_other' })).toThrow('No signatures found');
  expect(() => check({ at: Date.now() - 301_000 })).toThrow('Timestamp outside the tolerance zone');
});

test('reports a bank debit twice: unpaid first, then with the outcome', async () => {
  const shop = await openShop();
  const [good, bad] = [await buy(shop), await buy(shop)];
  shop.sandbox.payLater(good, 'succeeds');
  const unpaid = { payment_status: 'unpaid' };
  expect(shop.sandbox.payLater(bad)).toMatchObject({ status: 'complete', ...unpaid });
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
  const completed = eventsOf(shop, 'checkout.session.completed');
  expect(completed.map(({ data }) => data.object)).toMatchObject([unpaid, unpaid]);
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
  const charge = { payment_intent: intent, amount: 14_000, metadata: { payment_id: 'payment-1' } };
  const [part, whole, ...more] = eventsOf(shop, 'charge.refunded');
  expect(part?.data).toMatchObject({
    object: { ...charge, amount_refunded: 4000, refunded: false },
    previous_attributes: { amount_refunded: 0 },
  });
  expect(whole?.data).toMatchObject({
    object: { amount_refunded: 14_000, refunded: true },
    previous_attributes: { amount_refunded: 4000 },
  });
  expect(whole?.request).toMatchObject({ idempotency_key: 'refund-1' });
  expect(more).toEqual([]);
});

test('retries a failed delivery until it is accepted', async () => {
  const shop = await openShop();
  const id = await buy(shop);
  shop.replies.push(500, 302, 404);
  shop.sandbox.expire(id);
  await shop.sandbox.idle();
  expect(shop.sandbox.deliveries()).toMatchObject([
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
  // Far less than the minute until the next delivery.
  expect(performance.now() - before).toBeLessThan(20_000);
});

test('reports a dispute twice, and refuses refunds unless the shop wins', async () => {
  const shop = await openShop();
  const { sandbox } = shop;
  const [won, lost] = [await buy(shop), await buy(shop)];
  for (const id of [won, lost]) sandbox.pay(id);
  const intentOf = (id: string) => sandbox.paymentIntent(id).id;
  const disputes = [sandbox.dispute(intentOf(won)), sandbox.dispute(intentOf(lost), 4000)] as const;
  expect(disputes).toMatchObject([
    { amount: 14_000, status: 'needs_response', payment_intent: intentOf(won) },
    { amount: 4000, status: 'needs_response', payment_intent: intentOf(lost) },
  ]);
  expect(sandbox.charge(won).disputed).toBe(true);
  for (const id of [won, lost]) expect(() => sandbox.refund(intentOf(id))).toThrow('charged back');
  sandbox.closeDispute(disputes[0].id, 'won');
  sandbox.closeDispute(disputes[1].id, 'lost');
  sandbox.refund(intentOf(won));
  expect(() => sandbox.refund(intentOf(lost))).toThrow('charged back');
  expect(() => sandbox.closeDispute(disputes[1].id, 'won')).toThrow('already closed');
  expect(() => sandbox.closeDispute('du_none', 'won')).toThrow('No such dispute');
  expect(() => sandbox.dispute(intentOf(won), 14_001)).toThrow('some of what was charged');
  await sandbox.idle();
  expect(eventsOf(shop, 'charge.dispute.created')).toHaveLength(2);
  expect(eventsOf(shop, 'charge.dispute.closed')).toHaveLength(2);
  expect(types(shop).filter((type) => type.startsWith('charge.dispute.'))).toHaveLength(4);
});
