// Tests when a join link works.
import { expect, test } from 'vitest';

import { joinOpensAt, joinState } from './join-link.ts';

const lesson = { starts_at: '2026-11-21T09:00:00.000Z' };

test.each([
  ['2026-11-20T09:00:00.000Z', 'early'],
  ['2026-11-21T08:44:59.999Z', 'early'],
  ['2026-11-21T08:45:00.000Z', 'open'],
  ['2026-11-21T09:00:00.000Z', 'open'],
  ['2026-11-21T09:59:59.999Z', 'open'],
  ['2026-11-21T10:00:00.000Z', 'over'],
  ['2027-01-01T00:00:00.000Z', 'over'],
])('at %s it is %s', (now, state) => {
  expect(joinState(lesson, Date.parse(now))).toBe(state);
});

test('opens a quarter of an hour before the start', () => {
  expect(new Date(joinOpensAt(lesson)).toISOString()).toBe('2026-11-21T08:45:00.000Z');
});
