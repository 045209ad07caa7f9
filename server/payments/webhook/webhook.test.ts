// The provider's webhooks: only valid ones count, in any order, and each takes effect once.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { errorCatalogue } from '../../../domain/errors.ts';
import { BODY_BYTES } from '../../../domain/limits.ts';
import { START } from '../../testing/app.ts';
import type { ClientAnswer } from '../../testing/client.ts';
import { readEmails, subjectsOf } from '../../testing/emails.ts';
import { PASSWORD } from '../../testing/factories.ts';
import { deliver } from '../../testing/payments/payments.ts';
import { sharedShopTest } from '../../testing/payments/shop.ts';
import { WEBHOOK_TOLERANCE_SECONDS } from './webhook.ts';

const COMPLETED = 'checkout.session.completed';
const { text: error } = errorCatalogue.invalid_signature;
const answered = ({ status, body }: ClientAnswer<unknown>) => ({ status, body });
const REFUSED = { status: 400, body: { success: false, code: 'invalid_signature', error } };

const test = sharedShopTest
  /** The session of a payment for five credits. */
  .extend('id', ({ shop, family }) => shop.payUnheard(family, 5))
  /** The event that has yet to report it. */
  .extend('event', ({ shop, id }) => shop.eventOf(COMPLETED, id))
  /** An open checkout for one credit. */
  .extend('open', ({ shop, family }) => shop.checkOut(family, 1))
  /** The stored status; the family must see the same once it is no longer open. */
  .extend('statusOf', ({ shop, family }) => async (session: string) => {
    const { status } = await shop.stored(session);
    return status === 'pending' ? status : (await shop.look(family, session)).status;
  });

test('grants credits by webhook alone, once', async ({ shop, family, id, event, statusOf }) => {
  await shop.hear(event, event, event);
  expect(await statusOf(id)).toBe('paid');
  expect(await family.readCredits()).toBe(5);
  expect(subjectsOf(await family.readEmails())).toEqual(['Receipt: 5 credits']);
});

test('receives webhooks over HTTP as the provider sends them', async ({ shop, open, statusOf }) => {
  const url = await shop.api.app.listen({ port: 0, host: '127.0.0.1' });
  shop.sandbox.setWebhook(`${url}${endpoints.stripeWebhook.path}`);
  shop.sandbox.pay(open);
  await shop.sandbox.idle();
  shop.sandbox.setWebhook(null);
  expect(await statusOf(open)).toBe('paid');
  expect(shop.sandbox.deliveries().every(({ status }) => status === 200)).toBe(true);
});

describe('a webhook', () => {
  const TOLERANCE_MS = WEBHOOK_TOLERANCE_SECONDS * 1000;
  const now = Date.parse(START);

  test.for([
    ['signed with another secret', { secret: 'whsec_forged' }],
    ['too old', { at: now - TOLERANCE_MS - 1000 }],
    ['from a year ago', { at: now - 365 * 86_400_000 }],
    ['from the future', { at: now + TOLERANCE_MS + 1000 }],
  ] as const)('is refused if it is %s', async ([, how], { shop, family, id, event }) => {
    expect(answered(await shop.deliver(event, how))).toEqual(REFUSED);
    expect((await shop.stored(id)).status).toBe('pending');
    expect(await family.readCredits()).toBe(0);
  });

  const thin = {
    id: 'evt_thin',
    object: 'v2.core.event',
    type: 'v1.charge.refunded',
    related_object: { id: 'ch_1', type: 'charge', url: '/v1/charges/ch_1' },
  };
  test('is refused with words of its own if it is a thin event', async ({ shop }) => {
    const { unsupported_event } = errorCatalogue;
    expect(answered(await shop.deliver(thin))).toEqual({
      status: 400,
      body: { success: false, code: 'unsupported_event', error: unsupported_event.text },
    });
    expect(unsupported_event.text).toContain('snapshot');
    // Nobody else learns what this address reads.
    expect(answered(await shop.deliver(thin, { secret: 'whsec_forged' }))).toEqual(REFUSED);
    const ahead = { at: now + TOLERANCE_MS + 1000 };
    expect(answered(await shop.deliver(thin, ahead))).toEqual(REFUSED);
    expect(answered(await shop.deliver('no JSON'))).toEqual(REFUSED);
  });

  test('is accepted at the edge of the tolerance', async ({ shop, id, event, statusOf }) => {
    expect((await shop.deliver(event, { at: now - TOLERANCE_MS })).status).toBe(200);
    expect(await statusOf(id)).toBe('paid');
  });

  test.for([
    ['no signature', {}],
    ['an empty signature', { 'stripe-signature': '' }],
    ['nonsense for a signature', { 'stripe-signature': 't=abc,v1=zzz' }],
    ['the signature of another body', null],
  ] as const)('is refused with %s', async ([, given], { shop, id, event }) => {
    const { payload } = shop.sandbox.signEvent(event);
    const signature = given ?? shop.sandbox.signEvent({ object: 'event' }).headers;
    const headers = { 'content-type': 'application/json', ...signature };
    const answer = await deliver(shop.api, { payload, headers });
    expect(answered(answer)).toEqual(REFUSED);
    expect((await shop.stored(id)).status).toBe('pending');
  });

  test.for(['', 'null', '[]', '7', '{', '{}', '{"type":"checkout.session.completed"}'])(
    'is refused if %j is signed instead of an event',
    async (payload, { shop }) => {
      expect((await shop.deliver(payload)).status).toBe(400);
    },
  );

  test('is accepted up to a size limit of its own', async ({ shop }) => {
    const statusFor = async (length: number) => {
      const object = { object: 'pong', filling: 'x'.repeat(length) };
      return (await shop.deliver({ object: 'event', type: 'ping', data: { object } })).status;
    };
    expect(await statusFor(BODY_BYTES.json * 2)).toBe(200);
    expect(await statusFor(BODY_BYTES.webhook)).toBe(413);
  });
});

test.for([
  ['amount', { amount_total: 100 }],
  ['amount', { amount_total: null }],
  ['currency', { currency: 'usd' }],
] as const)(
  'grants nothing for a payment in the wrong %s, %j, and tells the tutor',
  async ([, wrong], { shop, family, id, event, statusOf }) => {
    const before = (await shop.tutor.readEmails()).length;
    const mismatch = { ...event, data: { object: { ...shop.sandbox.session(id), ...wrong } } };
    await shop.hear(mismatch, mismatch);
    expect(await statusOf(id)).toBe('mismatched');
    expect(await family.readCredits()).toBe(0);
    expect(subjectsOf(await shop.tutor.readEmails()).slice(before)).toEqual([
      'A payment does not match what was asked',
    ]);
    // Later, correct reports change nothing: a person must look at it.
    await shop.hear(event);
    expect(await statusOf(id)).toBe('mismatched');
  },
);

test('a declined card leaves the payment open for another', async ({ shop, family, open }) => {
  shop.sandbox.decline(open);
  await shop.announce('payment_intent.payment_failed', shop.intentOf(open));
  expect((await shop.look(family, open)).status).toBe('pending');
  shop.sandbox.pay(open);
  await shop.hearOf(open);
  expect((await shop.stored(open)).status).toBe('paid');
  expect(await family.readCredits()).toBe(1);
});

test.for([
  ['succeeds', 'checkout.session.async_payment_succeeded', 'paid', 1],
  ['fails', 'checkout.session.async_payment_failed', 'failed', 0],
] as const)(
  'applies a payment that is decided later and then %s',
  async ([outcome, type, status, credits], { shop, family, open, statusOf }) => {
    shop.sandbox.payLater(open);
    await shop.hearOf(open);
    expect((await shop.stored(open)).status).toBe('pending');
    expect(await family.readCredits()).toBe(0);
    shop.sandbox.settle(open, outcome);
    await shop.announce(type, open);
    await shop.hearOf(open);
    expect(await statusOf(open)).toBe(status);
    expect(await family.readCredits()).toBe(credits);
  },
);

test('expires a checkout not paid in time', async ({ shop, family, open, statusOf }) => {
  shop.sandbox.expire(open);
  await shop.announce('checkout.session.expired', open);
  expect(await statusOf(open)).toBe('expired');
  const looked = await shop.checkOut(family, 1);
  shop.sandbox.expire(looked);
  expect((await shop.look(family, looked)).status).toBe('expired');
  expect(await family.readCredits()).toBe(0);
});

test('ignores unknown objects with 200', async ({ shop, id, event }) => {
  const session = shop.sandbox.session(id);
  for (const object of [
    { ...session, client_reference_id: null, metadata: {} },
    { ...session, client_reference_id: 'payment-of-another-shop', metadata: null },
    { ...session, id: 'cs_test_of_another_session' },
  ])
    await shop.hear({ ...event, data: { object } });
  const about = { metadata: {}, payment_intent: 'pi_of_another', amount_refunded: 100 };
  const data = { object: { object: 'charge', ...about } };
  for (const type of ['charge.refunded', 'customer.created', 'payment_intent.succeeded'])
    await shop.hear({ ...event, type, data });
  expect((await shop.stored(id)).status).toBe('pending');
});

test('tells the tutor of a payment for a deleted account', async ({ shop, family, event }) => {
  await family.call(endpoints.deleteAccount, { body: { current_password: PASSWORD } });
  await shop.hear(event);
  expect(await readEmails(shop.api, `deleted ${family.id}`)).toEqual([]);
  expect(subjectsOf(await shop.tutor.readEmails())).toContain(
    'A payment arrived for a deleted account',
  );
});

test('accepts signatures for as long as agreed', () => {
  expect(WEBHOOK_TOLERANCE_SECONDS).toBe(300);
});
