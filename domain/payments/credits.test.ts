// Tests the prices and savings of credits, and the form that buys them.
import { expect, test } from 'vitest';

import { DEFAULT_BUSINESS } from '../business.ts';
import { messagesFor } from '../testing/faults.ts';
import {
  creditCount,
  formatMoney,
  MOST_POPULAR_PACKAGE,
  packagesOf,
  priceOf,
  buyCreditsSchema,
  savingsOf,
} from './credits.ts';

const defaultPackages = packagesOf(DEFAULT_BUSINESS);

test('offers 1 credit for £30, 5 for £140 and 10 for £270', () => {
  expect(
    defaultPackages.map(({ id, credits, price, currency }) => [id, credits, price, currency]),
  ).toEqual([
    ['1-credit', 1, 3000, 'gbp'],
    ['5-credits', 5, 14_000, 'gbp'],
    ['10-credits', 10, 27_000, 'gbp'],
  ]);
  expect(defaultPackages.some(({ id }) => id === MOST_POPULAR_PACKAGE)).toBe(true);
});

test.each([
  [1, 3000],
  [2, 6000],
  [4, 12_000],
  [5, 14_000],
  [6, 16_800],
  [7, 19_600],
  [9, 25_200],
  [10, 27_000],
  [11, 29_700],
  [99, 267_300],
  [100, 270_000],
])('%d credits cost %d pence', (quantity, pence) => {
  expect(priceOf(quantity, defaultPackages)).toBe(pence);
});

test('keeps prices in whole pence for any order of packages', () => {
  const packages = [
    { id: 'c', name: '', credits: 3, price: 1000, currency: 'gbp' },
    { id: 'a', name: '', credits: 1, price: 400, currency: 'gbp' },
  ];
  expect(priceOf(4, packages)).toBe(1333);
  expect(priceOf(2, packages)).toBe(800);
});

test('assumes £25 per credit without a single-credit package', () => {
  const five = defaultPackages.filter(({ credits }) => credits === 5);
  expect(priceOf(2, five)).toBe(5000);
  expect(savingsOf({ credits: 10, price: 20_000 }, five)).toEqual({ amount: 5000, percent: 20 });
});

test.each([
  [1, 3000, 0, 0],
  [5, 14_000, 1000, 7],
  [10, 27_000, 3000, 10],
  [5, 16_000, 0, 0],
])('%d credits for %d pence save %d pence, %d %', (credits, price, amount, percent) => {
  expect(savingsOf({ credits, price }, defaultPackages)).toEqual({ amount, percent });
});

test.each([
  [0, 'Must purchase at least 1 credit'],
  [-5, 'Must purchase at least 1 credit'],
  [1, null],
  [100, null],
  [101, 'Cannot purchase more than 100 credits at once'],
  [1.5, 'Credits must be a whole number'],
  ['5', 'Credits must be a whole number'],
  [null, 'Credits must be a whole number'],
  [undefined, 'Credits must be a whole number'],
])('buying %j credits: %s', (quantity, message) => {
  expect(messagesFor(buyCreditsSchema, {}, 'credits_quantity', quantity)).toEqual(
    message === null ? [] : [message],
  );
});

test('formats money and counts in British English', () => {
  expect([formatMoney(3000), formatMoney(14_000), formatMoney(0), formatMoney(1_234_567)]).toEqual([
    '£30.00',
    '£140.00',
    '£0.00',
    '£12,345.67',
  ]);
  expect([creditCount(0), creditCount(1), creditCount(5)]).toEqual([
    '0 credits',
    '1 credit',
    '5 credits',
  ]);
});
