// Refunds take credits back in proportion, once, never below 0, whatever the order of reports.
import { expect } from 'vitest';

import { kindsOf, readEmails, subjectsOf } from '../../testing/emails.ts';
import { makeLesson } from '../../testing/factories.ts';
import { permutations } from '../../testing/payments/payments.ts';
import { sharedShopTest } from '../../testing/payments/shop.ts';

const test = sharedShopTest.extend('stateOf', ({ shop, family }) => {
  return (session: string) => shop.stateOf(family, session);
});

const ALL_OF_FIVE = { status: 'refunded', credits: 0, reversed: 5, refunded: 14_000 };

test('takes all credits back, once for three reports', async ({ shop, family, stateOf }) => {
  const id = await shop.buy(family, 10);
  const event = shop.refund(id);
  const refunded = { status: 'refunded', credits: 0, reversed: 10, refunded: 27_000 };
  for (let n = 0; n < 3; n += 1) {
    await shop.hear(event);
    expect(await stateOf(id)).toEqual(refunded);
  }
});

test.for([
  { amount: 1, reversed: 0 },
  { amount: 2699, reversed: 0 },
  { amount: 2700, reversed: 1 },
  { amount: 13_500, reversed: 5 },
  { amount: 26_999, reversed: 9 },
])(
  'of ten credits for 270.00, a refund of $amount pence takes back $reversed',
  async ({ amount, reversed }, { shop, family, stateOf }) => {
    const id = await shop.buy(family, 10);
    await shop.hear(shop.refund(id, amount));
    const credits = 10 - reversed;
    expect(await stateOf(id)).toEqual({ status: 'paid', credits, reversed, refunded: amount });
  },
);

test('partial refunds add up to what was bought', async ({ shop, family, stateOf }) => {
  const id = await shop.buy(family, 5);
  for (const amount of [1000, 3333, 3333, 3333, 3001]) await shop.hear(shop.refund(id, amount));
  expect(await stateOf(id)).toEqual(ALL_OF_FIVE);
});

test('an older report does not undo a newer one', async ({ shop, family, stateOf }) => {
  const id = await shop.buy(family, 5);
  const [first, second] = [shop.refund(id, 2800), shop.refund(id, 2800)];
  await shop.hear(second, first);
  const twoOfFive = { status: 'paid', credits: 3, reversed: 2, refunded: 5600 };
  expect(await stateOf(id)).toEqual(twoOfFive);
});

test('takes credits back for a refund before its payment', async ({ shop, family, stateOf }) => {
  const whole = await shop.payUnheard(family, 5);
  await shop.hear(shop.refund(whole));
  expect(await stateOf(whole)).toMatchObject({ status: 'pending', credits: 0 });
  await shop.hearOf(whole);
  expect(await stateOf(whole)).toEqual(ALL_OF_FIVE);
  const part = await shop.payUnheard(family, 5);
  await shop.hear(shop.refund(part, 2800));
  await shop.hearOf(part);
  expect(await stateOf(part)).toMatchObject({ status: 'paid', credits: 4, reversed: 1 });
});

test('spares later credits, and tells the tutor', async ({ shop, family, stateOf }) => {
  const shortfalls = async () =>
    subjectsOf(await shop.tutor.readEmails()).filter(
      (subject) => subject === 'A refund exceeds the credits left',
    ).length;
  const id = await shop.buy(family, 5);
  for (let n = 0; n < 3; n += 1) await family.book((await makeLesson(shop.api)).id);
  const before = await shortfalls();
  const event = shop.refund(id);
  await shop.hear(event);
  expect(await stateOf(id)).toEqual(ALL_OF_FIVE);
  expect(await shortfalls()).toBe(before + 1);
  const [shortfall] = await readEmails(shop.api, null, `shortfall:${(await shop.stored(id)).id}`);
  expect(shortfall?.text).toContain('3 credits');

  await shop.buy(family, 5);
  await shop.hear(event);
  expect(await family.readCredits()).toBe(5);
  expect(await shortfalls()).toBe(before + 1);
});

test('takes back no more credits than the payment granted', async ({ shop, family }) => {
  const first = await shop.buy(family, 5);
  await shop.buy(family, 10);
  await shop.hear(shop.refund(first));
  expect(await family.readCredits()).toBe(10);
});

test.for(permutations(['completed', 'partial', 'whole', 'expired'] as const))(
  'reports in the order %s, %s, %s, %s lead to the same result',
  async (order, { shop, family, stateOf }) => {
    const id = await shop.payUnheard(family, 5);
    const completed = shop.eventOf('checkout.session.completed', id);
    // The sandbox never expires a paid session, but an event from before the payment may still
    // arrive after it.
    const unpaid = { status: 'expired', payment_status: 'unpaid', payment_intent: null };
    const open = { ...shop.sandbox.session(id), ...unpaid };
    const events = {
      completed,
      partial: shop.refund(id, 2800),
      whole: shop.refund(id),
      expired: { ...completed, type: 'checkout.session.expired', data: { object: open } },
    };
    await shop.hear(...[...order, ...order].map((kind) => events[kind]));
    expect(await stateOf(id)).toEqual(ALL_OF_FIVE);
    expect((await shop.stored(id)).payment_intent).toBe(shop.intentOf(id));
    expect(kindsOf(await family.readEmails('receipt:'))).toEqual(['Receipt']);
  },
);

test.for([
  ['empty metadata', {}],
  ['null as metadata', null],
  ['no metadata', undefined],
])('matches a refund with %s by its intent', async ([, metadata], { shop, family, stateOf }) => {
  const id = await shop.buy(family, 1);
  const event = shop.refund(id);
  const charge = { ...shop.sandbox.charge(id), metadata };
  await shop.hear({ ...event, data: { object: charge } });
  expect(await stateOf(id)).toMatchObject({ status: 'refunded', credits: 0 });
});
