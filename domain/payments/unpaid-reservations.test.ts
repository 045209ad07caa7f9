// Tests the two hours a day, counted from each checkout until it ended, was replaced or expired.
import { expect, test } from 'vitest';

import {
  reservableAgainAt,
  maxUnpaidReservations,
  type UnpaidReservation,
  unpaidSince,
  UNPAID_RESERVATIONS,
} from './unpaid-reservations.ts';

const NOON = Date.UTC(2026, 10, 18, 12);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** '400-300 200': one that lasted from 400 to 300 minutes before noon, and one since 200. */
const readReservations = (text: string): UnpaidReservation[] =>
  (text.match(/\S+/g) ?? []).map((part) => {
    const [begun = Number.NaN, ended] = part.split('-').map((minutes) => NOON - +minutes * MINUTE);
    return { begun, ended: ended ?? null };
  });

test('counts a checkout for a day', () => {
  expect(UNPAID_RESERVATIONS.minutesADay).toBe(120);
  expect(unpaidSince(NOON)).toBe(NOON - DAY);
});

test.each([
  ['none', '', null],
  ['three that expired, 108 minutes', '600 400 200', null],
  ['a fourth still open, 119 minutes', '600 400 200 11', null],
  ['the same a minute later, 120 minutes', '600 400 200 12', 600],
  ['four, one of them abandoned at once', '600 400-400 200 12', null],
  ['one after the other, each replaced by the next', '119 90 60 30', null],
  ['the same for a minute more', '120 90 60 30', 120],
  ['pages that ended after their reservations had expired', '600-500 400-300 200-100', null],
  ['six in a few minutes', '9 7-6 5 4 2 1', null],
  // Without the first, 132 minutes count; without the second, 99, which is below the limit.
  ['more than two have to be a day old', '300 267 231 195 150', 267],
])('counts %s', (_, reservations, again) => {
  const expected = again === null ? null : NOON - again * MINUTE + DAY;
  expect(reservableAgainAt(readReservations(reservations), NOON)).toBe(expected);
});

test.each([
  [1, 1],
  [2, 1],
  [3, 1],
  [4, 2],
  [5, 2],
  [10, 5],
  [50, 25],
])('lets families that have never paid reserve, of %i spots, %i', (spots, reserved) => {
  expect(maxUnpaidReservations(spots)).toBe(reserved);
});
