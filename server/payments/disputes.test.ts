// Disputes: each is reported to the tutor, and a lost one takes credits back like a refund,
// whatever the order of events.
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { startStripeSandbox, type StripeSandbox } from '../../sandbox/stripe.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';
import { APP_URL } from '../testing/sender.ts';
import { Crash, watch } from '../testing/failing.ts';
import type { Caller } from '../testing/caller.ts';
import { makeAdmin, makeLesson, makeFamily } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { readEmails } from '../testing/emails.ts';
import {
  creditsOf,
  deliver,
  eventsAbout,
  look,
  paymentOf,
  startCheckout,
} from '../testing/payments.ts';
import { connectStripe } from './stripe.ts';

const OPENED = 'charge.dispute.created';
const CLOSED = 'charge.dispute.closed';

let sandbox: StripeSandbox;
let api: TestApp;
let crash: Crash;
let admins: Caller[];
beforeAll(async () => {
  sandbox = await startStripeSandbox({ now: () => Date.parse(START), timing: { retryDelays: [] } });
  const { secretKey, webhookSecret, url } = sandbox;
  crash = new Crash();
  api = await startTestApp({
    payments: connectStripe({ secretKey, webhookSecret, apiUrl: url }),
    wrap: (database) => watch(database, crash.onStatement),
  });
  admins = [await makeAdmin(api), await makeAdmin(api)];
});
afterAll(async () => {
  await api.close();
  await sandbox.close();
});

const send = async (event: object | undefined) =>
  (await deliver(api, sandbox.signEvent(event ?? {}))).status;

async function announce(...events: (object | undefined)[]): Promise<void> {
  for (const event of events) expect(await send(event)).toBe(200);
}

/** A payment of 28.00 for each credit, not yet announced by webhook. */
async function pay(credits: number) {
  const buyer = await makeFamily(api);
  const id = await startCheckout(api, buyer, credits);
  sandbox.pay(id);
  const intent = sandbox.paymentIntent(id).id;
  return {
    buyer,
    id,
    intent,
    completed: eventsAbout(sandbox, 'checkout.session.completed', id)[0],
  };
}

async function buy(credits: number) {
  const bought = await pay(credits);
  await announce(bought.completed);
  return bought;
}

interface Bought {
  readonly buyer: Caller;
  readonly id: string;
  readonly intent: string;
}

function dispute({ intent }: Bought, amount?: number) {
  const { id } = sandbox.dispute(intent, amount);
  return { id, opened: eventsAbout(sandbox, OPENED, id)[0] };
}

function close(id: string, decision: 'won' | 'lost' | 'warning_closed') {
  sandbox.closeDispute(id, decision);
  return eventsAbout(sandbox, CLOSED, id)[0];
}

function refund({ intent }: Bought, amount?: number) {
  sandbox.refund(intent, amount);
  return eventsAbout(sandbox, 'charge.refunded', intent).at(-1);
}

async function stateOf({ buyer, id }: Bought) {
  const { status, reversed_credits } = await paymentOf(api, id);
  return { credits: await creditsOf(api, buyer), status, reversed_credits };
}

/** The subjects of the emails to tutors about a dispute, each with its number of recipients. */
async function toldAbout(id: string): Promise<Record<string, number>> {
  const emails = await readEmails(api, null, `dispute:${id}`);
  const counts: Record<string, number> = {};
  for (const { subject } of emails) counts[subject] = (counts[subject] ?? 0) + 1;
  return counts;
}

const TOLD_OPENED = 'A payment is disputed';
const TOLD_LOST = 'A disputed payment is lost';
const TOLD_WON = 'A disputed payment stays with you';

test('reports an open dispute to every tutor once and takes nothing back', async () => {
  const bought = await buy(5);
  const { id, opened } = dispute(bought, 5600);
  await announce(opened, opened, opened);
  expect(await toldAbout(id)).toEqual({ [TOLD_OPENED]: admins.length });
  const [message] = await readEmails(api, admins[0]?.email ?? '', `dispute:${id}`);
  expect(message?.text).toContain('£56.00 of a payment of £140.00 for 5 credits');
  expect(message?.text).toContain('product not received');
  expect(message?.text).toContain('by Saturday 28 November 2026');
  expect(message?.text).toContain(`${APP_URL}/admin-students?student=${bought.buyer.id}`);
  expect(await stateOf(bought)).toEqual({ credits: 5, status: 'paid', reversed_credits: 0 });
});

test('reports a dispute without a date and a reason', async () => {
  const bought = await buy(5);
  const { id, opened } = dispute(bought, 5600);
  const { evidence_details: _, reason: __, ...known } = { ...Object(eventObject(opened)) };
  await announce({ ...opened, data: { object: known } });
  expect(await toldAbout(id)).toEqual({ [TOLD_OPENED]: admins.length });
  const [message] = await readEmails(api, admins[0]?.email ?? '', `dispute:${id}`);
  expect(message?.text).toContain(
    "A family's bank disputes £56.00 of a payment of £140.00 for 5 credits. It gives no reason.",
  );
  expect(message?.text).toContain('Please answer it in your Stripe dashboard.');
  await announce({ ...close(id, 'lost'), data: { object: { ...known, status: 'lost' } } });
  expect(await stateOf(bought)).toMatchObject({ credits: 3, reversed_credits: 2 });
});

test('takes credits back once for a lost dispute, which the family sees as a refund', async () => {
  const bought = await buy(5);
  const { id, opened } = dispute(bought);
  await announce(opened);
  const closed = close(id, 'lost');
  await announce(closed, closed, closed);
  expect(await stateOf(bought)).toEqual({ credits: 0, status: 'refunded', reversed_credits: 5 });
  expect((await look(api, bought.buyer, bought.id)).status).toBe('refunded');
  expect(await toldAbout(id)).toEqual({ [TOLD_OPENED]: admins.length, [TOLD_LOST]: admins.length });
});

test.each([
  { amount: 2799, reversed: 0 },
  { amount: 2800, reversed: 1 },
  { amount: 13_999, reversed: 4 },
])(
  'of five credits for 140.00, a lost $amount pence takes back $reversed',
  async ({ amount, reversed }) => {
    const bought = await buy(5);
    await announce(close(dispute(bought, amount).id, 'lost'));
    expect(await stateOf(bought)).toEqual({
      credits: 5 - reversed,
      status: 'paid',
      reversed_credits: reversed,
    });
  },
);

test.each(['won', 'warning_closed'] as const)(
  'takes nothing back for a dispute that ends as %s',
  async (decision) => {
    const bought = await buy(5);
    const { id, opened } = dispute(bought);
    await announce(opened);
    const closed = close(id, decision);
    await announce(closed, closed);
    expect(await stateOf(bought)).toEqual({ credits: 5, status: 'paid', reversed_credits: 0 });
    expect(await toldAbout(id)).toEqual({
      [TOLD_OPENED]: admins.length,
      [TOLD_WON]: admins.length,
    });
    await announce(refund(bought, 2800));
    expect(await stateOf(bought)).toMatchObject({ credits: 4, reversed_credits: 1 });
  },
);

test('a refund and a lost dispute return no more than was paid', async () => {
  const bought = await buy(5);
  await announce(refund(bought, 5600));
  await announce(close(dispute(bought, 2800).id, 'lost'));
  expect(await stateOf(bought)).toEqual({ credits: 2, status: 'paid', reversed_credits: 3 });
  await announce(close(dispute(bought).id, 'lost'));
  expect(await stateOf(bought)).toEqual({ credits: 0, status: 'refunded', reversed_credits: 5 });
});

test('records a shortfall for spent credits and settles it from returned ones', async () => {
  const bought = await buy(1);
  const { token } = bought.buyer;
  const lesson = await makeLesson(api);
  const { body } = await api.call(endpoints.bookLesson, { token, body: { Lesson_ID: lesson.id } });
  await announce(close(dispute(bought).id, 'lost'));
  const cancelled = await api.call(endpoints.cancelBooking, {
    token,
    params: { bookingId: body.booking.id },
  });
  expect(cancelled.body.creditsRemaining).toBe(0);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

/** Every order of the items. */
function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}

test.each(
  permutations(['completed', 'partial', 'opened', 'lost']).map((order) => ({
    order: order.join(', '),
  })),
)('events in the order $order lead to the same result', async ({ order }) => {
  const bought = await pay(5);
  const partial = refund(bought, 5600);
  const { id, opened } = dispute(bought);
  const events: Record<string, object | undefined> = {
    completed: bought.completed,
    partial,
    opened,
    lost: close(id, 'lost'),
  };
  for (const word of [...order.split(', '), ...order.split(', ')]) await announce(events[word]);
  expect(await stateOf(bought)).toEqual({ credits: 0, status: 'refunded', reversed_credits: 5 });
  const told = await toldAbout(id);
  expect(told[TOLD_LOST]).toBe(admins.length);
  // A dispute that is already closed is not reported as new.
  const begunFirst = order.indexOf('opened') < order.indexOf('lost');
  expect(told[TOLD_OPENED]).toBe(begunFirst ? admins.length : undefined);
});

test('concurrent events lead to the same result', async () => {
  for (let round = 0; round < 5; round += 1) {
    const bought = await pay(5);
    const partial = refund(bought, 5600);
    const { id, opened } = dispute(bought);
    const events = [bought.completed, partial, opened, close(id, 'lost')];
    const answers = await Promise.all([...events, ...events].map(send));
    expect(answers).toEqual(Array<number>(8).fill(200));
    expect(await stateOf(bought)).toEqual({ credits: 0, status: 'refunded', reversed_credits: 5 });
    expect((await toldAbout(id))[TOLD_LOST]).toBe(admins.length);
    expect(await brokenInvariants(api.database.db)).toEqual([]);
  }
});

test('reports a dispute won after it was lost, and changes nothing', async () => {
  const bought = await buy(5);
  const { id } = dispute(bought);
  const lost = close(id, 'lost');
  const event = { ...lost, data: { object: { ...Object(eventObject(lost)), status: 'won' } } };
  await announce(lost, event, lost);
  expect(await stateOf(bought)).toEqual({ credits: 0, status: 'refunded', reversed_credits: 5 });
  expect(await toldAbout(id)).toEqual({ [TOLD_LOST]: admins.length, [TOLD_WON]: admins.length });
  const emails = await readEmails(api, admins[0]?.email ?? '', `dispute:${id}:won`);
  expect(emails[0]?.text).toContain('had been taken back');
});

const eventObject = (event: { readonly data: { readonly object: object } } | undefined) =>
  event?.data.object;

test('ignores disputes of other shops on the same account with 200', async () => {
  const strange = {
    object: 'dispute',
    id: 'du_strange',
    charge: 'ch_1',
    amount: 100,
    status: 'lost',
  };
  const details = { currency: 'gbp', reason: 'general', evidence_details: { due_by: null } };
  for (const payment_intent of [null, 'pi_of_another'])
    for (const type of [OPENED, CLOSED])
      await announce({
        object: 'event',
        type,
        data: { object: { ...strange, ...details, payment_intent } },
      });
  expect(await toldAbout('du_strange')).toEqual({});
});

test('asks for redelivery of a dispute whose payment cannot be looked up', async () => {
  const bought = await pay(5);
  const { id, opened } = dispute(bought);
  sandbox.startOutage('error');
  expect(await send(opened)).toBe(502);
  sandbox.endOutage();
  await announce(opened);
  expect(await toldAbout(id)).toEqual({ [TOLD_OPENED]: admins.length });
});

test('a crash at any statement takes nothing back; the redelivery does, once', async () => {
  const bought = await buy(5);
  const closed = close(dispute(bought).id, 'lost');
  let deaths = 0;
  for (; ; deaths += 1) {
    crash.arm(deaths + 1);
    const status = await send(closed);
    const { hasHappened } = crash;
    crash.arm(null);
    if (!hasHappened) break;
    expect(status).toBe(500);
    expect(await stateOf(bought)).toEqual({ credits: 5, status: 'paid', reversed_credits: 0 });
  }
  expect(deaths).toBeGreaterThan(6);
  expect(await stateOf(bought)).toEqual({ credits: 0, status: 'refunded', reversed_credits: 5 });
});

test('breaks no invariant', async () => {
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});
