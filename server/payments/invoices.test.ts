// Invoices: who can read them, their content, and their content after refunds.
import { afterEach, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { changeCredits } from '../credits/ledger.ts';
import { transact } from '../engine/context.ts';
import { compose } from '../email/compose.ts';
import { queueEmail } from '../email/queue.ts';
import { startStripeSandbox, type StripeSandbox } from '../../sandbox/stripe.ts';
import { newId } from '../ids.ts';
import { eraseFamily } from '../families/erasure.ts';
import { START, startTestApp, type TestApp } from '../testing/app.ts';
import { SELLER } from '../testing/sender.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import {
  addParent,
  addSignIn,
  makeAdmin,
  makeFamily,
  parentOf,
  provenParent,
} from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { readEmails } from '../testing/emails.ts';
import { deliver, eventsAbout, look, paymentOf, startCheckout } from '../testing/payments.ts';
import { numberUnnumbered } from './invoices.ts';
import { connectStripe } from './stripe.ts';

let sandbox: StripeSandbox;
let api: TestApp;
let admin: Caller;
beforeEach(async () => {
  sandbox = await startStripeSandbox({ now: () => api.clock.now });
  api = await startTestApp({
    payments: connectStripe({
      secretKey: sandbox.secretKey,
      webhookSecret: sandbox.webhookSecret,
      apiUrl: sandbox.url,
    }),
  });
  admin = await makeAdmin(api);
});
afterEach(async () => {
  expect(await brokenInvariants(api.database.db)).toEqual([]);
  await api.close();
  await sandbox.close();
});

async function announce(type: string, about: string): Promise<void> {
  for (const event of eventsAbout(sandbox, type, about))
    expect((await deliver(api, sandbox.signEvent(event))).status).toBe(200);
}

/** Buys and pays for credits; returns the session id and the payment id. */
async function buy(family: Caller, credits: number): Promise<{ session: string; id: string }> {
  const session = await startCheckout(api, family, credits);
  sandbox.pay(session);
  await announce('checkout.session.completed', session);
  return { session, id: (await paymentOf(api, session)).id };
}

const paymentsOf = async ({ token }: Pick<Caller, 'token'>) =>
  (await api.call(endpoints.listPayments, { token })).body.payments;
const invoiceOf = async ({ token }: Pick<Caller, 'token'>, id: string) =>
  (await api.call(endpoints.getInvoice, { token, params: { id } })).body;
const invoiceForTutor = async (id: string) =>
  (await api.call(endpoints.getFamilyInvoice, { token: admin.token, params: { id } })).body;
const nameOf = async ({ personId }: TestFamily) =>
  (
    await api.database.db
      .selectFrom('people')
      .select('name')
      .where('id', '=', personId)
      .executeTakeFirstOrThrow()
  ).name;

test('refuses a malformed id', async () => {
  const { token } = await makeFamily(api);
  const { status, body } = await api.refused(endpoints.getInvoice, {
    token,
    params: { id: 'nonsense' },
  });
  expect([status, body.details]).toEqual([
    400,
    [{ field: 'id', message: 'Payment ID must be a valid integer or UUID' }],
  ]);
});

test('numbers payments in order, and shows invoices to both parents and the tutor', async () => {
  const family = await makeFamily(api);
  const partner = await addParent(api, family);
  const unpaid = await startCheckout(api, family, 1);
  const first = await buy(family, 5);
  const second = await buy(family, 7);
  sandbox.pay(unpaid);
  await announce('checkout.session.completed', unpaid);
  const listed = await paymentsOf(family);
  expect(listed.map(({ invoice, credits, status }) => [invoice, credits, status])).toEqual([
    ['2026-0003', 1, 'paid'],
    ['2026-0002', 7, 'paid'],
    ['2026-0001', 5, 'paid'],
  ]);
  const buyer = { name: await nameOf(family), email: family.email };
  expect(await invoiceOf(family, first.id)).toMatchObject({
    status: 'paid',
    invoice: {
      id: first.id,
      number: '2026-0001',
      issued_at: START,
      seller: SELLER,
      buyer,
      credits: 5,
      package: '5 credits',
      amount: 14_000,
      currency: 'gbp',
      returned: [],
    },
  });
  expect((await invoiceOf(family, second.id)).invoice).toMatchObject({
    package: null,
    amount: 19_600,
  });
  // The same document for everyone.
  expect(await invoiceOf(partner, first.id)).toEqual(await invoiceOf(family, first.id));
  expect((await invoiceForTutor(first.id)).invoice).toEqual(
    (await invoiceOf(family, first.id)).invoice,
  );
});

test('shows the number wherever the payment appears', async () => {
  const family = await makeFamily(api);
  const session = await startCheckout(api, family, 5);
  expect(await look(api, family, session)).toMatchObject({ status: 'pending', invoice: null });
  sandbox.pay(session);
  await announce('checkout.session.completed', session);
  const [{ id, invoice } = { id: '', invoice: '' }] = await paymentsOf(family);
  expect(await look(api, family, session)).toMatchObject({ id, invoice, status: 'paid' });
  const { entries } = (await api.call(endpoints.listCredits, { token: family.token })).body;
  expect(entries).toMatchObject([{ kind: 'purchase', invoice }]);
  const { record } = (
    await api.call(endpoints.getFamilyRecord, { token: admin.token, params: { id: family.id } })
  ).body;
  expect(record.payments).toMatchObject([{ id, invoice }]);
  const { data } = (await api.call(endpoints.exportData, { token: family.token })).body;
  expect(data.payments).toMatchObject([{ id, invoice, issued_at: START, refunds: [] }]);
});

test('links the invoice in the receipt, also when it is resent', async () => {
  const family = await makeFamily(api);
  const { id } = await buy(family, 5);
  api.clock.advance({ seconds: 1 });
  await api.call(endpoints.resendReceipt, { token: admin.token, params: { id } });
  const { invoice } = await invoiceOf(family, id);
  const receipts = await readEmails(api, family.email, 'receipt:');
  expect(receipts).toHaveLength(2);
  for (const { text, html } of receipts) {
    expect(text).toContain(`Invoice ${invoice?.number}\n`);
    expect(text).toContain(`View the invoice: http://lessons.test/invoice/${id}\n`);
    expect(text).toContain(
      'Sold by:\nSample Physics\n1 Sample Street\nZZ99 9ZZ\nNot VAT registered\n',
    );
    expect(html).toContain(
      'Sample Physics<br/>1 Sample Street<br/>ZZ99 9ZZ<br/>Not VAT registered',
    );
  }
});

test('has no invoice for an unconfirmed payment, and does not list it', async () => {
  const family = await makeFamily(api);
  const session = await startCheckout(api, family, 5);
  const { id } = await paymentOf(api, session);
  expect(await invoiceOf(family, id)).toMatchObject({ status: 'pending', invoice: null });
  expect(await invoiceForTutor(id)).toMatchObject({ status: 'pending', invoice: null });
  expect(await paymentsOf(family)).toEqual([]);
  const { status } = await api.refused(endpoints.resendReceipt, {
    token: admin.token,
    params: { id },
  });
  expect(status).toBe(404);
});

test('refuses other families, students and anonymous callers', async () => {
  const [family, other] = [await makeFamily(api), await makeFamily(api)];
  const { id } = await buy(family, 1);
  const student = await addSignIn(api, family, family.studentId, true);
  const foreign = await api.refused(endpoints.getInvoice, { token: other.token, params: { id } });
  const unknown = await api.refused(endpoints.getInvoice, {
    token: other.token,
    params: { id: newId() },
  });
  expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
  expect(await paymentsOf(other)).toEqual([]);
  for (const [token, status] of [
    [student.token, 403],
    [undefined, 401],
  ] as const) {
    const caller = token === undefined ? {} : { token };
    const refused = [
      await api.refused(endpoints.getInvoice, { ...caller, params: { id } }),
      await api.refused(endpoints.listPayments, caller),
      await api.refused(endpoints.getFamilyInvoice, { ...caller, params: { id } }),
    ];
    expect(refused.map((one) => one.status)).toEqual([status, status, status]);
  }
});

test('lists refunds and lost disputes by day, whatever the order of reports', async () => {
  const family = await makeFamily(api);
  const { id, session } = await buy(family, 5);
  const intent = sandbox.paymentIntent(session).id;
  sandbox.refund(intent, 2800);
  const [early] = eventsAbout(sandbox, 'charge.refunded', intent);
  sandbox.refund(intent, 5600);
  const late = eventsAbout(sandbox, 'charge.refunded', intent).at(-1);
  api.clock.advance({ days: 1 });
  // The later one first, and each one twice.
  for (const event of [late, early, late, early])
    await deliver(api, sandbox.signEvent(event ?? {}));
  const { status, invoice } = await invoiceOf(family, id);
  expect(status).toBe('paid');
  const at = '2026-11-19T12:00:00.000Z';
  expect(invoice?.returned).toEqual([
    { how: 'refund', amount: 2800, at },
    { how: 'refund', amount: 5600, at },
  ]);
  api.clock.advance({ days: 1 });
  const { id: dispute } = sandbox.dispute(intent, 5600);
  await announce('charge.dispute.created', dispute);
  expect((await invoiceOf(family, id)).invoice?.returned).toHaveLength(2);
  api.clock.advance({ days: 1 });
  sandbox.closeDispute(dispute, 'lost');
  await announce('charge.dispute.closed', dispute);
  const lost = { how: 'dispute', amount: 5600, at: '2026-11-21T12:00:00.000Z' };
  expect(await invoiceOf(family, id)).toMatchObject({
    status: 'refunded',
    invoice: { returned: [...(invoice?.returned ?? []), lost] },
  });
});

test('keeps the number of a deleted family, without a name, for the tutor only', async () => {
  const family = await makeFamily(api);
  const { id } = await buy(family, 5);
  const before = (await invoiceForTutor(id)).invoice;
  await eraseFamily(api.context(parentOf(family)), await provenParent(family));
  expect((await invoiceForTutor(id)).invoice).toEqual({ ...before, buyer: null });
  expect(
    (await api.refused(endpoints.getInvoice, { token: family.token, params: { id } })).status,
  ).toBe(401);
});

test('numbers a payment for a deleted family', async () => {
  const family = await makeFamily(api);
  const session = await startCheckout(api, family, 1);
  sandbox.pay(session);
  await eraseFamily(api.context(parentOf(family)), await provenParent(family));
  await announce('checkout.session.completed', session);
  const { id } = await paymentOf(api, session);
  expect((await invoiceForTutor(id)).invoice).toMatchObject({ buyer: null, credits: 1 });
});

test('numbers payments granted by an older process, once', async () => {
  const family = await makeFamily(api);
  const { id } = await paymentOf(api, await startCheckout(api, family, 1));
  await transact(api.context(null), async (work) => {
    await work.tx.updateTable('payments').set({ status: 'paid' }).where('id', '=', id).execute();
    await changeCredits(work, { familyId: family.id, amount: 1, kind: 'purchase', paymentId: id });
    await queueEmail(
      work,
      compose(`receipt:${id}`, family.email, 'Receipt: 1 credit', ['Thank you.']),
    );
  });
  expect((await invoiceOf(family, id)).invoice).toBeNull();
  await Promise.all([numberUnnumbered(api.context(null)), numberUnnumbered(api.context(null))]);
  await numberUnnumbered(api.context(null));
  expect((await invoiceOf(family, id)).invoice?.number).toBe('2026-0001');
});

test('starts each year at 1, by the date in the UK', async () => {
  api.clock.set('2026-12-31T23:59:59.999Z');
  const family = await makeFamily(api);
  await buy(family, 1);
  api.clock.set('2027-01-01T00:00:00.000Z');
  const [session, other] = [
    await startCheckout(api, family, 1),
    await startCheckout(api, family, 1),
  ];
  for (const one of [session, other]) {
    sandbox.pay(one);
    await announce('checkout.session.completed', one);
  }
  const numbers = (await paymentsOf(family)).map(({ invoice }) => invoice);
  expect(numbers).toEqual(['2027-0002', '2027-0001', '2026-0001']);
});
