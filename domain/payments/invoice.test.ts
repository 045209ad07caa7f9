// Tests the numbers, prices and refunds of invoices.
import { expect, test } from 'vitest';

import { invoiceNumber, invoiceYear, priceEach, returnedOf, sellerLines } from './invoice.ts';

test.each([
  [1, '2026-0001'],
  [9999, '2026-9999'],
  [10_000, '2026-10000'],
])('writes number %d of a year as %s', (number, written) => {
  expect(invoiceNumber({ year: 2026, number })).toBe(written);
});

test.each([
  ['2026-01-01T00:00:00.000Z', 2026],
  ['2026-12-31T23:59:59.999Z', 2026],
  ['2027-01-01T00:00:00.000Z', 2027],
  // In summer the UK is an hour ahead, which does not change the year.
  ['2026-06-30T23:30:00.000Z', 2026],
])('numbers an invoice of %s in %d', (at, year) => {
  expect(invoiceYear(Date.parse(at))).toBe(year);
});

test.each([
  [14_000, 5, 2800],
  [3000, 1, 3000],
  [10_000, 3, null],
  [1, 2, null],
])('%d pence for %d credits are %s each', (amount, credits, each) => {
  expect(priceEach({ amount, credits })).toBe(each);
});

const refund = (amount: number) =>
  ({ how: 'refund', amount, at: '2026-12-01T00:00:00.000Z' }) as const;
test.each([
  [[], { sum: 0, share: 'none' }],
  [[refund(1)], { sum: 1, share: 'part' }],
  [[refund(5000), refund(8999)], { sum: 13_999, share: 'part' }],
  [[refund(5000), refund(9000)], { sum: 14_000, share: 'all' }],
  // A refund and a lost dispute together may exceed what was paid.
  [[refund(9000), refund(9000)], { sum: 18_000, share: 'all' }],
])('sums the returned money %j to %j', (returned, result) => {
  expect(returnedOf({ paid: 14_000, returned })).toEqual(result);
});

test('lists the name, address and tax notice (if any) of a seller', () => {
  const seller = { name: 'Sample Physics', address: ['1 Sample Street', 'ZZ99 9ZZ'], tax: null };
  expect(sellerLines(seller)).toEqual(['Sample Physics', '1 Sample Street', 'ZZ99 9ZZ']);
  expect(sellerLines({ ...seller, tax: 'Not VAT registered' }).at(-1)).toBe('Not VAT registered');
});
