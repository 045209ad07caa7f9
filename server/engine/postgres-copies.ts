// Copies a PostgreSQL database with PostgreSQL's own programs, and reads such copies.
import { execFile, type ChildProcess } from 'node:child_process';
import { lstatSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { siteMark } from '../schema/beyond-constraints.ts';
import { StartupError } from '../startup-error.ts';
import { giveName, partOf, sync } from './copies.ts';
import type { CopyKind } from './dated-copies.ts';
import { splitPassword } from './postgres-address.ts';
import { findPrograms } from './postgres-programs.ts';
import { createPrivate } from './private-files.ts';
import { withRemoval } from './unfinished.ts';

const INSTALL =
  "PostgreSQL's own programs pg_dump and pg_restore are not on this machine. Install them, at least in the version of the server: on Debian and Ubuntu with 'sudo apt-get install postgresql-client'.";
/** Far more than the settings of a site, which are read from a copy. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Copies of the database at this address. Throws a StartupError without the programs. */
export function postgresCopies(
  databaseUrl: string,
  programs = findPrograms(['pg_dump', 'pg_restore']),
): CopyKind {
  if (programs === null) throw new StartupError(INSTALL);
  return {
    ending: 'dump',
    make: (to) => dump(programs, databaseUrl, to),
    readMark: (copy) => readMark(programs, copy),
  };
}

/** The copy is a snapshot of its start, and only its owner can read it. */
async function dump(programs: string, databaseUrl: string, to: string): Promise<void> {
  const { address, password } = splitPassword(databaseUrl);
  const part = partOf(to);
  let child: ChildProcess | null = null;
  const stop = () => {
    child?.kill();
    rmSync(part, { force: true });
  };
  await withRemoval(stop, async () => {
    try {
      createPrivate(part);
      const running = promisify(execFile)(
        path.join(programs, 'pg_dump'),
        ['--format=custom', '--no-password', `--file=${part}`, `--dbname=${address}`],
        { env: environmentWith(password) },
      );
      child = running.child;
      await running;
      sync(part, 'r+');
      if ((await readMark(programs, part)) === null)
        throw new StartupError('The copy cannot be read back. Nothing was written.');
    } catch (cause) {
      if (cause instanceof StartupError) throw cause;
      throw new StartupError(`The database could not be copied to ${to} (${saidBy(cause)}).`, {
        cause,
      });
    }
    giveName(part, to);
  });
}

/** Several servers may be named: as the server does, copy from one that takes writes. */
const environmentWith = (password: string | null) => ({
  ...process.env,
  PGTARGETSESSIONATTRS: 'read-write',
  ...(password === null ? {} : { PGPASSWORD: password }),
});

/** What a program wrote before it failed. */
function saidBy(error: unknown): string {
  const said =
    error instanceof Error && 'stderr' in error && typeof error.stderr === 'string'
      ? error.stderr.trim().split('\n').filter(Boolean).join(' ')
      : '';
  return said === '' ? String(error) : said;
}

/** Null if the file is no whole copy of this product's database made by pg_dump. */
async function readMark(programs: string, copy: string): Promise<string | null> {
  if (lstatSync(copy, { throwIfNoEntry: false })?.isFile() !== true) return null;
  try {
    const { stdout } = await promisify(execFile)(
      path.join(programs, 'pg_restore'),
      ['--data-only', `--table=${siteMark.table}`, '--file=-', copy],
      { maxBuffer: MAX_OUTPUT_BYTES },
    );
    return markIn(stdout);
  } catch (error) {
    // pg_restore refuses every other file with an exit code.
    if (error instanceof Error && 'code' in error && typeof error.code === 'number') return null;
    throw error;
  }
}

/** Reads the only row of `COPY public.settings (id, ..., salt) FROM stdin;`. */
function markIn(text: string): string | null {
  const [, columns = '', row = ''] = /^COPY \S+ \(([^)]*)\) FROM stdin;\n(.*)$/m.exec(text) ?? [];
  const place = columns.split(', ').indexOf(siteMark.column);
  const value = row.split('\t')[place];
  return value === undefined || value === '' ? null : value;
}
