// Tests how the provider's page names the lessons of a checkout.
import { expect, test } from 'vitest';

import { describeLessons } from './checkout.ts';

const WEEK_MS = 7 * 86_400_000;
const first = Date.parse('2026-10-24T08:00:00Z');
const weekly = (names: readonly string[]) =>
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
