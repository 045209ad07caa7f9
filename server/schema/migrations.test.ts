// The list of migrations: in order, and never changed once it was released.
import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { migrations } from './migrations.ts';
import type { Migration } from './triggers.ts';

test('names are unique and in order', () => {
  const names = migrations.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)].toSorted());
});

// A database that has them never runs them again. The texts are hashed for both engines.
test('migrations stay as they were released', () => {
  const hashOf = ({ statements }: Migration) =>
    createHash('sha256')
      .update(JSON.stringify([statements('sqlite'), statements('postgres')]))
      .digest('hex')
      .slice(0, 16);
  expect(Object.fromEntries(migrations.map((one) => [one.name, hashOf(one)]))).toEqual({
    '2026-11-28-baseline': 'e879d8cf9e320750',
  });
});
