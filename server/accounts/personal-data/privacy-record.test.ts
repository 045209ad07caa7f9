// The record of processing names every table with data about people.
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { personalData } from '../../testing/personal-data/personal-data.ts';

const RECORD = readFileSync(new URL('../../../docs/privacy.md', import.meta.url), 'utf8');
const IDS = ['family_id', 'student_id', 'person_id'];

test('names every table with data or ids of people, and no others', () => {
  const expected = Object.entries(personalData)
    .filter(([, columns]) =>
      Object.entries(columns).some(([column, { of }]) => of !== 'nobody' || IDS.includes(column)),
    )
    .map(([table]) => table);
  const named = new Set([...RECORD.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name));
  expect(expected.filter((table) => !named.has(table))).toEqual([]);
  const others = [...named].filter((name) => name.includes('_') && !(name in personalData));
  expect(others).toEqual([]);
});
