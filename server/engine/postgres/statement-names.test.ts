// Prepares statements on PostgreSQL, but not one for each length of a list.
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';

import { newDatabase } from '../../testing/database/folders.ts';
import { openDatabase } from '../database.ts';
import { createNames, MAX_LENGTHS } from './statement-names.ts';

test('always gives a statement the same name', () => {
  const nameOf = createNames();
  const [first, second] = ['select 1 where $1', 'select 2 where $1'].map(nameOf);
  expect(first).not.toBe(second);
  expect(nameOf('select 1 where $1')).toBe(first);
  expect(nameOf('select 2 where $1')).toBe(second);
});

test.each([
  [
    'a list',
    (length: number) =>
      `select a from b where c in (${placeholders(length)}) and d = $${length + 1}`,
  ],
  [
    'rows to insert',
    (length: number) =>
      `insert into a (b, c) values ${Array.from({ length }, (_, n) => `($${2 * n + 1}, $${2 * n + 2})`).join(', ')}`,
  ],
])('names %s for a few lengths only, and other statements still', (_, textOf) => {
  const nameOf = createNames();
  const names = Array.from({ length: 50 }, (__, n) => nameOf(textOf(n + 1)));
  expect(new Set(names.slice(0, MAX_LENGTHS)).size).toBe(MAX_LENGTHS);
  expect(names.slice(0, MAX_LENGTHS)).not.toContain(undefined);
  expect(new Set(names.slice(MAX_LENGTHS))).toEqual(new Set([undefined]));
  expect(nameOf(textOf(1))).toBe(names[0]);
  expect(nameOf('select a from c where c = $1')).toBeDefined();
});

const placeholders = (length: number) => Array.from({ length }, (_, n) => `$${n + 1}`).join(', ');

if (inject('engine') === 'postgres')
  test('prepares a list for a few lengths only', async () => {
    const database = await openDatabase(await newDatabase());
    onTestFinished(() => database.close());
    const { db } = database;
    for (let length = 1; length <= 40; length += 1) {
      const ids = Array.from({ length }, (_, n) => String(n));
      expect(
        await db.selectFrom('enquiries').select('id').where('id', 'in', ids).execute(),
      ).toEqual([]);
    }
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_prepared_statements where statement like '%"enquiries"%'`.execute(
      db,
    );
    expect(rows).toEqual([{ count: MAX_LENGTHS }]);
  });
