// The boxes of practice, and the states of a room.
import { describe, expect, test } from 'vitest';

import { dueOn, nextBox } from './practice.ts';
import { roomState } from './room.ts';

test.each([
  [1, 'right', 2],
  [4, 'right', 5],
  [5, 'right', null],
  [1, 'wrong', 1],
  [5, 'wrong', 1],
  [3, 'partly', 1],
] as const)('from box %i, %s leads to %s', (box, result, next) => {
  expect(nextBox(box, result)).toBe(next);
});

test.each([
  [1, '2026-11-19'],
  [2, '2026-11-21'],
  [3, '2026-11-25'],
  [4, '2026-12-02'],
  [5, '2026-12-16'],
])('box %i, filled on 18 November, is due on %s', (box, date) => {
  expect(dueOn(box, '2026-11-18')).toBe(date);
});

describe('the room of a lesson at 09:00', () => {
  const lesson = { starts_at: '2026-11-21T09:00:00.000Z' };
  test.each([
    ['2026-11-21T08:44:59.999Z', 'before'],
    ['2026-11-21T08:45:00.000Z', 'live'],
    ['2026-11-21T10:14:59.999Z', 'live'],
    ['2026-11-21T10:15:00.000Z', 'after'],
  ])('at %s is %s', (now, state) => {
    expect(roomState(lesson, Date.parse(now))).toBe(state);
  });
});
