// The list is titled after the weekend only while all its lessons are on that weekend.
import { expect, test } from 'vitest';

import { headingFor } from './next-lessons.tsx';

const wednesday = Date.parse('2026-11-18T12:00:00Z');
const sunday = Date.parse('2026-11-22T11:30:00Z');

test.each([
  ['the coming Saturday and Sunday', wednesday, ['21T09', '22T10'], 'This weekend'],
  ['the Saturday after next', wednesday, ['21T09', '28T09'], 'The next lessons'],
  ['a lesson in the week', wednesday, ['19T09', '21T09'], 'The next lessons'],
  ['today and the weekend after', sunday, ['22T12', '28T09'], 'The next lessons'],
  ['today', sunday, ['22T12'], 'This weekend'],
  ['the Saturday after a Sunday', sunday, ['28T09'], 'This weekend'],
])('chooses the heading for %s', (_, now, starts, heading) => {
  expect(
    headingFor(
      starts.map((start) => ({ starts_at: `2026-11-${start}:00:00Z` })),
      now,
    ),
  ).toBe(heading);
});
