// Tests where a date names its year.
import { expect, test } from 'vitest';

import { formatNear, formatWhen } from './near-dates.ts';

test('names the year of a date only where it is another', () => {
  expect(formatNear('2026-11-28', '2026-12-31')).toBe('Sat 28 Nov');
  expect(formatNear('2027-01-03', '2026-12-31')).toBe('Sun 3 Jan 2027');
  const eve = Date.parse('2026-12-31T23:59:59Z');
  expect(formatWhen(eve, eve)).toBe('Thu 31 Dec, 23:59');
  expect(formatWhen(eve, eve + 1000)).toBe('Thu 31 Dec 2026, 23:59');
});
