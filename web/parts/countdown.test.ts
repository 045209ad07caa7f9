// A countdown tells people when to come back, and counts seconds only at the end.
import { expect, test } from 'vitest';

import { countdown } from './lesson-times.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [3 * DAY + 5 * HOUR + 59 * MINUTE, '3 days, 5 hours'],
  [2 * DAY, '2 days'],
  [DAY + HOUR, '1 day, 1 hour'],
  [DAY - SECOND, '23 hours, 59 minutes'],
  [HOUR + MINUTE, '1 hour, 1 minute'],
  [HOUR, '1 hour'],
  [HOUR - SECOND, '59:59'],
  [MINUTE + 5 * SECOND, '1:05'],
  // Ends exactly at zero, not earlier.
  [1, '0:01'],
  [0, '0:00'],
  [-DAY, '0:00'],
])('shows %i ms as %s', (ms, words) => {
  expect(countdown(ms)).toBe(words);
});
