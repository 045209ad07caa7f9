// How long until a lesson, or until its end.
import { expect, test } from 'vitest';

import { untilWords } from './live-lesson.tsx';

test.each([
  ['2026-11-19T09:00:00Z', 'in 2 days'],
  ['2026-11-19T09:01:00Z', 'in 47 h'],
  ['2026-11-20T22:00:00Z', 'in 11 h'],
  ['2026-11-21T05:55:00Z', 'in 3 h 5 min'],
  ['2026-11-21T08:00:01Z', 'in 1 h'],
  ['2026-11-21T08:00:00Z', 'in 1 h'],
  ['2026-11-21T08:59:59Z', 'in 1 min'],
  ['2026-11-21T09:00:00Z', '60 min left'],
  ['2026-11-21T09:59:59Z', '1 min left'],
  ['2026-11-21T10:00:00Z', 'Over'],
])('at %s says: %s', (now, words) => {
  expect(untilWords({ starts_at: '2026-11-21T09:00:00.000Z' }, Date.parse(now))).toBe(words);
});
