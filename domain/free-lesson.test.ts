// Tests until when an address has to be confirmed, to the millisecond.
import { expect, test } from 'vitest';

import { confirmFreeLessonBy } from './free-lesson.ts';

const granted = Date.parse('2026-11-20T09:00:00.000Z');
const HOUR = 3_600_000;

test.each([
  ['without a booking', null, 24],
  ['for a lesson far ahead', 100, 24],
  ['for a lesson in 36 hours', 36, 24],
  ['for a lesson a little earlier', 35.5, 23.5],
  ['for a lesson in 13 hours', 13, 1],
  ['for a lesson in less', 12.5, 1],
  ['for a lesson that has started', -1, 1],
])('%s', (_, hoursAhead, hours) => {
  const startsAt = hoursAhead === null ? null : granted + hoursAhead * HOUR;
  expect(confirmFreeLessonBy(granted, startsAt)).toBe(granted + hours * HOUR);
});
