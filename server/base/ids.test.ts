// Ids sort in order of creation.
import { expect, test } from 'vitest';

import { newId } from './ids.ts';

const MANY = 20_000;

test('creates ids in sorted order, even within one millisecond', () => {
  const began = Date.now();
  const ids = Array.from({ length: MANY }, newId);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(MANY);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const ms = ids.map((id) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
  expect(ms[0]).toBeGreaterThanOrEqual(began);
  // 4096 of them fit into a millisecond, so the ids hardly ever run ahead of the clock.
  expect(ms.at(-1)).toBeLessThan(Date.now() + MANY / 1000);
});
