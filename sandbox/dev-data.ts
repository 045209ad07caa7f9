// Keeps the data of `npm run dev` when a migration is edited after it has run: a database runs each
// only once, by its name. A migration that is new needs nothing, because the server applies it.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import SqliteFile from 'better-sqlite3';
import * as z from 'zod/mini';

import { schemaAfter } from '../server/engine/migrate.ts';
import { DATABASE_FILE } from '../server/engine/sqlite/sqlite.ts';
import { migrations as all } from '../server/schema/migrations.ts';
import type { Migration } from '../server/schema/triggers.ts';

/** In the data folder: the hash of each migration as it was when the server last started. */
const HASHES_FILE = 'dev-migrations.json';
/** The table with the names of those that have run. */
const MIGRATIONS = 'schema_migrations';
const hashesSchema = z.record(z.string(), z.string());

const hashesOf = (migrations: readonly Migration[]) =>
  Object.fromEntries(
    migrations.map(({ name, statements }) => [
      name,
      createHash('sha256')
        .update(JSON.stringify(statements('sqlite')))
        .digest('hex'),
    ]),
  );

/**
 * Call it before the server opens the database. Returns a sentence if it had to copy the rows into
 * new tables. Throws if they do not fit; then nothing has changed.
 */
export function followEdits(
  dataDir: string,
  migrations: readonly Migration[] = all,
): string | null {
  const hashesFile = path.join(dataDir, HASHES_FILE);
  const now = hashesOf(migrations);
  const before = existsSync(hashesFile)
    ? z.parse(hashesSchema, JSON.parse(readFileSync(hashesFile, 'utf8')))
    : now;
  const edited = appliedNames(dataDir).find((name) => now[name] !== (before[name] ?? now[name]));
  const previous = edited === undefined ? null : rebuild(dataDir, migrations);
  writeFileSync(hashesFile, JSON.stringify(now));
  return previous === null
    ? null
    : `The migration ${edited} has changed since it ran: the rows were copied into new tables, and the previous database is ${previous}.`;
}

/** Copies the database to where it outlives the command; returns the file. */
export function keepDatabase(dataDir: string): string {
  const file = `${dataDir}-until-now.db`;
  rmSync(file, { force: true });
  const database = new SqliteFile(path.join(dataDir, DATABASE_FILE));
  database.prepare('vacuum into ?').run(file);
  database.close();
  return file;
}

function appliedNames(dataDir: string): string[] {
  const database = new SqliteFile(path.join(dataDir, DATABASE_FILE));
  try {
    return database
      .prepare<[], string>(`select name from ${MIGRATIONS} order by name`)
      .pluck()
      .all();
  } finally {
    database.close();
  }
}

/** Returns the file with the previous database. */
function rebuild(dataDir: string, migrations: readonly Migration[]): string {
  const file = path.join(dataDir, DATABASE_FILE);
  const rebuilt = `${file}.new`;
  rmSync(rebuilt, { force: true });
  const database = new SqliteFile(rebuilt);
  try {
    database.pragma('foreign_keys = off');
    fill(database, file, migrations);
  } catch (error) {
    database.close();
    rmSync(rebuilt);
    throw error;
  }
  database.close();
  const previous = path.join(
    dataDir,
    `app-until-${new Date().toISOString().replaceAll(/\D/g, '')}.db`,
  );
  // The log belongs to the previous database; the last connection to close writes it back.
  const old = new SqliteFile(file);
  old.pragma('wal_checkpoint(truncate)');
  old.close();
  renameSync(file, previous);
  renameSync(rebuilt, file);
  return previous;
}

interface Trigger {
  readonly name: string;
  readonly sql: string;
}

function fill(database: SqliteFile.Database, from: string, migrations: readonly Migration[]): void {
  const names = migrations.map(({ name }) => name);
  for (const sql of schemaAfter(names, migrations)) database.exec(sql);
  // They guard what people do, and would count the copied rows.
  const triggers = database
    .prepare<[], Trigger>("select name, sql from sqlite_schema where type = 'trigger'")
    .all();
  for (const { name } of triggers) database.exec(`drop trigger "${name}"`);
  database.prepare('attach ? as before').run(from);
  for (const table of tablesIn(database).filter((name) => name !== MIGRATIONS)) {
    const own = columnsOf(database, 'main', table);
    const shared = columnsOf(database, 'before', table).filter((name) => own.includes(name));
    if (shared.length === 0) continue;
    const columns = shared.map((name) => `"${name}"`).join();
    database.exec(`delete from main."${table}";
      insert into main."${table}" (${columns}) select ${columns} from before."${table}"`);
  }
  const record = database.prepare(`insert into ${MIGRATIONS} (name, applied_at) values (?, ?)`);
  for (const name of names) record.run(name, Date.now());
  for (const { sql } of triggers) database.exec(sql);
  database.exec('detach before');
  const [broken] = database.pragma('foreign_key_check') as readonly { table: string }[];
  if (broken !== undefined) throw new Error(`a row of ${broken.table} refers to nothing`);
}

const tablesIn = (database: SqliteFile.Database) =>
  database
    .prepare<[], string>(
      "select name from main.sqlite_schema where type = 'table' and name not like 'sqlite_%'",
    )
    .pluck()
    .all();

/** Without generated ones, which nobody writes. */
const columnsOf = (database: SqliteFile.Database, schema: string, table: string) =>
  database
    .prepare<[string, string], string>('select name from pragma_table_xinfo(?, ?) where hidden = 0')
    .pluck()
    .all(table, schema);
