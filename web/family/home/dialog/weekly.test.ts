// Which weeks are preselected, and how many credits are missing.
import { expect, test } from 'vitest';

import { missingCredits, proposeWeeks, WEEKS_PROPOSED } from './weekly.ts';

const weeks = Array.from({ length: 10 }, (_, week) => ({
  id: String(week),
  Date: `2027-01-${10 + week}`,
}));

test.each([
  [1, 1],
  [WEEKS_PROPOSED - 1, WEEKS_PROPOSED - 1],
  [WEEKS_PROPOSED, WEEKS_PROPOSED],
  [WEEKS_PROPOSED + 1, WEEKS_PROPOSED],
  [0, WEEKS_PROPOSED],
  [null, WEEKS_PROPOSED],
])('preselects with %s credits the first %i weeks', (credits, ticked) => {
  expect([...proposeWeeks(weeks, credits)]).toEqual(weeks.slice(0, ticked).map(({ id }) => id));
});

test('preselects only the first of two lessons on one day', () => {
  const twice = weeks.flatMap((week) => [week, { ...week, id: `${week.id} again` }]);
  expect([...proposeWeeks(twice, 2)]).toEqual(['0', '1']);
});

test.each([
  [3, 4, 0],
  [4, 4, 0],
  [5, 4, 1],
  [5, 0, 5],
  [5, null, 0],
])('for %i lessons with %s credits counts %i missing', (lessons, credits, missing) => {
  expect(missingCredits(lessons, credits)).toBe(missing);
});
