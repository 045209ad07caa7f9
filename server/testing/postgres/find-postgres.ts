// Finds the programs of an installed PostgreSQL server.
import { findPrograms } from '../../engine/postgres/programs.ts';

/** The folder with initdb and postgres, newest version first; null if no server is installed. */
export const findPostgres = (): string | null => findPrograms(['initdb', 'postgres']);
