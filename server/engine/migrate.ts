// Migrates a database to the current schema: applies each migration once, in order.
import { StartupError } from '../base/startup-error.ts';
import { migrations as all } from '../schema/migrations.ts';
import type { Engine, Migration } from '../schema/triggers.ts';

/**
 * The operations an engine provides within one locked transaction. `exec` takes several statements.
 */
interface MigrationRunner {
  exec(sql: string): Promise<void>;
  appliedNames(): Promise<string[]>;
  record(name: string): Promise<void>;
}

const MIGRATIONS_TABLE =
  'create table if not exists schema_migrations (name text primary key, applied_at bigint not null)';

/** The first name that this version does not know, because another version applied it; or null. */
export function findUnknown(names: string[], migrations = all): string | null {
  const knownNames = new Set(migrations.map(({ name }) => name));
  return names.find((name) => !knownNames.has(name)) ?? null;
}

/** The first migration of this version that is not among these names; or null. */
export function findMissing(names: string[], migrations = all): string | null {
  return migrations.find(({ name }) => !names.includes(name))?.name ?? null;
}

/** The SQL schema of an embedded database that has recorded these migrations. */
export function schemaAfter(names: string[], migrations = all): string[] {
  const applied = migrations.filter(({ name }) => names.includes(name));
  return [MIGRATIONS_TABLE, ...applied.flatMap(({ statements }) => statements('sqlite'))];
}

/**
 * Applies the missing migrations and returns how many there were. The caller provides the lock and
 * the transaction. Throws a StartupError when another version has migrated the database.
 */
export async function migrate(
  engine: Engine,
  runner: MigrationRunner,
  migrations: readonly Migration[] = all,
): Promise<number> {
  await runner.exec(MIGRATIONS_TABLE);
  const applied = await runner.appliedNames();
  const unknown = findUnknown(applied, migrations);
  if (unknown !== null)
    throw new StartupError(
      `The database has the migration ${unknown}, which this version does not know; start the version that applied it.`,
    );
  const missing = migrations.filter(({ name }) => !applied.includes(name));
  for (const { name, statements } of missing) {
    for (const sql of statements(engine)) await runner.exec(sql);
    await runner.record(name);
  }
  return missing.length;
}
