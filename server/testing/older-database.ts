// A database as an older version left it, for tests of what a migration makes of rows that are there already.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import SqliteFile from 'better-sqlite3';
import pg from 'pg';

import type { DatabaseOptions } from '../db/database.ts';
import { DATABASE_FILE } from '../db/sqlite.ts';

const FOLDER = new URL('../db/migrations/', import.meta.url);

interface Runner {
  exec(sql: string): Promise<void>;
  close(): Promise<void>;
}

/** Brings a new database to the schema before migration `number` and fills it with `rows`, which are SQL. */
export async function makeOlderDatabase(
  options: DatabaseOptions,
  number: number,
  rows: readonly string[],
): Promise<void> {
  const runner =
    options.databaseUrl === null ? openFile(options.dataDir) : await connect(options.databaseUrl);
  const engine = options.databaseUrl === null ? 'sqlite' : 'postgres';
  await runner.exec('create table schema_migrations (name text primary key, applied_at bigint not null)');
  const files = readdirSync(FOLDER)
    .map((file) => ({ file, parts: file.split('.') }))
    .filter(({ parts }) => parts.length === 2 || parts[1] === engine)
    .map(({ file, parts }) => ({ file, name: parts[0] ?? '' }))
    .filter(({ name }) => Number(name.slice(0, 3)) < number)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const { file, name } of files) {
    await runner.exec(readFileSync(new URL(file, FOLDER), 'utf8'));
    await runner.exec(`insert into schema_migrations (name, applied_at) values ('${name}', 0)`);
  }
  for (const row of rows) await runner.exec(row);
  await runner.close();
}

function openFile(dataDir: string): Runner {
  const file = new SqliteFile(join(dataDir, DATABASE_FILE));
  file.pragma('journal_mode = wal');
  file.pragma('foreign_keys = on');
  return {
    async exec(sql) {
      file.exec(sql);
    },
    async close() {
      file.close();
    },
  };
}

async function connect(url: string): Promise<Runner> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    async exec(sql) {
      await client.query(sql);
    },
    close: () => client.end(),
  };
}
