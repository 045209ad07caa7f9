// Finds the programs of an installed PostgreSQL server.
import { findPrograms } from '../../engine/postgres/programs.ts';

/**
 * The folder with initdb, postgres and these programs, newest version first; null if no server is
 * installed.
 */
export const findPostgres = (...others: readonly string[]): string | null =>
  findPrograms(['initdb', 'postgres', ...others]);
