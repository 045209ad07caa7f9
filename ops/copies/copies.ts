// Copies the embedded database to a file, even while the server runs, and restores the copy.
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import SqliteFile from 'better-sqlite3';

import { StartupError } from '../../server/base/startup-error.ts';
import { reasonOf } from '../../server/engine/away.ts';
import { createPrivate, makePrivate } from '../../server/engine/private-files.ts';
import { findObjection } from '../../server/engine/sqlite/completeness.ts';
import {
  BESIDE,
  DATABASE_FILE,
  lockFolder,
  prepareFolder,
} from '../../server/engine/sqlite/sqlite.ts';
import { type CarryOver, carryOver, fileSide, type FormerSide } from './carry-over.ts';
import { withRemoval } from './unfinished.ts';

/**
 * Writes the current state of the database to a new file `to`, readable only by its owner. Returns
 * in a sentence why the copy could not be restored, or null. Throws a StartupError that says what
 * is wrong; no file is left then.
 */
export async function backUp(dataDir: string, to: string): Promise<string | null> {
  if (existsSync(to)) throw new StartupError(existsAlready(to));
  return withCopy(join(dataDir, DATABASE_FILE), to, (copy, objection) => {
    giveName(copy, to);
    return objection;
  });
}

/**
 * Gives a copy its final name. If two copies want one name at once, one gets it and the other
 * throws a StartupError.
 */
export function giveName(copy: string, to: string): void {
  if (!createPrivate(to)) throw new StartupError(existsAlready(to));
  renameSync(copy, to);
  syncFolder(dirname(resolve(to)));
}

const existsAlready = (file: string) =>
  `${file} is there already; a copy never replaces another one.`;

interface RestoreResult {
  /** Where the previous database was moved, if there was one: nothing is deleted. */
  readonly aside: string | null;
  /** What was taken from it, so that what had ended since the copy was made stays ended. */
  readonly carried: CarryOver;
}

/**
 * Replaces the database by a copy. Throws a StartupError when the file is not a complete copy or
 * the server is running.
 */
export async function restore(dataDir: string, from: string, now: number): Promise<RestoreResult> {
  prepareFolder(dataDir);
  const lock = lockFolder(dataDir);
  try {
    const file = join(dataDir, DATABASE_FILE);
    return await withCopy(from, file, async (copy, objection) => {
      if (objection !== null) throw new StartupError(objection);
      const isReplaced = existsSync(file);
      const carried = await carryOverFile(isReplaced ? file : null, copy, now);
      const aside = isReplaced
        ? `${file}.until-${new Date(now).toISOString().replaceAll(':', '-')}`
        : null;
      if (aside !== null)
        for (const end of ['', ...BESIDE])
          if (existsSync(file + end)) {
            renameSync(file + end, aside + end);
            makePrivate(aside + end);
          }
      renameSync(copy, file);
      syncFolder(dataDir);
      return { aside, carried };
    });
  } finally {
    lock.close();
  }
}

/**
 * Copies the database to a unique temporary name beside `to`, checks the copy and lets `use` rename
 * it. Removes the copy if that fails.
 */
async function withCopy<T>(
  from: string,
  to: string,
  use: (copy: string, objection: string | null) => T | Promise<T>,
): Promise<T> {
  if (!existsSync(from)) throw new StartupError(`There is no database at ${from}.`);
  const copy = partOf(to);
  return withRemoval(
    () => remove(copy),
    async () => {
      try {
        createPrivate(copy);
        await copySnapshot(from, copy);
        return await use(copy, checkCopy(copy));
      } catch (cause) {
        if (cause instanceof StartupError) throw cause;
        throw new StartupError(`${from} could not be copied to ${to} (${reasonOf(cause)}).`, {
          cause,
        });
      }
    },
  );
}

/** A name beside a file for its unfinished content. */
export const partOf = (file: string) => `${file}.${randomBytes(6).toString('hex')}.part`;

/**
 * Copies a snapshot of the database. Without the open transaction, SQLite restarts the copy
 * whenever another process has written, and never finishes while one keeps writing.
 */
async function copySnapshot(from: string, to: string): Promise<void> {
  const source = new SqliteFile(from, { readonly: true, fileMustExist: true });
  try {
    source.exec('begin');
    // The first read fixes the snapshot of the transaction.
    source.prepare('select count(*) from sqlite_master').get();
    await source.backup(to);
  } finally {
    source.close();
  }
}

/**
 * Returns why the copy could not be restored, or null. Throws a StartupError when it is damaged or
 * not a database of this product.
 */
function checkCopy(path: string): string | null {
  const copy = new SqliteFile(path);
  try {
    // A single file, whatever the journal mode of the original.
    copy.pragma('journal_mode = delete');
    const report = copy.pragma('integrity_check', { simple: true });
    if (report !== 'ok') throw new StartupError(`The copy is damaged: ${String(report)}`);
    return findObjection(copy);
  } finally {
    copy.close();
    sync(path, 'r+');
  }
}

/** Carries over from the database `from`, if there is one that can be read. */
async function carryOverFile(from: string | null, copy: string, now: number): Promise<CarryOver> {
  const before = from === null ? null : openFormer(from);
  const file = new SqliteFile(copy);
  try {
    // What is temporary has hashes and links, and goes to no other file.
    file.pragma('temp_store = memory');
    return await carryOver(before, fileSide(file), now);
  } finally {
    file.close();
    before?.close();
  }
}

/** Null if it is no database. */
function openFormer(path: string): (FormerSide & { close(): void }) | null {
  try {
    const file = new SqliteFile(path, { readonly: true });
    return { ...fileSide(file), whenOlder: olderWords(path), close: () => file.close() };
  } catch (error) {
    if (error instanceof SqliteFile.SqliteError) return null;
    throw error;
  }
}

const olderWords = (path: string) =>
  `${path} is older than the copy: an earlier copy was probably restored before. It does not know what had ended since. Nothing was changed. Move ${path} and the files beside it (${BESIDE.join(', ')}) away, put back what that restore put aside (${path}.until-...), and restore again. If that is lost, restore without it: then everybody has to sign in again.`;

function remove(copy: string): void {
  for (const end of ['', ...BESIDE]) rmSync(copy + end, { force: true });
}

/** Without it, a power cut could lose the rename. Windows has no such call, and needs none. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  sync(path, 'r');
}

export function sync(path: string, flags: string): void {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
