// Brings a database to the current schema: the .sql files of migrations/, once each, in order.
import { readdirSync, readFileSync } from 'node:fs';

import { StartupError } from '../startup-error.ts';

const FOLDER = new URL('./migrations/', import.meta.url);

interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** What an engine offers the migrations: `exec` takes several statements, all inside one locked transaction. */
export interface MigrationRunner {
  exec(sql: string): Promise<void>;
  appliedNames(): Promise<string[]>;
  record(name: string): Promise<void>;
}

const MIGRATIONS_TABLE =
  'create table if not exists schema_migrations (name text primary key, applied_at bigint not null)';

/** Reads `NNN-name.sql` (both engines) and `NNN-name.<engine>.sql`, in order of their numbers. */
function readMigrations(engine: 'sqlite' | 'postgres'): Migration[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .flatMap((file) => {
      const [name = file, only] = file.split('.');
      return only === 'sql' || only === engine
        ? [{ name, sql: readFileSync(new URL(file, FOLDER), 'utf8') }]
        : [];
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The first of these names that no migration of this version has, so that a newer one must have; null when it knows all. */
export function findUnknown(engine: 'sqlite' | 'postgres', names: readonly string[]): string | null {
  const known = new Set(readMigrations(engine).map(({ name }) => name));
  return names.find((name) => !known.has(name)) ?? null;
}

/** The SQL, in order, that makes the schema of an embedded database which has recorded these migrations. */
export function schemaAfter(names: readonly string[]): string[] {
  const migrations = readMigrations('sqlite').filter(({ name }) => names.includes(name));
  return [MIGRATIONS_TABLE, ...migrations.map(({ sql }) => sql)];
}

/** Applies what is missing and returns how many that were. The caller holds the lock and the transaction. */
export async function migrate(engine: 'sqlite' | 'postgres', runner: MigrationRunner): Promise<number> {
  await runner.exec(MIGRATIONS_TABLE);
  const applied = new Set(await runner.appliedNames());
  const unknown = findUnknown(engine, [...applied]);
  if (unknown !== null)
    throw new StartupError(
      `The database was migrated by a newer version (${unknown}); start that version instead.`,
    );
  const missing = readMigrations(engine).filter(({ name }) => !applied.has(name));
  for (const { name, sql } of missing) {
    await runner.exec(sql);
    await runner.record(name);
  }
  return missing.length;
}
