// Tests until when an address has to be confirmed, to the millisecond.
import { expect, test } from 'vitest';

import { freeLessonWithdrawnAt, keepFreeLessonBy } from './free-lesson.ts';

const booked = Date.parse('2026-11-20T09:00:00.000Z');
const HOUR = 3_600_000;

test.each([
  ['far ahead', 100, 24],
  ['in 36 hours', 36, 24],
  ['a little earlier', 35.5, 23.5],
  ['in 13 hours', 13, 1],
  ['in less', 12.5, 1],
  ['in an hour and a millisecond', 1 + 1 / HOUR, 1],
  ['in an hour', 1, null],
  ['in a minute', 1 / 60, null],
])('sets the time to confirm by for a lesson %s', (_, hoursAhead, hours) => {
  const start = booked + hoursAhead * HOUR;
  const by = keepFreeLessonBy(booked, start);
  expect(by).toBe(hours === null ? null : booked + hours * HOUR);
  expect(freeLessonWithdrawnAt(booked, start)).toBe(booked + (hours ?? 24) * HOUR);
});
