// Invoices: who can read them, their content, and their content after refunds.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { newId } from '../../base/ids.ts';
import { eraseFamily } from '../../testing/accounts/leaving.ts';
import { START } from '../../testing/app.ts';
import type { Caller } from '../../testing/caller.ts';
import { addParent, addSignIn, makeFamily, provenParent } from '../../testing/factories.ts';
import { shopTest } from '../../testing/payments/shop.ts';
import { SELLER } from '../../testing/sender.ts';

const test = shopTest
  /** Buys and pays for credits; returns the payment's id. */
  .extend('buy', ({ shop, family }) => async (credits: number) => {
    const session = await shop.buy(family, credits);
    return { session, id: (await shop.stored(session)).id };
  })
  /** The invoice as the tutor sees it. */
  .extend('tutorReads', ({ tutor }) => async (id: string) => {
    return (await tutor.call(endpoints.getFamilyInvoice, { params: { id } })).body;
  });

const paymentsOf = async ({ call }: Caller) => (await call(endpoints.listPayments)).body.payments;
const invoiceOf = async ({ call }: Caller, id: string) =>
  (await call(endpoints.getInvoice, { params: { id } })).body;

test('refuses a malformed id', async ({ family }) => {
  const params = { id: 'nonsense' };
  const { status, body } = await family.refused(endpoints.getInvoice, { params });
  expect([status, body.details]).toEqual([
    400,
    [{ field: 'id', message: 'Payment ID must be a valid integer or UUID' }],
  ]);
});

test('numbers payments in order', async ({ shop, family, buy }) => {
  const unpaid = await shop.checkOut(family, 1);
  await buy(5);
  await buy(7);
  await shop.pay(unpaid);
  const listed = await paymentsOf(family);
  expect(listed.map(({ invoice, credits, status }) => [invoice, credits, status])).toEqual([
    ['2026-0003', 1, 'paid'],
    ['2026-0002', 7, 'paid'],
    ['2026-0001', 5, 'paid'],
  ]);
});

test('shows the same to both parents and the tutor', async ({ api, family, buy, tutorReads }) => {
  const [{ id }, odd] = [await buy(5), await buy(7)];
  const { user } = await family.readProfile();
  const shown = await invoiceOf(family, id);
  expect(shown).toMatchObject({
    status: 'paid',
    invoice: {
      id,
      number: '2026-0001',
      issued_at: START,
      seller: SELLER,
      buyer: { name: user.Parent_Name, email: family.email },
      credits: 5,
      package: '5 credits',
      amount: 14_000,
      currency: 'gbp',
      returned: [],
    },
  });
  const withoutPackage = { package: null, amount: 19_600 };
  expect((await invoiceOf(family, odd.id)).invoice).toMatchObject(withoutPackage);
  expect(await invoiceOf(await addParent(api, family), id)).toEqual(shown);
  expect((await tutorReads(id)).invoice).toEqual(shown.invoice);
});

test('shows the number wherever the payment appears', async ({ shop, family }) => {
  const session = await shop.checkOut(family, 5);
  expect(await shop.look(family, session)).toMatchObject({ status: 'pending', invoice: null });
  await shop.pay(session);
  const [{ id, invoice } = { id: '', invoice: '' }] = await paymentsOf(family);
  expect(await shop.look(family, session)).toMatchObject({ id, invoice, status: 'paid' });
  expect(await family.readLedger()).toMatchObject([{ kind: 'purchase', invoice }]);
  const about = { params: { id: family.id } };
  const { record } = (await shop.tutor.call(endpoints.getFamilyRecord, about)).body;
  expect(record.payments).toMatchObject([{ id, invoice }]);
  const { data } = (await family.call(endpoints.exportData)).body;
  expect(data.payments).toMatchObject([{ id, invoice, issued_at: START, refunds: [] }]);
});

test('has no invoice for an unconfirmed payment', async ({ shop, family, tutorReads }) => {
  const { id } = await shop.stored(await shop.checkOut(family, 5));
  expect(await invoiceOf(family, id)).toMatchObject({ status: 'pending', invoice: null });
  expect(await tutorReads(id)).toMatchObject({ status: 'pending', invoice: null });
  expect(await paymentsOf(family)).toEqual([]);
  const receipt = await shop.tutor.refused(endpoints.resendReceipt, { params: { id } });
  expect(receipt.status).toBe(404);
});

test('refuses other families, students and anonymous callers', async ({ api, family, buy }) => {
  const { id } = await buy(1);
  const other = await makeFamily(api);
  const foreign = await other.refused(endpoints.getInvoice, { params: { id } });
  const unknown = await other.refused(endpoints.getInvoice, { params: { id: newId() } });
  expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
  expect(await paymentsOf(other)).toEqual([]);
  for (const [caller, status] of [
    [await addSignIn(api, family, family.studentId, true), 403],
    [api, 401],
  ] as const) {
    const refused = [
      await caller.refused(endpoints.getInvoice, { params: { id } }),
      await caller.refused(endpoints.listPayments),
      await caller.refused(endpoints.getFamilyInvoice, { params: { id } }),
    ];
    expect(refused.map((one) => one.status)).toEqual([status, status, status]);
  }
});

test('lists refunds and lost disputes by day, in any order', async ({ shop, family, buy }) => {
  const { clock } = shop.api;
  const { id, session } = await buy(5);
  const early = shop.refund(session, 2800);
  clock.advance({ days: 1 });
  const late = shop.refund(session, 5600);
  // The later one first, and each one twice.
  await shop.hear(late, early, late, early);
  const { status, invoice } = await invoiceOf(family, id);
  expect(status).toBe('paid');
  const refunds = [
    { how: 'refund', amount: 2800, at: '2026-11-18T12:00:00.000Z' },
    { how: 'refund', amount: 5600, at: '2026-11-19T12:00:00.000Z' },
  ];
  expect(invoice?.returned).toEqual(refunds);
  clock.advance({ days: 1 });
  const { id: dispute } = shop.sandbox.dispute(shop.intentOf(session), 5600);
  await shop.announce('charge.dispute.created', dispute);
  expect((await invoiceOf(family, id)).invoice?.returned).toHaveLength(2);
  clock.advance({ days: 1 });
  shop.sandbox.closeDispute(dispute, 'lost');
  await shop.announce('charge.dispute.closed', dispute);
  const lost = { how: 'dispute', amount: 5600, at: '2026-11-21T12:00:00.000Z' };
  const after = { status: 'refunded', invoice: { returned: [...refunds, lost] } };
  expect(await invoiceOf(family, id)).toMatchObject(after);
});

describe('for a deleted family', () => {
  test('keeps the number for the tutor, without a name', async ({ family, buy, tutorReads }) => {
    const { id } = await buy(5);
    const before = (await tutorReads(id)).invoice;
    await eraseFamily(family.context(), provenParent(family));
    expect((await tutorReads(id)).invoice).toEqual({ ...before, buyer: null });
    expect((await family.refused(endpoints.getInvoice, { params: { id } })).status).toBe(401);
  });

  test('numbers a late payment', async ({ shop, family, tutorReads }) => {
    const session = await shop.payUnheard(family, 1);
    await eraseFamily(family.context(), provenParent(family));
    await shop.hearOf(session);
    const { id } = await shop.stored(session);
    expect((await tutorReads(id)).invoice).toMatchObject({ buyer: null, credits: 1 });
  });
});

describe('at the end of a year', () => {
  test.override('settings', { now: '2026-12-31T23:59:59.999Z' });

  test('starts at 1 again, by the date in the UK', async ({ api, shop, family, buy }) => {
    await buy(1);
    api.clock.set('2027-01-01T00:00:00.000Z');
    const sessions = [await shop.checkOut(family, 1), await shop.checkOut(family, 1)];
    for (const session of sessions) await shop.pay(session);
    const numbers = (await paymentsOf(family)).map(({ invoice }) => invoice);
    expect(numbers).toEqual(['2027-0002', '2027-0001', '2026-0001']);
  });
});

test('names the seller of the published words from then on', async ({ tutor, family, buy }) => {
  const { id } = await buy(5);
  const { content } = (await tutor.call(endpoints.getSite)).body.site.draft;
  const seller = { name: 'Other Physics Ltd', address: ['2 Other Street', 'ZZ98 8ZZ'] };
  const body = { content: { ...content, seller }, revision: 0 };
  await tutor.call(endpoints.saveSiteDraft, { body });
  expect((await invoiceOf(family, id)).invoice?.seller).toEqual(SELLER);
  await tutor.call(endpoints.publishSite, { body: { revision: 1 } });
  expect((await invoiceOf(family, id)).invoice?.seller).toEqual({ ...seller, tax: null });
});
