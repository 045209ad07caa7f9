// Runs PostgreSQL's own programs on the database of an installation: as the server's user, who may
// be the only one that its socket lets in, and with the password where no other user sees it.
import path from 'node:path';

import { environmentWith, splitPassword } from '../../server/engine/postgres/address.ts';
import { findPrograms } from '../../server/engine/postgres/programs.ts';
import { UpgradeFault } from './fault.ts';
import type { Owner } from './installation.ts';
import { runProgram } from './programs.ts';

const QUIET = ['--no-psqlrc', '--quiet', '--no-align', '--tuples-only', '-v', 'ON_ERROR_STOP=1'];

export interface Postgres {
  /** DATABASE_URL, or that of another database of the server. */
  readonly url: string;
  readonly owner: Owner;
  readonly cwd: string;
  readonly signal?: AbortSignal;
}

function find(program: string): string {
  const folder = findPrograms(['pg_dump', 'pg_restore', 'psql']);
  if (folder === null)
    throw new UpgradeFault(
      "PostgreSQL's own programs pg_dump, pg_restore and psql are not on this machine. Install them, at least in the version of the server: on Debian and Ubuntu with 'sudo apt-get install postgresql-client'.",
    );
  return path.join(folder, program);
}

/** Runs statements and files of them, in one transaction; returns the rows. */
export async function runSql(
  { url, ...where }: Postgres,
  steps: string[],
  failure: string,
): Promise<readonly string[]> {
  const { address, password } = splitPassword(url);
  const output = await runProgram(
    [find('psql'), ...QUIET, '--no-password', ...steps, `--dbname=${address}`],
    failure,
    { ...where, env: environmentWith(password) },
  );
  return output.split('\n').filter(Boolean);
}

/** Fills an empty database with a copy. */
export async function fillFrom(copy: string, { url, ...where }: Postgres, failure: string) {
  const { address, password } = splitPassword(url);
  const options = ['--no-owner', '--no-privileges', '--exit-on-error', '--no-password'];
  await runProgram([find('pg_restore'), ...options, `--dbname=${address}`, copy], failure, {
    ...where,
    env: environmentWith(password),
  });
}

interface StatementsOptions {
  readonly to: string;
  /** The schema, and whether the rights of other roles on its tables belong to it. */
  readonly part: { readonly schema: string; readonly hasRights: boolean };
  readonly postgres: Postgres;
  readonly failure: string;
}

/** Writes a copy as statements. Throws unless all of it could be read. */
export async function writeStatements(
  copy: string,
  { to, part: { schema, hasRights }, postgres: { url: _, ...where }, failure }: StatementsOptions,
): Promise<void> {
  const options = ['--no-owner', '--exit-on-error', `--schema=${schema}`];
  if (!hasRights) options.push('--no-privileges');
  await runProgram([find('pg_restore'), ...options, `--file=${to}`, copy], failure, where);
}
