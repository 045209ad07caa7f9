// Promotion codes: what is granted, what counts as paid, and what an open checkout was promised.
import { expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import type { TestFamily } from '../../testing/caller.ts';
import { subjectsOf } from '../../testing/emails.ts';
import { shopTest, type TestShop } from '../../testing/payments/shop.ts';

const test = shopTest
  .extend('accept', ({ tutor }) => async (promotion_codes: boolean) => {
    await tutor.call(endpoints.updateSettings, { body: { promotion_codes } });
  })
  /** Buys five credits for 140.00 pounds with a code. Returns the session. */
  .extend('buyWith', ({ shop, family, accept }) => async (code: string) => {
    await accept(true);
    const session = await shop.checkOut(family, 5);
    shop.sandbox.enterCode(session, code);
    await shop.pay(session);
    return session;
  });

const invoiceOf = async (shop: TestShop, family: TestFamily, session: string) => {
  const { id } = await shop.stored(session);
  return (await family.call(endpoints.getInvoice, { params: { id } })).body.invoice;
};
const receiptOf = async (family: TestFamily) =>
  (await family.readEmails()).find(({ subject }) => subject.startsWith('Receipt'))?.text;

test('accepts no codes at first', async ({ shop, family, tutor }) => {
  const { body } = await tutor.call(endpoints.getSettings);
  expect(body.settings.promotion_codes).toBe(false);
  const session = shop.sandbox.session(await shop.checkOut(family, 5));
  expect(session.allow_promotion_codes).toBeNull();
});

test('counts what was paid on every page', async ({ shop, family, buyWith, tutor }) => {
  const session = await buyWith('TENOFF');
  expect(await family.readCredits()).toBe(5);
  expect(await shop.look(family, session)).toMatchObject({ amount: 14_000, paid: 12_600 });
  const money = { amount: 14_000, discount: 1400, paid: 12_600 };
  expect(await invoiceOf(shop, family, session)).toMatchObject(money);
  const text = await receiptOf(family);
  for (const words of ['Thank you: £126.00', 'Price: £140.00', 'Promotion code: −£14.00'])
    expect(text).toContain(words);
  const { body } = await family.call(endpoints.listPayments);
  expect(body.payments).toMatchObject([{ amount: 14_000, paid: 12_600 }]);
  const ledger = (await family.call(endpoints.listCredits)).body.entries;
  expect(ledger).toMatchObject([{ kind: 'purchase', price: 12_600 }]);
  const { body: record } = await tutor.call(endpoints.getFamilyRecord, {
    params: { id: family.id },
  });
  expect(record.record.payments).toMatchObject([{ paid: 12_600 }]);
});

test('counts what was paid in refunds and months', async ({ shop, family, buyWith, tutor }) => {
  const session = await buyWith('TENOFF');
  // Half of what was paid is half of the credits, rounded down.
  await shop.hear(shop.refund(session, 6300));
  expect(await shop.stateOf(family, session)).toMatchObject({ status: 'paid', reversed: 2 });
  await shop.hear(shop.refund(session));
  const all = { status: 'refunded', credits: 0, reversed: 5, refunded: 12_600 };
  expect(await shop.stateOf(family, session)).toEqual(all);
  const query = { from: '2026-11-01', to: '2026-11-30' };
  const { body } = await tutor.call(endpoints.getFigures, { query });
  expect(body.figures.months).toMatchObject([{ paid: 12_600, returned: 12_600, kept: 0 }]);
});

test('grants a payment that a code makes free', async ({ shop, family, buyWith }) => {
  const session = await buyWith('FREE');
  expect(await shop.stored(session)).toMatchObject({ status: 'paid', payment_intent: null });
  const none = { status: 'paid', credits: 5, reversed: 0, refunded: 0 };
  expect(await shop.stateOf(family, session)).toEqual(none);
  const money = { amount: 14_000, discount: 14_000, paid: 0, returned: [] };
  expect(await invoiceOf(shop, family, session)).toMatchObject(money);
  const receipt = await receiptOf(family);
  expect(receipt).toContain('your promotion code has paid for everything');
  expect(receipt).not.toContain('changed your mind');
  await shop.announce('checkout.session.completed', session);
  expect(await family.readCredits()).toBe(5);
});

test('grants a free payment without a webhook as well', async ({ shop, family, accept }) => {
  await accept(true);
  const session = await shop.checkOut(family, 5);
  shop.sandbox.enterCode(session, 'FREE');
  shop.sandbox.pay(session);
  expect(await shop.look(family, session)).toMatchObject({ status: 'paid', paid: 0 });
});

test('books the lessons that a code pays for', async ({ shop, family, accept }) => {
  await accept(true);
  const session = await shop.checkOut(family, await shop.makeLessons(2));
  shop.sandbox.enterCode(session, 'FREE');
  await shop.pay(session);
  expect(await shop.outcomes(family, session)).toEqual(['booked', 'booked']);
});

test('judges a code by what the checkout offered at first', async ({ shop, family, accept }) => {
  await accept(true);
  const offered = await shop.checkOut(family, 5);
  await accept(false);
  const plain = await shop.checkOut(family, 5);
  await accept(true);
  shop.sandbox.enterCode(offered, 'TENOFF');
  await shop.pay(offered);
  expect(await shop.stored(offered)).toMatchObject({ status: 'paid', paid: 12_600 });
  // The provider reports a discount that this checkout never offered.
  shop.sandbox.pay(plain);
  const event = structuredClone(shop.eventOf('checkout.session.completed', plain));
  Object.assign(event.data.object, { amount_total: 12_600 });
  await shop.hear(event);
  expect((await shop.stored(plain)).status).toBe('mismatched');
  expect(await family.readCredits()).toBe(5);
});

test('refuses a code that changes the asked price', async ({ shop, family, accept, tutor }) => {
  await accept(true);
  const session = await shop.checkOut(family, 5);
  shop.sandbox.enterCode(session, 'TENOFF');
  shop.sandbox.pay(session);
  const event = structuredClone(shop.eventOf('checkout.session.completed', session));
  Object.assign(event.data.object, { amount_subtotal: 13_999, amount_total: 12_599 });
  await shop.hear(event);
  expect(await shop.stored(session)).toMatchObject({ status: 'mismatched', paid: null });
  expect(await family.readCredits()).toBe(0);
  expect(subjectsOf(await tutor.readEmails())).toContain('A payment does not match what was asked');
});
