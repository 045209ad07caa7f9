// The positions of the carousel and how it moves between them.
import { expect, test } from 'vitest';

import { describePosition, positionCount, WIDE, wrap } from './use-carousel.ts';

test('gives six cards four positions three at a time and six one at a time', () => {
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
])('moves from position %i by %i to %i of four', (from, steps, to) => {
  expect(wrap(from, steps, 4)).toBe(to);
});

test('describes the shown cards in words', () => {
  expect(describePosition(1, 6, true)).toBe('Reviews 2 to 4 of 6');
  expect(describePosition(5, 6, false)).toBe('Review 6 of 6');
});
