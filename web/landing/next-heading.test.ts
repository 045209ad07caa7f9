// The list is titled after the weekend only while all its lessons are on that weekend.
import { expect, test } from 'vitest';

import { headingFor } from './next-lessons.tsx';

const wednesday = Date.parse('2026-11-18T12:00:00Z');
const sunday = Date.parse('2026-11-22T11:30:00Z');

test.each([
  [
    'the coming Saturday and Sunday',
    wednesday,
    ['2026-11-21T09:00:00Z', '2026-11-22T10:00:00Z'],
    'This weekend',
  ],
  [
    'the Saturday after next',
    wednesday,
    ['2026-11-21T09:00:00Z', '2026-11-28T09:00:00Z'],
    'The next lessons',
  ],
  [
    'a lesson in the week',
    wednesday,
    ['2026-11-19T09:00:00Z', '2026-11-21T09:00:00Z'],
    'The next lessons',
  ],
  [
    'today and the weekend after',
    sunday,
    ['2026-11-22T12:00:00Z', '2026-11-28T09:00:00Z'],
    'The next lessons',
  ],
  ['today', sunday, ['2026-11-22T12:00:00Z'], 'This weekend'],
  ['the Saturday after a Sunday', sunday, ['2026-11-28T09:00:00Z'], 'This weekend'],
])('chooses the heading for %s', (_, now, starts, heading) => {
  expect(
    headingFor(
      starts.map((starts_at) => ({ starts_at })),
      now,
    ),
  ).toBe(heading);
});
