// Opens the database, embedded or PostgreSQL, and runs transactions on it. Everything that differs
// between the two stays in this folder; README.md lists the modules for use outside it.
import type { UniqueConstraint } from '../schema/write-guards.ts';
import { codeOf, DatabaseAway } from './away.ts';
import type { Database, DatabaseOptions } from './types.ts';

export type { Database, DatabaseOptions, Db, LimiterOptions, Tx } from './types.ts';

/** Opens and migrates the database. Throws a StartupError when it cannot be used. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir } = options;
  if (databaseUrl === null)
    return (await import('./sqlite/sqlite.ts')).openSqlite(dataDir, options);
  return (await import('./postgres/postgres.ts')).openPostgres(databaseUrl, options);
}

/** Whether an INSERT or UPDATE violated a unique index: the row already exists. */
export function isUniqueViolation(error: unknown): boolean {
  const code = codeOf(error);
  return (
    code === '23505' ||
    code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
  );
}

/** Whether an INSERT or UPDATE violated this constraint. */
export function violates(error: unknown, { name, columns }: UniqueConstraint): boolean {
  if (!(error instanceof Error && isUniqueViolation(error))) return false;
  return 'constraint' in error
    ? error.constraint === name
    : error.message === `UNIQUE constraint failed: ${columns}`;
}

/** Whether an INSERT references a row that no longer exists. */
export function isMissingReference(error: unknown): boolean {
  const code = codeOf(error);
  return code === '23503' || code === 'SQLITE_CONSTRAINT_FOREIGNKEY';
}

/**
 * Whether the error means that the database is currently unavailable, rather than that the query is
 * wrong.
 */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof DatabaseAway;
}
