// Where the carousel stands and goes.
import { expect, test } from 'vitest';

import { describePosition, positionCount, WIDE, wrap } from './carousel.ts';

test('six cards have four places three at a time and six one at a time', () => {
  expect(positionCount(6, true)).toBe(4);
  expect(positionCount(6, false)).toBe(6);
  expect(positionCount(2, true)).toBe(1);
  expect(WIDE).toBe('(min-width: 1024px)');
});

test.each([
  [0, 1, 1],
  [3, 1, 0],
  [0, -1, 3],
  [2, -1, 1],
])('from place %i by %i it goes to %i of four', (from, steps, to) => {
  expect(wrap(from, steps, 4)).toBe(to);
});

test('what is shown can be said in words', () => {
  expect(describePosition(1, 6, true)).toBe('Reviews 2 to 4 of 6');
  expect(describePosition(5, 6, false)).toBe('Review 6 of 6');
});
