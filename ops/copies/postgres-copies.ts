// Copies a PostgreSQL database with PostgreSQL's own programs, and reads such copies.
import { execFile, type ChildProcess } from 'node:child_process';
import { lstatSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { StartupError } from '../../server/base/startup-error.ts';
import { reasonOf } from '../../server/engine/away.ts';
import {
  environmentWith,
  readPostgresAddress,
  splitPassword,
  withName,
} from '../../server/engine/postgres/address.ts';
import { createClient } from '../../server/engine/postgres/client.ts';
import { findPrograms } from '../../server/engine/postgres/programs.ts';
import { chooseServer } from '../../server/engine/postgres/servers.ts';
import { createPrivate } from '../../server/engine/private-files.ts';
import { siteMark } from '../../server/schema/beyond-constraints.ts';
import { giveName, partOf, sync } from './copies.ts';
import type { CopyKind } from './dated-copies.ts';
import { withRemoval } from './unfinished.ts';

const INSTALL =
  "PostgreSQL's own programs pg_dump and pg_restore are not on this machine. Install them, at least in the version of the server: on Debian and Ubuntu with 'sudo apt-get install postgresql-client'.";
const CONNECT_MS = 5000;
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
      throw new StartupError(`The database could not be copied to ${to} (${outputOf(cause)}).`, {
        cause,
      });
    }
    giveName(part, to);
  });
}

interface Scratch {
  /** The address of a database on the server; the role must be allowed to create another one. */
  databaseUrl: string;
  copy: string;
  name: string;
}

/** Restores a copy into a database of its own on the same server, and drops it in the end. */
export async function withScratchDatabase<T>(
  { databaseUrl, copy, name }: Scratch,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const programs = findPrograms(['pg_dump', 'pg_restore']);
  if (programs === null) throw new StartupError(INSTALL);
  await runOn(databaseUrl, `create database "${name}" encoding 'UTF8' template template0`);
  try {
    const scratch = withName(databaseUrl, name);
    const { address, password } = splitPassword(scratch);
    try {
      await promisify(execFile)(
        path.join(programs, 'pg_restore'),
        ['--no-owner', '--no-privileges', '--exit-on-error', `--dbname=${address}`, copy],
        { env: environmentWith(password), maxBuffer: MAX_OUTPUT_BYTES },
      );
    } catch (cause) {
      throw new StartupError(`${copy} cannot be restored (${outputOf(cause)}).`, { cause });
    }
    return await use(scratch);
  } finally {
    await runOn(databaseUrl, `drop database if exists "${name}" with (force)`);
  }
}

async function runOn(databaseUrl: string, statement: string): Promise<void> {
  const servers = readPostgresAddress(databaseUrl) ?? [databaseUrl];
  const { client, close } = createClient({
    connectionString: await chooseServer(servers).current(),
    connectionTimeoutMillis: CONNECT_MS,
  });
  try {
    await client.connect();
    await client.query(statement);
  } catch (cause) {
    throw new StartupError(
      `The drill needs a database of its own on the server (${reasonOf(cause)}). Allow it with: alter role ... createdb`,
      { cause },
    );
  } finally {
    await close();
  }
}

/** What a program wrote before it failed. */
function outputOf(error: unknown): string {
  const output =
    error instanceof Error && 'stderr' in error && typeof error.stderr === 'string'
      ? error.stderr.trim().split('\n').filter(Boolean).join(' ')
      : '';
  return output === '' ? String(error) : output;
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
