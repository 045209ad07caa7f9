// The embedded engine plans a statement when it is prepared, and not again on each run.
import SqliteFile from 'better-sqlite3';
import { CompiledQuery, Kysely, sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';

import { WritingSqliteDialect } from './dialect.ts';

const RUNS = 5;

interface TestTables {
  readonly parents: { readonly id: string };
  readonly children: { readonly id: string; readonly parent: string };
}

function open(): Kysely<TestTables> {
  const file = new SqliteFile(':memory:');
  file.exec(
    'create table parents (id text primary key); create table children (id text primary key, parent text)',
  );
  file.exec("insert into parents values ('ann'); insert into children values ('bob', 'ann')");
  const db = new Kysely<TestTables>({ dialect: new WritingSqliteDialect(file) });
  onTestFinished(() => db.destroy());
  return db;
}

/**
 * Counts how often the driver built its row function, which it does again whenever SQLite plans
 * again.
 */
async function countPlans(run: () => Promise<unknown>): Promise<number> {
  const made = vi.spyOn(globalThis, 'Function');
  onTestFinished(() => made.mockRestore());
  for (let n = 0; n < RUNS; n += 1) await run();
  return made.mock.calls.length;
}

test('plans a join with a bound value once', async () => {
  const db = open();
  const find = () =>
    db
      .selectFrom('children')
      .innerJoin('parents', 'parents.id', 'parent')
      .select(['children.id', 'parent'])
      .where('children.id', '=', 'bob')
      .execute();
  expect(await find()).toEqual([{ id: 'bob', parent: 'ann' }]);
  expect(await countPlans(find)).toBe(0);
});

test('control: SQLite plans again on each run when it sees the value', async () => {
  const db = open();
  const plain =
    'select children.id, parent from children join parents on parents.id = parent where children.id = ?';
  expect(
    await countPlans(() => db.executeQuery(CompiledQuery.raw(plain, ['bob']))),
  ).toBeGreaterThanOrEqual(RUNS);
});

test('stores and returns values unchanged', async () => {
  const db = open();
  const values = ['', '007', 7, -7.5, 2 ** 53 - 1, null, Buffer.from([0, 1])];
  for (const value of values) {
    const { rows } = await sql<{ value: unknown }>`select ${value} as value`.execute(db);
    expect(rows).toEqual([{ value }]);
  }
});
