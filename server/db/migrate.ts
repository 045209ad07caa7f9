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

export const MIGRATIONS_TABLE =
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

/** Applies what is missing. The caller holds the lock and the transaction. */
export async function migrate(engine: 'sqlite' | 'postgres', runner: MigrationRunner): Promise<void> {
  await runner.exec(MIGRATIONS_TABLE);
  const migrations = readMigrations(engine);
  const known = new Set(migrations.map(({ name }) => name));
  const applied = new Set(await runner.appliedNames());
  const unknown = [...applied].find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new StartupError(
      `The database was migrated by a newer version (${unknown}); start that version instead.`,
    );
  for (const { name, sql } of migrations) {
    if (applied.has(name)) continue;
    await runner.exec(sql);
    await runner.record(name);
  }
}
