// Tests until when an address has to be confirmed, to the millisecond.
import { expect, test } from 'vitest';

import { confirmFreeLessonBy, keepFreeLessonBy } from './free-lesson.ts';

const granted = Date.parse('2026-11-20T09:00:00.000Z');
const HOUR = 3_600_000;

test.each([
  ['without a booking', null, 0, 24],
  ['for a lesson far ahead', 100, 0, 24],
  ['for a lesson in 36 hours', 36, 0, 24],
  ['for a lesson a little earlier', 35.5, 0, 23.5],
  ['for a lesson in 13 hours', 13, 0, 1],
  ['for a lesson in less', 12.5, 0, 1],
  ['for a lesson that has started', -1, 0, 1],
  ['for a lesson that it was moved to later', 13, 5, 6],
  ['for a lesson that it was moved to in the last hour', 30, 23.5, 24],
])('sets the time to confirm by %s', (_, hoursAhead, hoursLater, hours) => {
  const at = (ahead: number) => granted + ahead * HOUR;
  const booked =
    hoursAhead === null ? null : { startsAt: at(hoursAhead), bookedAt: at(hoursLater) };
  expect(confirmFreeLessonBy(granted, booked)).toBe(at(hours));
});

test.each([
  ['an hour and a millisecond', HOUR + 1, HOUR],
  ['an hour', HOUR, null],
  ['a minute', 60_000, null],
])('keeps a lesson that starts in %s', (_, ahead, by) => {
  const booked = { startsAt: granted + ahead, bookedAt: granted };
  expect(keepFreeLessonBy(granted, booked)).toBe(by === null ? null : granted + by);
});
