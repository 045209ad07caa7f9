// Tests where a date names its year, and what keeps it on one line.
import { expect, test } from 'vitest';

import { formatNear, formatWhen, unbroken } from './near-dates.ts';

test('names the year of a date only where it is another', () => {
  expect(formatNear('2026-11-28', '2026-12-31')).toBe('Sat 28 Nov');
  expect(formatNear('2027-01-03', '2026-12-31')).toBe('Sun 3 Jan 2027');
  const eve = Date.parse('2026-12-31T23:59:59Z');
  expect(formatWhen(eve, eve)).toBe('Thu 31 Dec, 23:59');
  expect(formatWhen(eve, eve + 1000)).toBe('Thu 31 Dec 2026, 23:59');
});

test.each([
  ['Move to Tue 1 Dec, 09:00', 'Move to Tue~1~Dec, 09:00'],
  [
    'Monday 31 August 2026 to Sunday 6 December 2026.',
    'Monday 31~August 2026 to Sunday 6~December 2026.',
  ],
  ['Sat 28 Nov and Sun 3 Jan 2027', 'Sat~28~Nov and Sun~3~Jan~2027'],
  ['30 Nov to 6 Sept 2026', '30~Nov to 6~Sept~2026'],
  ['Monday at 10', 'Monday at 10'],
])('keeps the dates of %j on one line', (text, kept) => {
  expect(unbroken(text).replaceAll('\u00A0', '~')).toBe(kept);
});
