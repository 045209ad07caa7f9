// The tutor's books: each payment, refund and dispute on its day, what the provider kept of it, and
// the same sums everywhere.
import { text } from 'node:stream/consumers';

import Stripe from 'stripe';
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import type { BookLine } from '../../../domain/payments/books.ts';
import { comparisonTest } from '../../testing/payments/comparison-test.ts';
import { payFor } from '../../testing/payments/comparisons.ts';
import { insertPayment } from '../../testing/payments/without-provider.ts';
import { runComparison } from '../comparison/run.ts';
import { listPayments } from '../tutor-view/tutor-payments.ts';
import { balanceFactsOf } from './balance.ts';
import { readBooks, streamCsv } from './books.ts';

/** 1.5 % and 20 p, as the stand-in of the provider charges. */
const FEE_OF_3000 = 65;
const FEE_OF_6000 = 110;
const FEE_OF_14000 = 230;
const YEAR = { from: '2026-04-06', to: '2027-04-05' };

const test = comparisonTest
  // Not by HTTP, because the clock moves on and sessions expire.
  .extend('books', ({ api, db }) => (query: Parameters<typeof readBooks>[1] = YEAR) => {
    return readBooks(db, query, api.clock.now);
  })
  .extend('list', ({ api, db }) => () => {
    return listPayments(db, {}, api.clock.now);
  })
  .extend('lines', ({ books }) => async () => {
    return short((await books()).lines);
  });

const short = (lines: readonly BookLine[]) =>
  lines.map(({ date, what, gross, fee }) => [date, what, gross, fee]);

test('knows no fee until the balance is read, then the fee of everything', async ({
  shop,
  family,
  tutor,
  books,
  compareNow,
}) => {
  await shop.buy(family, 5);
  expect(await books()).toMatchObject({
    lines: [{ date: '2026-11-18', invoice: '2026-0001', gross: 14_000, fee: null, net: null }],
    fees_known_until: null,
    totals: { gross: 14_000, fees: null, net: null },
  });
  const payment = async () => (await tutor.call(endpoints.listAdminPayments)).body.payments[0];
  expect(await payment()).toMatchObject({ fee: null, net: null });
  await compareNow();
  const after = await books();
  expect(after).toMatchObject({
    lines: [{ fee: FEE_OF_14000, net: 14_000 - FEE_OF_14000, differs: false }],
    fees_known_until: '2026-11-17',
    changed_at: '2026-11-18T12:00:00.000Z',
  });
  expect(await payment()).toMatchObject({ fee: FEE_OF_14000, net: 14_000 - FEE_OF_14000 });
  await compareNow();
  expect(await books()).toEqual(after);
});

test('says when a late fee changed the sums', async ({ shop, api, family, books, compareNow }) => {
  await shop.buy(family, 1);
  const printed = await books();
  api.clock.advance({ days: 2 });
  await compareNow();
  const { changed_at, totals } = await books();
  expect([printed.changed_at, changed_at]).toEqual([
    '2026-11-18T12:00:00.000Z',
    '2026-11-20T12:00:00.000Z',
  ]);
  expect([printed.totals.fees, totals.fees]).toEqual([null, FEE_OF_3000]);
});

test('counts a payment on the day it was paid, however late it is heard of', async ({
  shop,
  api,
  family,
  books,
  compareNow,
}) => {
  // 23:59:30 on 5 April in the UK.
  api.clock.set('2027-04-05T22:59:30.000Z');
  const { sessionId } = await payFor(shop, family, { isHeard: false });
  api.clock.advance({ minutes: 1 });
  await shop.hearOf(sessionId);
  expect((await books()).lines).toEqual([]);
  await compareNow();
  expect(await books()).toMatchObject({ lines: [{ date: '2027-04-05', gross: 6000 }] });
  const next = await books({ from: '2027-04-06', to: '2027-04-06' });
  expect(next.lines).toEqual([]);
});

test('counts a payment on its day even if it is granted weeks after the balance was read', async ({
  shop,
  api,
  family,
  lines,
  compareNow,
}) => {
  const { sessionId } = await payFor(shop, family, { isHeard: false });
  await compareNow();
  api.clock.advance({ days: 20 });
  await shop.hearOf(sessionId);
  expect(await lines()).toEqual([['2026-11-18', 'payment', 6000, FEE_OF_6000]]);
});

test('puts a refund into its own tax year', async ({ shop, api, family, books }) => {
  api.clock.set('2027-03-30T12:00:00.000Z');
  const { sessionId } = await payFor(shop, family);
  api.clock.set('2027-04-05T23:00:00.000Z');
  await shop.hear(shop.refund(sessionId, 3000));
  expect(short((await books()).lines)).toEqual([['2027-03-30', 'payment', 6000, null]]);
  const next = await books({ from: '2027-04-06', to: '2028-04-05' });
  expect(next).toMatchObject({
    lines: [{ date: '2027-04-06', what: 'refund', invoice: '2027-0001', gross: -3000 }],
    totals: { gross: -3000 },
  });
});

test('counts a refund when it is done, and takes it back if it fails later', async ({
  shop,
  api,
  family,
  tutor,
  list,
  lines,
  compareNow,
}) => {
  const { id } = await shop.stored(await shop.buy(family, 5));
  shop.sandbox.letRefundsBecome('pending');
  await tutor.call(endpoints.refundPayment, { params: { id }, body: { credits: 1 } });
  expect((await list()).months[0]).toMatchObject({ returned: 0, asked: 2800, kept: 14_000 });
  expect(await lines()).toHaveLength(1);
  api.clock.advance({ days: 1 });
  const refund = shop.sandbox.refunds()[0]?.id ?? '';
  shop.sandbox.settleRefund(refund, 'succeeds');
  await shop.announce('refund.updated', refund);
  api.clock.advance({ days: 2 });
  shop.sandbox.settleRefund(refund, 'fails');
  await shop.announce('refund.failed', refund);
  await compareNow();
  expect(await lines()).toEqual([
    ['2026-11-18', 'payment', 14_000, FEE_OF_14000],
    ['2026-11-19', 'refund', -2800, 0],
    ['2026-11-21', 'refund', 2800, 0],
  ]);
});

describe('a dispute', () => {
  test('is withdrawn on one day and returned on another, with its fee', async ({
    shop,
    api,
    family,
    list,
    lines,
    books,
    compareNow,
  }) => {
    const { sessionId } = await payFor(shop, family);
    api.clock.advance({ days: 10 });
    const { id } = shop.sandbox.dispute(shop.intentOf(sessionId));
    await shop.announce('charge.dispute.created', id);
    api.clock.advance({ days: 30 });
    shop.sandbox.closeDispute(id, 'won');
    await shop.announce('charge.dispute.closed', id);
    await compareNow();
    expect(await lines()).toEqual([
      ['2026-11-18', 'payment', 6000, FEE_OF_6000],
      ['2026-11-28', 'dispute', -6000, 2000],
      ['2026-12-28', 'dispute', 6000, 0],
    ]);
    expect((await books()).totals).toEqual({ gross: 6000, fees: 2110, net: 3890 });
    const { months } = await list();
    expect(months.map(({ paid, returned, fees }) => [paid, returned, fees])).toEqual([
      [0, -6000, 0],
      [6000, 6000, 2110],
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  test('that is lost never comes back', async ({ shop, family, lines, compareNow }) => {
    const { sessionId } = await payFor(shop, family);
    const { id } = shop.sandbox.dispute(shop.intentOf(sessionId));
    await shop.announce('charge.dispute.created', id);
    shop.sandbox.closeDispute(id, 'lost');
    await shop.announce('charge.dispute.closed', id);
    await compareNow();
    expect((await lines()).map(([, what, gross]) => [what, gross])).toEqual([
      ['payment', 6000],
      ['dispute', -6000],
    ]);
  });

  test('that was an inquiry costs from the day on which it became one', async ({
    shop,
    api,
    family,
    lines,
    compareNow,
  }) => {
    const { sessionId } = await payFor(shop, family);
    const { id } = shop.sandbox.inquire(shop.intentOf(sessionId));
    await shop.announce('charge.dispute.created', id);
    expect(await lines()).toHaveLength(1);
    api.clock.advance({ days: 3 });
    shop.sandbox.changeDispute(id, 'needs_response');
    await shop.announce('charge.dispute.updated', id);
    await compareNow();
    expect((await lines())[1]).toEqual(['2026-11-21', 'dispute', -6000, 2000]);
  });
});

test('has a free payment as 0, and marks other currencies', async ({ api, family, books }) => {
  await insertPayment(api, family, { status: 'paid', paid: 0, accepts_codes: 1 });
  await insertPayment(api, family, { status: 'paid', currency: 'eur' });
  const { lines, totals } = await books();
  expect(lines).toMatchObject([
    { gross: 0, fee: 0, net: 0, differs: false },
    { gross: 14_000, fee: null, net: null, differs: true },
  ]);
  expect(totals).toEqual({ gross: 0, fees: 0, net: 0 });
});
test.override('settings', { mayBreakInvariants: true });

test('keeps its last fees, and says of when', async ({ shop, api, family, books, compareNow }) => {
  await payFor(shop, family);
  await compareNow();
  api.clock.advance({ days: 1 });
  await payFor(shop, family);
  shop.sandbox.startOutage('error');
  await expect(compareNow()).resolves.toMatchObject({ failed_at: expect.any(String) });
  expect(await books()).toMatchObject({
    lines: [{ fee: FEE_OF_6000 }, { fee: null }],
    fees_known_until: '2026-11-17',
  });
  shop.sandbox.endOutage();
  await compareNow();
  expect(await books()).toMatchObject({
    lines: [{ fee: FEE_OF_6000 }, { fee: FEE_OF_6000 }],
    fees_known_until: '2026-11-18',
  });
});

test('compares without fees if the key may not read the balance', async ({
  shop,
  family,
  begin,
  base,
  read,
  books,
}) => {
  await payFor(shop, family);
  await begin();
  const client: Stripe = Object.create(await shop.provider.client());
  const refusal = new Stripe.errors.StripePermissionError({
    message: 'The provided key does not have the required permissions for this endpoint.',
    type: 'invalid_request_error',
  });
  Object.assign(client, { balanceTransactions: { list: () => Promise.reject(refusal) } });
  await runComparison(base, { ...shop.provider, client: () => Promise.resolve(client) });
  expect(await read()).toMatchObject({ matched: 1, failed_at: null });
  expect(await books()).toMatchObject({ lines: [{ fee: null }], fees_known_until: null });
});

test('takes the quarters of the setting, or those that are asked for', async ({ tutor, books }) => {
  expect(await books({})).toMatchObject({ ...YEAR, accounting_quarters: 'tax' });
  const change = { accounting_quarters: 'calendar' } as const;
  await tutor.call(endpoints.updateSettings, { body: change });
  expect(await books({})).toMatchObject({ from: '2026-04-01', to: '2027-03-31', ...change });
  const { quarters } = await books({ quarters: 'tax' });
  expect(quarters.map(({ to }) => to)).toEqual([
    '2026-07-05',
    '2026-10-05',
    '2027-01-05',
    '2027-04-05',
  ]);
});

test.for([
  [{ from: '2026-04-06', to: '2027-04-07' }, 'to'],
  [{ from: '2026-04-06', to: '2026-04-05' }, 'from'],
  [{ from: '6 April' }, 'from'],
  [{ quarters: 'weekly' }, 'quarters'],
] as const)('refuses %j', async ([query, field], { tutor }) => {
  const { status, body } = await tutor.send(endpoints.getBooks, { query });
  expect(status).toBe(400);
  expect(body).toMatchObject({ details: [{ field }] });
});

test('exports the lines with numbers to add up, families only if asked', async ({
  shop,
  db,
  api,
  family,
  tutor,
  compareNow,
}) => {
  await db
    .updateTable('people')
    .set({ name: '=HYPERLINK("x")' })
    .where('family_id', '=', family.id)
    .execute();
  const { id } = await shop.stored(await shop.buy(family, 5));
  await compareNow();
  await tutor.call(endpoints.refundPayment, { params: { id }, body: { credits: 2 } });
  const csv = async (query: object) =>
    text(await streamCsv(db, { ...YEAR, ...query }, api.clock.now));
  expect(await csv({})).toBe(
    '\uFEFFDate,What,Invoice,Gross,Fee,Net,Currency\r\n' +
      '2026-11-18,Payment,2026-0001,140.00,2.30,137.70,GBP\r\n' +
      '2026-11-18,Refund,2026-0001,-56.00,,,GBP\r\n',
  );
  expect((await csv({ names: 'true' })).split('\r\n')[1]).toContain(`,"'=HYPERLINK(""x"")"`);
  const answer = await api.app.inject({
    url: `${endpoints.exportBooks.path}?from=2026-11-18&to=2026-11-18`,
    headers: { authorization: `Bearer ${tutor.token}` },
  });
  expect(answer.headers['content-type']).toBe('text/csv');
  expect(answer.body.split('\r\n')).toHaveLength(4);
});

test('reads from the balance what belongs to a payment, and nothing else', () => {
  const transaction = { id: 'txn_1', amount: 100, fee: 3, currency: 'gbp', created: 5 };
  const source = { id: 'ch_1', metadata: { payment_id: 'p' }, payment_intent: 'pi' };
  const kinds = (
    [
      ['charge', 100],
      ['refund', -100],
      ['refund', 100],
      ['dispute', -100],
      // The fee alone.
      ['dispute', 0],
      ['dispute', 100],
      ['payout', -100],
    ] as const
  ).map(([object, amount]) => {
    const read = { ...transaction, amount, source: { ...source, object } };
    return balanceFactsOf(read as unknown as Parameters<typeof balanceFactsOf>[0])?.kind ?? null;
  });
  expect(kinds).toEqual([
    'payment',
    'refund',
    'refund_failure',
    'dispute',
    'dispute',
    'dispute_return',
    null,
  ]);
});
