// `npm run backup -- FILE` copies the embedded database, also while the server runs; `npm run restore -- FILE` goes back to it.
import { existsSync, fsyncSync, openSync, closeSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import SqliteFile from 'better-sqlite3';

import { readEnv } from '../env.ts';
import { StartupError } from '../startup-error.ts';
import { DATABASE_FILE, holdFolder } from './sqlite.ts';

/** What SQLite keeps beside a file while it is written. */
const BESIDE = ['-wal', '-shm'];

/** Writes a whole copy to a new file `to`. Throws a StartupError that says what is wrong. */
export async function backUp(dataDir: string, to: string): Promise<void> {
  if (existsSync(to)) throw new StartupError(`${to} is there already; a copy never replaces another one.`);
  await copyFile(join(dataDir, DATABASE_FILE), to);
}

/**
 * Puts a copy in the place of the database and answers where the one before was put: nothing is deleted. Throws a
 * StartupError when the file is no whole copy or the server is running.
 */
export async function restore(dataDir: string, from: string, now: number): Promise<string | null> {
  const lock = holdFolder(dataDir);
  try {
    const file = join(dataDir, DATABASE_FILE);
    const incoming = `${file}.incoming`;
    rmSync(incoming, { force: true });
    await copyFile(from, incoming);
    const aside = existsSync(file)
      ? `${file}.until-${new Date(now).toISOString().replaceAll(':', '-')}`
      : null;
    if (aside !== null)
      for (const end of ['', ...BESIDE]) if (existsSync(file + end)) renameSync(file + end, aside + end);
    renameSync(incoming, file);
    syncFolder(dataDir);
    return aside;
  } finally {
    lock.close();
  }
}

/** Copies page by page under SQLite's own locks, checks the copy, and only then gives it its name. */
async function copyFile(from: string, to: string): Promise<void> {
  if (!existsSync(from)) throw new StartupError(`There is no database at ${from}.`);
  const part = `${to}.part`;
  rmSync(part, { force: true });
  try {
    const source = new SqliteFile(from, { readonly: true, fileMustExist: true });
    try {
      await source.backup(part);
    } finally {
      source.close();
    }
    checkCopy(part);
    renameSync(part, to);
    syncFolder(dirname(resolve(to)));
  } catch (cause) {
    if (cause instanceof StartupError) throw cause;
    throw new StartupError(`${from} could not be copied to ${to} (${String(cause)}).`, { cause });
  } finally {
    for (const end of ['', ...BESIDE]) rmSync(part + end, { force: true });
  }
}

function checkCopy(path: string): void {
  const copy = new SqliteFile(path);
  try {
    // One file by itself, whatever the original keeps beside it.
    copy.pragma('journal_mode = delete');
    const found = copy.pragma('integrity_check', { simple: true });
    if (found !== 'ok') throw new StartupError(`The copy is damaged: ${String(found)}`);
    const known = copy.prepare("select 1 from sqlite_master where name = 'schema_migrations'").get();
    if (known === undefined) throw new StartupError('The file is no database of this product.');
  } finally {
    copy.close();
  }
  const handle = openSync(path, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

/** Without it a power cut could forget the new name. Windows has no such call, and needs none. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

async function run([verb, file]: readonly string[]): Promise<void> {
  const { databaseUrl, dataDir } = readEnv(process.env);
  if (databaseUrl !== null)
    throw new StartupError(
      `The data is in PostgreSQL: use ${verb === 'backup' ? 'pg_dump --format=custom' : 'pg_restore'}, see docs/operations.md.`,
    );
  if (file === undefined) throw new StartupError(`Say which file: npm run ${verb} -- FILE`);
  if (verb === 'backup') {
    await backUp(dataDir, file);
    process.stdout.write(`${file} is a whole copy of the database.\n`);
    return;
  }
  const aside = await restore(dataDir, file, Date.now());
  process.stdout.write(`The database is that of ${file} now.\n`);
  if (aside !== null) process.stdout.write(`The one before is kept as ${aside}.\n`);
}

if (import.meta.main) {
  try {
    await run(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
