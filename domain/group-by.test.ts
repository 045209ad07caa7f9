// Grouping rows by a key.
import { expect, test } from 'vitest';

import { groupBy } from './group-by.ts';

test('keeps the order of items and of the first of each key', () => {
  const groups = groupBy(['b1', 'a1', 'b2', 'c1', 'a2'], ([letter]) => letter);
  expect([...groups]).toEqual([
    ['b', ['b1', 'b2']],
    ['a', ['a1', 'a2']],
    ['c', ['c1']],
  ]);
  expect(groupBy([], String).size).toBe(0);
});
