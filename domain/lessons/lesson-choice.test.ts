// Tests the lessons offered beside another one: weekly at its time, and the next with an open spot.
import { expect, test } from 'vitest';

import { everyWeek, nextWithSpot } from './lesson-choice.ts';

const lesson = (
  id: string,
  date: string,
  time = '09:00:00',
  lessonName = 'GCSE: Waves',
  availableSpots = 3,
) => ({
  id,
  Date: date,
  Time: time,
  Lesson_Name: lessonName,
  availableSpots,
  // Winter: UK time is UTC.
  starts_at: `${date}T${time}.000Z`,
});
const first = lesson('first', '2026-11-28');

test.each([
  ['itself', first, true],
  ['the next week', lesson('x', '2026-12-05'), true],
  ['the next week under another name', lesson('x', '2026-12-05', '09:00:00', 'GCSE: Energy'), true],
  ['the next week, of no named course', lesson('x', '2026-12-05', '09:00:00', 'Energy'), true],
  [
    'the next week, of the other course',
    lesson('x', '2026-12-05', '09:00:00', 'A-level: Optics'),
    false,
  ],
  ['the week before', lesson('x', '2026-11-21'), false],
  ['the same day, at the same time', lesson('x', '2026-11-28'), false],
  ['another time', lesson('x', '2026-12-05', '10:00:00'), false],
  ['another day', lesson('x', '2026-12-06'), false],
])('filters lessons at the same weekly time: %s', (_, one, isIn) => {
  expect(everyWeek(first, [one])).toEqual(isIn ? [one] : []);
});

test('compares UK clock times across a clock change', () => {
  const summer = { ...lesson('x', '2027-04-03'), starts_at: '2027-04-03T08:00:00.000Z' };
  expect(everyWeek(first, [first, summer])).toEqual([first, summer]);
});

const full = { ...first, availableSpots: 0 };
const now = Date.parse('2026-11-24T12:00:00Z');

test.each([
  ['a later one', lesson('x', '2026-12-06', '10:00:00'), true],
  ['one beside it', lesson('x', '2026-11-28'), true],
  ['one with a single open spot', lesson('x', '2026-12-06', '10:00:00', 'GCSE: Energy', 1), true],
  ['one without an open spot', lesson('x', '2026-12-06', '10:00:00', 'GCSE: Energy', 0), false],
  ['one of the other course', lesson('x', '2026-12-06', '10:00:00', 'A-level: Optics'), false],
  ['one of no course', lesson('x', '2026-12-06', '10:00:00', 'Energy'), false],
  ['an earlier one', lesson('x', '2026-11-27'), false],
  ['itself', { ...full, availableSpots: 1 }, false],
])('finds the next lesson with an open spot: %s', (_, one, isIt) => {
  expect(nextWithSpot(full, [one], now)).toBe(isIt ? one : undefined);
});

test('chooses the first of several and none that has started', () => {
  const [sooner, later] = [lesson('a', '2026-12-05'), lesson('b', '2026-12-06')];
  expect(nextWithSpot(full, [sooner, later], now)).toBe(sooner);
  expect(nextWithSpot(full, [sooner, later], Date.parse(sooner.starts_at))).toBe(later);
});
