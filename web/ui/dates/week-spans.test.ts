// How the days of a week are folded.
import { expect, test } from 'vitest';

import { spansOf } from './week-calendar.tsx';

test.each([
  ['.......', ['.......']],
  ['.....##', ['.....', '#', '#']],
  ['..#..##', ['..', '#', '..', '#', '#']],
  ['#.#.#.#', ['#', '.', '#', '.', '#', '.', '#']],
  ['#######', ['#', '#', '#', '#', '#', '#', '#']],
  ['######.', ['#', '#', '#', '#', '#', '#', '.']],
  ['', []],
])('shows %s as %j', (week, spans) => {
  const days = Array.from(week, (day, index) => `${index}${day}`);
  const shown = spansOf(days, (day) => day.endsWith('.'));
  expect(shown.flat()).toEqual(days);
  expect(shown.map((span) => span.map((day) => day.at(-1)).join(''))).toEqual(spans);
});
