// Disputes: each is reported to the tutors, and a lost one takes credits back like a refund,
// whatever the order of events.
import { describe, expect } from 'vitest';

import { Crash, watch } from '../../testing/database/failing.ts';
import { readEmails } from '../../testing/emails.ts';
import { makeAdmin, makeLesson } from '../../testing/factories.ts';
import { permutations } from '../../testing/payments/payments.ts';
import { sharedShopTest, type TestShop } from '../../testing/payments/shop.ts';
import { APP_URL } from '../../testing/sender.ts';

const OPENED = 'charge.dispute.created';
const CLOSED = 'charge.dispute.closed';

/** The subject of each email about a dispute, and how many it goes to: both tutors. */
const TOLD_OPENED = { 'A payment is disputed': 2 };
const TOLD_LOST = { 'A disputed payment is lost': 2 };
const TOLD_WON = { 'A disputed payment stays with you': 2 };

const UNTOUCHED = { status: 'paid', credits: 5, reversed: 0 };
const ALL_TAKEN = { status: 'refunded', credits: 0, reversed: 5 };

const crash = new Crash();

const test = sharedShopTest
  .extend('secondTutor', { scope: 'file', auto: true }, ({ api }) => makeAdmin(api))
  /** The session of a payment for five credits that no webhook has reported. */
  .extend('unheard', ({ shop, family }) => shop.payUnheard(family, 5))
  /** The session of a payment for five credits. */
  .extend('paid', async ({ shop, unheard }) => {
    await shop.hearOf(unheard);
    return unheard;
  })
  .extend('stateOf', ({ shop, family }) => async (session: string) => {
    const { refunded: _, ...state } = await shop.stateOf(family, session);
    return state;
  })
  .extend('toldAbout', ({ shop }) => async (id: string) => {
    const counts: Record<string, number> = {};
    for (const { subject } of await readEmails(shop.api, null, `dispute:${id}`))
      counts[subject] = (counts[subject] ?? 0) + 1;
    return counts;
  });

test.override('settings', { wrap: (database) => watch(database, crash.onStatement) });

/** The bank disputes an amount of the payment, or all of it; `opened` reports that. */
function dispute({ sandbox, intentOf, eventOf }: TestShop, session: string, amount?: number) {
  const { id } = sandbox.dispute(intentOf(session), amount);
  return { id, opened: eventOf(OPENED, id) };
}

type Decision = 'won' | 'lost';

/** The bank decides; returns the event that reports it. */
function close({ sandbox, eventOf }: TestShop, id: string, decision: Decision) {
  sandbox.closeDispute(id, decision);
  return eventOf(CLOSED, id);
}

/** A dispute that is lost at once. */
const lose = (shop: TestShop, session: string, amount?: number) =>
  close(shop, dispute(shop, session, amount).id, 'lost');

describe('an open dispute', () => {
  test('is reported to each tutor once', async ({ shop, family, paid, stateOf, toldAbout }) => {
    const { id, opened } = dispute(shop, paid, 5600);
    await shop.hear(opened, opened, opened);
    expect(await toldAbout(id)).toEqual(TOLD_OPENED);
    const [message] = await shop.tutor.readEmails(`dispute:${id}`);
    for (const part of [
      '£56.00 of a payment of £140.00 for 5 credits',
      'product not received',
      'by Saturday 28 November 2026',
      `${APP_URL}/admin-students?student=${family.id}`,
    ])
      expect(message?.text).toContain(part);
    expect(await stateOf(paid)).toEqual(UNTOUCHED);
  });

  test('may lack a date and a reason', async ({ shop, paid, stateOf, toldAbout }) => {
    const { id, opened } = dispute(shop, paid, 5600);
    const { evidence_details: _, reason: __, ...known } = { ...Object(opened.data.object) };
    await shop.hear({ ...opened, data: { object: known } });
    expect(await toldAbout(id)).toEqual(TOLD_OPENED);
    const [message] = await shop.tutor.readEmails(`dispute:${id}`);
    expect(message?.text).toContain(
      "A family's bank wants back £56.00 of a payment of £140.00 for 5 credits. It gives no reason.",
    );
    expect(message?.text).toContain('The answer goes into your Stripe dashboard.');
    const object = { ...known, status: 'lost' };
    await shop.hear({ ...close(shop, id, 'lost'), data: { object } });
    expect(await stateOf(paid)).toMatchObject({ credits: 3, reversed: 2 });
  });

  test('is reported again after an outage', async ({ shop, unheard, toldAbout }) => {
    const { id, opened } = dispute(shop, unheard);
    shop.sandbox.startOutage('error');
    expect((await shop.deliver(opened)).status).toBe(502);
    shop.sandbox.endOutage();
    await shop.hear(opened);
    expect(await toldAbout(id)).toEqual(TOLD_OPENED);
  });

  test('is ignored if it belongs to another shop of the account', async ({ shop, toldAbout }) => {
    const strange = { object: 'dispute', id: 'du_strange', charge: 'ch_1', amount: 100 };
    const evidence_details = { due_by: null };
    const details = { status: 'lost', currency: 'gbp', reason: 'general', evidence_details };
    for (const payment_intent of [null, 'pi_of_another'])
      for (const type of [OPENED, CLOSED]) {
        const data = { object: { ...strange, ...details, payment_intent } };
        await shop.hear({ object: 'event', type, data });
      }
    expect(await toldAbout('du_strange')).toEqual({});
  });
});

describe('a lost dispute', () => {
  test('takes credits back once', async ({ shop, family, paid, stateOf, toldAbout }) => {
    const { id, opened } = dispute(shop, paid);
    await shop.hear(opened);
    const closed = close(shop, id, 'lost');
    await shop.hear(closed, closed, closed);
    expect(await stateOf(paid)).toEqual(ALL_TAKEN);
    expect((await shop.look(family, paid)).status).toBe('refunded');
    expect(await toldAbout(id)).toEqual({ ...TOLD_OPENED, ...TOLD_LOST });
  });

  test.for([
    { amount: 2799, reversed: 0 },
    { amount: 2800, reversed: 1 },
    { amount: 13_999, reversed: 4 },
  ])(
    'of $amount pence takes back $reversed of five credits for 140.00',
    async ({ amount, reversed }, { shop, paid, stateOf }) => {
      await shop.hear(lose(shop, paid, amount));
      expect(await stateOf(paid)).toEqual({ status: 'paid', credits: 5 - reversed, reversed });
    },
  );

  test('returns no more than was paid, together with a refund', async ({ shop, paid, stateOf }) => {
    await shop.hear(shop.refund(paid, 5600));
    await shop.hear(lose(shop, paid, 2800));
    expect(await stateOf(paid)).toEqual({ status: 'paid', credits: 2, reversed: 3 });
    await shop.hear(lose(shop, paid));
    expect(await stateOf(paid)).toEqual(ALL_TAKEN);
  });

  test('settles its shortfall from returned credits', async ({ shop, family }) => {
    const session = await shop.buy(family, 1);
    const bookingId = await family.book((await makeLesson(shop.api)).id);
    await shop.hear(lose(shop, session));
    expect((await family.tryToCancel(bookingId)).body).toMatchObject({ creditsRemaining: 0 });
  });

  test('changes nothing if it is won later', async ({ shop, paid, stateOf, toldAbout }) => {
    const { id } = dispute(shop, paid);
    const lost = close(shop, id, 'lost');
    await shop.hear(lost);
    shop.sandbox.changeDispute(id, 'won');
    const won = shop.eventOf('charge.dispute.updated', id);
    await shop.hear(won, lost, won);
    expect(await stateOf(paid)).toEqual(ALL_TAKEN);
    expect(await toldAbout(id)).toEqual({ ...TOLD_LOST, ...TOLD_WON });
    const [message] = await shop.tutor.readEmails(`dispute:${id}:won`);
    expect(message?.text).toContain('had been taken back');
  });

  test('takes credits back once after crashes', async ({ shop, paid, stateOf }) => {
    const closed = lose(shop, paid);
    const { deaths } = await crash.survive(
      () => shop.deliver(closed),
      async (crashed) => {
        expect(crashed).toMatchObject({ value: { status: 500 } });
        expect(await stateOf(paid)).toEqual(UNTOUCHED);
      },
    );
    expect(deaths).toBeGreaterThan(6);
    expect(await stateOf(paid)).toEqual(ALL_TAKEN);
  });
});

test('takes nothing back for a dispute that is won', async ({ shop, paid, stateOf, toldAbout }) => {
  const { id, opened } = dispute(shop, paid);
  await shop.hear(opened);
  const closed = close(shop, id, 'won');
  await shop.hear(closed, closed);
  expect(await stateOf(paid)).toEqual(UNTOUCHED);
  expect(await toldAbout(id)).toEqual({ ...TOLD_OPENED, ...TOLD_WON });
  await shop.hear(shop.refund(paid, 2800));
  expect(await stateOf(paid)).toMatchObject({ credits: 4, reversed: 1 });
});

/** Everything that happens to a payment, and the events that report it. */
function happen(shop: TestShop, session: string) {
  const partial = shop.refund(session, 5600);
  const { id, opened } = dispute(shop, session);
  const completed = shop.eventOf('checkout.session.completed', session);
  return { id, events: { completed, partial, opened, lost: close(shop, id, 'lost') } };
}

test.for(permutations(['completed', 'partial', 'opened', 'lost'] as const))(
  'events in the order %s, %s, %s, %s lead to the same result',
  async (order, { shop, unheard, stateOf, toldAbout }) => {
    const { id, events } = happen(shop, unheard);
    await shop.hear(...[...order, ...order].map((kind) => events[kind]));
    expect(await stateOf(unheard)).toEqual(ALL_TAKEN);
    // A dispute that is already closed is not reported as new.
    const begunFirst = order.indexOf('opened') < order.indexOf('lost');
    const emails = begunFirst ? { ...TOLD_OPENED, ...TOLD_LOST } : TOLD_LOST;
    expect(await toldAbout(id)).toEqual(emails);
  },
);

test.for([1, 2, 3, 4, 5])(
  'concurrent events lead to the same result, in round %i',
  async (_, { shop, unheard, stateOf, toldAbout }) => {
    const { id, events } = happen(shop, unheard);
    const twice = [...Object.values(events), ...Object.values(events)];
    const answers = await Promise.all(twice.map((event) => shop.deliver(event)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(200));
    expect(await stateOf(unheard)).toEqual(ALL_TAKEN);
    expect(await toldAbout(id)).toMatchObject(TOLD_LOST);
  },
);
