// Tests the two hours a day, counted from each checkout until it ended, was replaced or expired.
import { expect, test } from 'vitest';

import { UNPAID_RESERVATIONS } from './limits.ts';
import {
  reservableAgainAt,
  maxUnpaidReservations,
  type UnpaidReservation,
  unpaidSince,
} from './unpaid-reservations.ts';

const NOON = Date.UTC(2026, 10, 18, 12);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Minutes before noon: when it began, and when it ended. */
type Before = readonly [number, number | null];
const reservationOf = ([begun, ended]: Before): UnpaidReservation => ({
  begun: NOON - begun * MINUTE,
  ended: ended === null ? null : NOON - ended * MINUTE,
});

test('counts a checkout for a day', () => {
  expect(UNPAID_RESERVATIONS.minutesADay).toBe(120);
  expect(unpaidSince(NOON)).toBe(NOON - DAY);
});

test.each<readonly [string, readonly Before[], number | null]>([
  ['none', [], null],
  [
    'three that expired, 108 minutes',
    [
      [600, null],
      [400, null],
      [200, null],
    ],
    null,
  ],
  [
    'a fourth still open, 119 minutes',
    [
      [600, null],
      [400, null],
      [200, null],
      [11, null],
    ],
    null,
  ],
  [
    'the same a minute later, 120 minutes',
    [
      [600, null],
      [400, null],
      [200, null],
      [12, null],
    ],
    600,
  ],
  [
    'four, one of them abandoned at once',
    [
      [600, null],
      [400, 400],
      [200, null],
      [12, null],
    ],
    null,
  ],
  [
    'one after the other, each replaced by the next',
    [
      [119, null],
      [90, null],
      [60, null],
      [30, null],
    ],
    null,
  ],
  [
    'the same for a minute more',
    [
      [120, null],
      [90, null],
      [60, null],
      [30, null],
    ],
    120,
  ],
  [
    'pages that ended after their reservations had expired',
    [
      [600, 500],
      [400, 300],
      [200, 100],
    ],
    null,
  ],
  [
    'six in a few minutes',
    [
      [9, null],
      [7, 6],
      [5, null],
      [4, null],
      [2, null],
      [1, null],
    ],
    null,
  ],
  // Without the first, 132 minutes count; without the second, 99, which is below the limit.
  [
    'more than two have to be a day old',
    [
      [300, null],
      [267, null],
      [231, null],
      [195, null],
      [150, null],
    ],
    267,
  ],
])('counts %s', (_, reservations, again) => {
  expect(reservableAgainAt(reservations.map(reservationOf), NOON)).toBe(
    again === null ? null : NOON - again * MINUTE + DAY,
  );
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
