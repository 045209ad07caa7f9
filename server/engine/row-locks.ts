// Row locks, which only PostgreSQL has and needs.
import { PostgresAdapter } from 'kysely';

import type { Db } from './types.ts';

/**
 * Whether a select must lock the rows that others must not change before the commit, with
 * `for no key update`. On SQLite a transaction already excludes every other writer.
 */
export const hasRowLocks = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;
