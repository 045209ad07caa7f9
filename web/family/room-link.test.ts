// What the link to the room of a lesson says.
import { expect, test } from 'vitest';

import { describeRoom } from './room-link.tsx';

const starts_at = '2026-11-21T09:00:00.000Z';

test.each([
  ['2026-11-21T08:44:59.999Z', { done: 2, all: 5 }, 'Prepare: 2 of 5 done'],
  ['2026-11-21T08:44:59.999Z', { done: 0, all: 0 }, 'Lesson room'],
  ['2026-11-21T08:45:00.000Z', { done: 2, all: 5 }, 'Lesson room'],
  ['2026-11-21T10:15:00.000Z', { done: 2, all: 5 }, 'Look back on the lesson'],
])('at %s, with %j prepared: %s', (now, prepared, words) => {
  expect(describeRoom({ starts_at, prepared }, Date.parse(now))).toBe(words);
});
