// Which part of a long list is shown.
import { expect, test } from 'vitest';

import { pageOf } from './pager.tsx';

const items = ['a', 'b', 'c', 'd', 'e'];

test.each([
  [0, ['a', 'b'], 0],
  [1, ['c', 'd'], 1],
  [2, ['e'], 2],
  // A list that has become shorter shows its last page.
  [9, ['e'], 2],
])('shows page %d of five items in twos', (page, slice, current) => {
  expect(pageOf(items, page, 2)).toEqual({ slice, page: current, pages: 3 });
});

test('counts exact pages for a list that fills them, and one for an empty list', () => {
  expect(pageOf(items.slice(0, 4), 0, 2).pages).toBe(2);
  expect(pageOf([], 0, 2)).toEqual({ slice: [], page: 0, pages: 1 });
});
