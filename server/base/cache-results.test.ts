// The cache of repeated results, and its bound.
import { expect, test } from 'vitest';

import { cacheResults } from './cache-results.ts';

test('computes a repeated result once, and stays bounded', () => {
  const asked: number[] = [];
  const double = cacheResults((number: number) => {
    asked.push(number);
    return number * 2;
  });
  expect([double(1), double(2), double(1)]).toEqual([2, 4, 2]);
  expect(asked).toEqual([1, 2]);
  for (let number = 3; number <= 1001; number += 1) expect(double(number)).toBe(number * 2);
  expect(double(1)).toBe(2);
  expect(asked.filter((number) => number === 1)).toHaveLength(2);
});
