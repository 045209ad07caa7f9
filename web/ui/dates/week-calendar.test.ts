// Where the arrow keys move in a calendar with lessons on some of its days, and how the days of a
// week are dated.
import { expect, test } from 'vitest';

import { itemAfterKey, spansOf } from './week-calendar.tsx';

/** Two lessons on Tuesday, one on Thursday, two on Saturday. */
const days = [1, 1, 3, 5, 5];

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 1, 2],
  ['ArrowDown', 4, undefined],
  ['ArrowUp', 2, 1],
  ['ArrowUp', 0, undefined],
  ['ArrowRight', 0, 2],
  ['ArrowRight', 1, 2],
  ['ArrowRight', 2, 3],
  ['ArrowRight', 3, undefined],
  ['ArrowLeft', 4, 2],
  ['ArrowLeft', 2, 0],
  ['ArrowLeft', 1, undefined],
  ['Home', 3, 0],
  ['End', 0, 4],
  ['Tab', 0, undefined],
] as const)('%s from item %d leads to %o', (key, here, expected) => {
  expect(itemAfterKey(key, days, here)).toBe(expected);
});

test.each([
  ['.......', ['.......']],
  ['.....##', ['.....', '#', '#']],
  ['..#..##', ['..', '#', '..', '#', '#']],
  ['#.#.#.#', ['#', '.', '#', '.', '#', '.', '#']],
  ['#######', ['#', '#', '#', '#', '#', '#', '#']],
  ['######.', ['#', '#', '#', '#', '#', '#', '.']],
  ['', []],
])('shows %s as %j', (week, spans) => {
  const dated = Array.from(week, (day, index) => `${index}${day}`);
  const shown = spansOf(dated, (day) => day.endsWith('.'));
  expect(shown.flat()).toEqual(dated);
  expect(shown.map((span) => span.map((day) => day.at(-1)).join(''))).toEqual(spans);
});
