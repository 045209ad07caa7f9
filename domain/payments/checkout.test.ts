// Tests how the provider's page names the lessons of a checkout, and what counts as paid.
import { describe, expect, test } from 'vitest';

import { describeLessons, paidFor } from './checkout.ts';

const WEEK_MS = 7 * 86_400_000;
const first = Date.parse('2026-10-24T08:00:00Z');
const weekly = (names: string[]) =>
  names.map((name, week) => ({ name, starts_at: first + week * WEEK_MS }));

test.each([
  [[], null],
  [['GCSE: Waves'], 'For GCSE: Waves (Sat 24 Oct, 09:00). All times are UK time.'],
  // The clocks go back between the two.
  [
    ['Waves', 'Light'],
    'For Waves (Sat 24 Oct, 09:00), Light (Sat 31 Oct, 08:00). All times are UK time.',
  ],
])('of %j it says %s', (names, words) => {
  expect(describeLessons(weekly(names))).toBe(words);
});

test.each([
  // 'For ', the time and the end leave 451 characters for one name.
  [1, 451, 499, null],
  [1, 452, 12, null],
  [12, 10, 406, null],
  [12, 200, 483, 'and 10 more'],
])('%d lessons with names of %d characters take %d', (count, chars, length, more) => {
  const words = describeLessons(weekly(Array<string>(count).fill('x'.repeat(chars)))) ?? '';
  expect(words).toHaveLength(length);
  if (more !== null) expect(words).toContain(more);
});

describe('a checkout for 140.00 pounds', () => {
  const plain = { amount: 14_000, currency: 'gbp', acceptsCodes: false };
  const open = { ...plain, acceptsCodes: true };
  test.each([
    ['its price', plain, 14_000, 14_000, 'gbp', 14_000],
    ['its price, with codes', open, 14_000, 14_000, 'gbp', 14_000],
    ['a penny less', plain, 13_999, 14_000, 'gbp', null],
    ['a penny less by a code', open, 13_999, 14_000, 'gbp', 13_999],
    ['nothing by a code', open, 0, 14_000, 'gbp', 0],
    ['nothing', plain, 0, 14_000, 'gbp', null],
    ['less than nothing', open, -1, 14_000, 'gbp', null],
    ['a penny more', open, 14_001, 14_000, 'gbp', null],
    ['another subtotal', open, 7000, 13_999, 'gbp', null],
    ['no subtotal', open, 7000, null, 'gbp', null],
    ['no amount', open, null, 14_000, 'gbp', null],
    ['another currency', open, 14_000, 14_000, 'usd', null],
    ['no currency', open, 14_000, 14_000, null, null],
  ])('counts %s', (_, asked, amount, subtotal, currency, paid) => {
    expect(paidFor(asked, { amount, subtotal, currency })).toBe(paid);
  });
});
