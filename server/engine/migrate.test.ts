// Applies each migration once, in order, under a lock, and all or nothing, even if a process dies.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';

import { StartupError } from '../base/startup-error.ts';
import { migrations } from '../schema/migrations.ts';
import type { Migration } from '../schema/triggers.ts';
import { newDatabase } from '../testing/database/folders.ts';
import { expectWaiting } from '../testing/races/locks.ts';
import { type Database, type DatabaseOptions, openDatabase } from './database.ts';

/** The first migration after the baseline, as a later version would add it. */
const next: Migration = {
  name: '2030-01-01-nicknames',
  statements: () => [
    'alter table admins add column nickname text',
    'create table nicknames (id text)',
  ],
};
const later = [...migrations, next];

const appliedBy = async ({ db }: Database): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select name from schema_migrations order by applied_at, name`.execute(db);
  return rows.map(({ name }) => name);
};

async function appliedTo(options: DatabaseOptions): Promise<string[]> {
  const database = await openDatabase(options);
  const applied = await appliedBy(database);
  await database.close();
  return applied;
}

const namesOf = (all: readonly Migration[]) => all.map(({ name }) => name);

test('applies each migration once', async () => {
  const options = await newDatabase();
  expect(await appliedTo(options)).toEqual(namesOf(migrations));
  expect(await appliedTo(options)).toEqual(namesOf(migrations));
});

test('applies the migration after the baseline to a database with rows', async () => {
  const options = await newDatabase();
  const before = await openDatabase(options);
  const ada = { id: '1', email: 'ada@example.com', name: 'Ada', password_hash: 'x', created_at: 0 };
  await before.db.insertInto('admins').values(ada).execute();
  await before.close();
  const after = await openDatabase({ ...options, migrations: later });
  onTestFinished(() => after.close());
  expect(await appliedBy(after)).toEqual(namesOf(later));
  const { rows } = await sql`select * from admins`.execute(after.db);
  expect(rows).toEqual([{ ...ada, nickname: null }]);
});

test('rolls back a migration whose second statement fails', async () => {
  const options = await newDatabase();
  await (await openDatabase(options)).close();
  const faulty = { ...next, statements: () => ['create table half (id text)', 'no statement'] };
  await expect(openDatabase({ ...options, migrations: [...migrations, faulty] })).rejects.toThrow();
  const database = await openDatabase(options);
  onTestFinished(() => database.close());
  expect(await appliedBy(database)).toEqual(namesOf(migrations));
  await expect(sql`select * from half`.execute(database.db)).rejects.toThrow(/half/);
});

test('does not change a database of a newer version', async () => {
  const options = await newDatabase();
  await (await openDatabase({ ...options, migrations: later })).close();
  for (let attempt = 0; attempt < 2; attempt += 1)
    await expect(openDatabase(options)).rejects.toThrow(
      new StartupError(
        `The database has the migration ${next.name}, which this version does not know; start the version that applied it.`,
      ),
    );
});

const SLOW = {
  sqlite: 'with recursive c(n) as (select 1 union all select n + 1 from c) select max(n) from c',
  postgres: 'select pg_sleep(600)',
} as const;

/** Opens the database in another process; `slow` adds a statement that never ends. */
function openInProcess(options: DatabaseOptions, { slow = false } = {}): ChildProcess {
  const url = (file: string) => JSON.stringify(import.meta.resolve(file));
  const statements = [
    ...next.statements(inject('engine')),
    ...(slow ? [SLOW[inject('engine')]] : []),
  ];
  const program = `
    import { openDatabase } from ${url('./database.ts')};
    import { migrations } from ${url('../schema/migrations.ts')};
    const next = {
      name: ${JSON.stringify(next.name)},
      statements: () => {
        process.stdout.write('migrating');
        return ${JSON.stringify(statements)};
      },
    };
    const options = ${JSON.stringify({ ...options, exclusive: false })};
    const database = await openDatabase({ ...options, migrations: [...migrations, next] });
    await database.close();`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Waits until a connection to this database runs the statement. */
async function whenRunning(connectionString: string, statement: string): Promise<void> {
  const observer = new pg.Client({ connectionString });
  await observer.connect();
  const running = `select pid from pg_stat_activity
    where datname = current_database() and state = 'active' and query = $1`;
  await expect.poll(async () => (await observer.query(running, [statement])).rowCount).toBe(1);
  await observer.end();
}

describe('several processes', () => {
  test('apply the next migration once when they start together', async () => {
    const options = await newDatabase();
    await (await openDatabase(options)).close();
    const exits = await Promise.all(
      Array.from({ length: 3 }, () => once(openInProcess(options), 'exit')),
    );
    expect(exits.map(([code]) => code)).toEqual([0, 0, 0]);
    expect(await appliedTo({ ...options, migrations: later })).toEqual(namesOf(later));
  });

  test('apply it after a process that was killed half-way', async () => {
    const options = await newDatabase();
    await (await openDatabase(options)).close();
    const child = openInProcess(options, { slow: true });
    const exited = once(child, 'exit');
    await once(child.stdout ?? child, 'data');
    if (options.databaseUrl !== null) await whenRunning(options.databaseUrl, SLOW.postgres);
    child.kill('SIGKILL');
    await exited;
    expect(await appliedTo(options)).toEqual(namesOf(migrations));
    expect(await appliedTo({ ...options, migrations: later })).toEqual(namesOf(later));
  });
});

if (inject('engine') === 'postgres')
  test('reports a process of the older version that blocks the migration, and changes nothing', async () => {
    const options = await newDatabase();
    await (await openDatabase(options)).close();
    const connect = async () => {
      const client = new pg.Client({ connectionString: options.databaseUrl ?? '' });
      await client.connect();
      onTestFinished(() => client.end());
      return client;
    };
    const [older, gate] = [await connect(), await connect()];
    const observer = await openDatabase(options);
    onTestFinished(() => observer.close());
    const both = {
      ...next,
      statements: () => [
        'alter table admins add column nickname text',
        'select pg_advisory_xact_lock(1)',
        'alter table lessons add column nickname text',
      ],
    };
    await gate.query('select pg_advisory_lock(1)');
    // Who waits last finds the deadlock: the migration.
    await older.query("begin; set local deadlock_timeout = '1h'");
    await older.query('lock table lessons in row exclusive mode');
    const refused = openDatabase({ ...options, migrations: [...migrations, both] }).then(
      () => '',
      (error: unknown) => String(error),
    );
    await expectWaiting(observer.db, 1);
    const blocked = older.query('lock table admins in row exclusive mode');
    await expectWaiting(observer.db, 2);
    await gate.query('select pg_advisory_unlock(1)');
    expect(await refused).toContain('Stop all processes of the older version and start again.');
    await blocked;
    await older.query('rollback');
    expect(await appliedTo({ ...options, migrations: [...migrations, both] })).toContain(next.name);
  });
