// Refunds take credits back in proportion, once, never below 0, whatever the order of reports.
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { startStripeSandbox, type StripeSandbox } from '../../sandbox/stripe.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { makeAdmin, makeLesson, makeFamily } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import {
  creditsOf,
  deliver,
  eventsAbout,
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
  sandbox = await startStripeSandbox({ now: () => Date.parse(START) });
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
const REFUNDED = 'charge.refunded';

async function announce(event: object | undefined): Promise<void> {
  expect(event).toBeDefined();
  expect((await deliver(api, sandbox.signEvent(event ?? {}))).status).toBe(200);
}

async function buy(credits: number, student?: Caller) {
  const buyer = student ?? (await makeFamily(api));
  const id = await startCheckout(api, buyer, credits);
  sandbox.pay(id);
  const intent = sandbox.paymentIntent(id).id;
  const completed = eventsAbout(sandbox, COMPLETED, id)[0];
  return { buyer, id, intent, completed };
}

/** Refunds at the provider; returns the event that reports it. */
function refund({ intent }: { intent: string }, amount?: number) {
  sandbox.refund(intent, amount);
  return eventsAbout(sandbox, REFUNDED, intent).at(-1);
}

async function stateOf({ buyer, id }: { buyer: Caller; id: string }) {
  const { status, refunded_amount, reversed_credits } = await paymentOf(api, id);
  return { credits: await creditsOf(api, buyer), status, refunded_amount, reversed_credits };
}

const shortfalls = async () =>
  (await subjectsTo(api, admin.email)).filter(
    (subject) => subject === 'A refund exceeds the credits left',
  ).length;

test('a full refund takes all credits back, reported once or three times', async () => {
  const bought = await buy(10);
  await announce(bought.completed);
  const event = refund(bought);
  for (let n = 0; n < 3; n += 1) await announce(event);
  expect(await stateOf(bought)).toEqual({
    credits: 0,
    status: 'refunded',
    refunded_amount: 27_000,
    reversed_credits: 10,
  });
});

test.each([
  { amount: 1, reversed: 0 },
  { amount: 2699, reversed: 0 },
  { amount: 2700, reversed: 1 },
  { amount: 13_500, reversed: 5 },
  { amount: 26_999, reversed: 9 },
])(
  'of ten credits for 270.00, a refund of $amount pence takes back $reversed',
  async ({ amount, reversed }) => {
    const bought = await buy(10);
    await announce(bought.completed);
    await announce(refund(bought, amount));
    expect(await stateOf(bought)).toEqual({
      credits: 10 - reversed,
      status: 'paid',
      refunded_amount: amount,
      reversed_credits: reversed,
    });
  },
);

test('partial refunds add up to exactly what was bought', async () => {
  const bought = await buy(5);
  await announce(bought.completed);
  for (const amount of [1000, 3333, 3333, 3333, 3001]) await announce(refund(bought, amount));
  expect(await stateOf(bought)).toEqual({
    credits: 0,
    status: 'refunded',
    refunded_amount: 14_000,
    reversed_credits: 5,
  });
});

test('an older refund report does not undo a newer one', async () => {
  const bought = await buy(5);
  await announce(bought.completed);
  const first = refund(bought, 2800);
  const second = refund(bought, 2800);
  await announce(second);
  await announce(first);
  expect(await stateOf(bought)).toMatchObject({
    credits: 3,
    refunded_amount: 5600,
    reversed_credits: 2,
  });
});

test('settles a refund reported before its payment along with the payment', async () => {
  const [whole, part] = [await buy(5), await buy(5)];
  await announce(refund(whole));
  await announce(refund(part, 2800));
  expect(await stateOf(whole)).toMatchObject({ credits: 0, status: 'pending' });
  await announce(whole.completed);
  await announce(part.completed);
  expect(await stateOf(whole)).toMatchObject({
    credits: 0,
    status: 'refunded',
    reversed_credits: 5,
  });
  expect(await stateOf(part)).toMatchObject({ credits: 4, status: 'paid', reversed_credits: 1 });
});

test('reports spent credits to the tutor, and spares credits bought later', async () => {
  const bought = await buy(5);
  await announce(bought.completed);
  for (let n = 0; n < 3; n += 1) {
    const { id } = await makeLesson(api);
    await api.call(endpoints.bookLesson, { token: bought.buyer.token, body: { Lesson_ID: id } });
  }
  const before = await shortfalls();
  const event = refund(bought);
  await announce(event);
  expect(await stateOf(bought)).toMatchObject({
    credits: 0,
    status: 'refunded',
    reversed_credits: 5,
  });
  expect(await shortfalls()).toBe(before + 1);
  const [shortfall] = await readEmails(
    api,
    null,
    `shortfall:${(await paymentOf(api, bought.id)).id}`,
  );
  expect(shortfall?.text).toContain('3 credits');

  const later = await buy(5, bought.buyer);
  await announce(later.completed);
  await announce(event);
  expect(await creditsOf(api, bought.buyer)).toBe(5);
  expect(await shortfalls()).toBe(before + 1);
});

test('takes back no more credits than the payment granted', async () => {
  const first = await buy(5);
  await announce(first.completed);
  const second = await buy(10, first.buyer);
  await announce(second.completed);
  await announce(refund(first));
  expect(await creditsOf(api, first.buyer)).toBe(10);
});

/** Every order of the items. */
function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}

const told = ['completed', 'partial', 'whole', 'expired'] as const;

test.each(permutations(told).map((order) => ({ order: order.join(', ') })))(
  'reports in the order $order lead to the same result',
  async ({ order }) => {
    const bought = await buy(5);
    // The sandbox never expires a paid session, but an event from before the payment may still
    // arrive after it.
    const open = {
      ...sandbox.session(bought.id),
      status: 'expired',
      payment_status: 'unpaid',
      payment_intent: null,
    };
    const events: Record<string, object | undefined> = {
      completed: bought.completed,
      partial: refund(bought, 2800),
      whole: refund(bought),
      expired: { ...bought.completed, type: 'checkout.session.expired', data: { object: open } },
    };
    for (const word of [...order.split(', '), ...order.split(', ')]) await announce(events[word]);
    expect(await stateOf(bought)).toEqual({
      credits: 0,
      status: 'refunded',
      refunded_amount: 14_000,
      reversed_credits: 5,
    });
    const payment = await paymentOf(api, bought.id);
    expect(payment.payment_intent).toBe(bought.intent);
    const receipts = (await subjectsTo(api, bought.buyer.email)).filter((subject) =>
      subject.startsWith('Receipt'),
    );
    expect(receipts).toHaveLength(1);
  },
);

test('matches a refund by its payment intent when its metadata is lost', async () => {
  const bought = await buy(1);
  await announce(bought.completed);
  const event = refund(bought);
  const charge = { ...sandbox.charge(bought.id), metadata: {} };
  await announce({ ...event, data: { object: charge } });
  expect(await stateOf(bought)).toMatchObject({ credits: 0, status: 'refunded' });
});

test('breaks no invariant', async () => {
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});
