// Prepared queries: built once, run with different values.
import type { KyselyPlugin } from 'kysely';
import { expect } from 'vitest';

import { sharedTest } from '../testing/test.ts';
import { each, type Param, prepare } from './prepared.ts';

// Its rows are in no relation to others.
sharedTest.override('settings', { mayBreakInvariants: true });
const test = sharedTest.extend('database', { scope: 'file' }, async ({ api: { database } }) => {
  for (const name of ['Ann', 'Ben', 'Cem']) await inserting.run(database.db, rowOf(name));
  return database;
});

interface Row {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}
const rowOf = (name: string): Row => ({ id: name, name, email: `${name}@example.com` });

const inserting = prepare((db, param: Param<Row>) =>
  db.insertInto('enquiries').values({
    ...each(param, ['id', 'name', 'email']),
    mobile: '07700900123',
    year_class: 'year-10',
    year_said_in: 2026,
    created_at: 7,
  }),
);

let built = 0;
const finding = prepare((db, param: Param<{ first: string; second: string; at: number }>) => {
  built += 1;
  return db
    .selectFrom('enquiries')
    .select(['name', 'year_class'])
    .where((eb) => eb.or([eb('name', '=', param('second')), eb('name', '=', param('first'))]))
    .where('created_at', '=', param('at'))
    .where('mobile', '=', '07700900123')
    .orderBy('name');
});

test('uses the values of each run, wherever they stand in it', async ({ database: { db } }) => {
  expect(await finding.all(db, { first: 'Ann', second: 'Cem', at: 7 })).toEqual([
    { name: 'Ann', year_class: 'year-10' },
    { name: 'Cem', year_class: 'year-10' },
  ]);
  expect(await finding.first(db, { first: 'Ben', second: 'nobody', at: 7 })).toEqual({
    name: 'Ben',
    year_class: 'year-10',
  });
  expect(await finding.first(db, { first: 'Ben', second: 'Ann', at: 8 })).toBeUndefined();
});

test('builds once for a database and its transactions', async ({ database }) => {
  const values = { first: 'Ann', second: 'Ben', at: 7 };
  await finding.all(database.db, values);
  const before = built;
  await finding.all(database.db, values);
  await database.transact((tx) => finding.all(tx, values));
  expect(built).toBe(before);
});

test('passes every run to plugins', async ({ database }) => {
  const seen: string[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      seen.push(node.kind);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const db = database.db.withPlugin(plugin);
  for (let run = 0; run < 2; run += 1)
    await finding.all(db, { first: 'Ann', second: 'Ben', at: 7 });
  expect(seen.filter((kind) => kind === 'SelectQueryNode')).toHaveLength(2);
});

test('counts the changed rows in a transaction, and rolls back with it', async ({ database }) => {
  const undone = database.transact(async (tx) => {
    expect(await inserting.run(tx, rowOf('Dan'))).toBe(1);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await finding.first(database.db, { first: 'Dan', second: 'Dan', at: 7 })).toBeUndefined();
});
