// The builds of the web app in dist/: each has a folder of its own, and a file names the current
// one. So a build changes nothing until it is whole, and a server goes on serving the one that it
// has started with.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import SqliteFile from 'better-sqlite3';
import * as z from 'zod';

const BUILD = /^[\w-]+$/;

const currentSchema = z.object({
  /** The name of a folder in dist/builds/. */
  build: z.string().regex(BUILD),
  /** The one that was current before; null at first. */
  before: z.string().regex(BUILD).nullable(),
});
export type Current = z.infer<typeof currentSchema>;

/** Written by the build when all else is there. */
export const PAGES_FILE = 'pages.json';
const CURRENT_FILE = 'current.json';
const ATTEMPTS = 5;

export const LOCK_END = '.lock';
export const buildsFolder = (dist: string) => join(dist, 'builds');
export const buildFolder = (dist: string, build: string) => join(buildsFolder(dist), build);
export const lockFile = (dist: string, build: string) => buildFolder(dist, build) + LOCK_END;
export const currentFile = (dist: string) => join(dist, CURRENT_FILE);

/**
 * Null when nothing has been built yet, or when a power cut has left the file without its content.
 */
export function readCurrent(dist: string): Current | null {
  if (!existsSync(currentFile(dist))) return null;
  return currentSchema
    .nullable()
    .catch(null)
    .parse(parseJson(readFileSync(currentFile(dist), 'utf8')));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Letting go of a build; only then may it be removed. */
export interface Reservation {
  close(): unknown;
}

/**
 * Keeps a build from being removed. The lock is the operating system's and only asks to read, so
 * that it also works where nothing can be written, and a crash leaves nothing behind. Throws when
 * there is no such build.
 */
export function holdBuild(dist: string, build: string): Reservation {
  const lock = new SqliteFile(lockFile(dist, build), { readonly: true, fileMustExist: true });
  lock.exec('begin');
  lock.prepare('select count(*) from sqlite_master').get();
  return lock;
}

/** Holds the current build; `folder` is where it lies. Throws when there is none. */
export function holdCurrentBuild(dist: string): Reservation & { readonly folder: string } {
  for (let attempt = 1; ; attempt += 1) {
    const current = readCurrent(dist);
    if (current === null) throw new Error(`There is no ${currentFile(dist)}.`);
    const folder = buildFolder(dist, current.build);
    try {
      const hold = holdBuild(dist, current.build);
      if (existsSync(join(folder, PAGES_FILE))) return { folder, close: () => hold.close() };
      hold.close();
      throw new Error(`There is no build in ${folder}.`);
    } catch (error) {
      // Between the two looks others may have built twice.
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * Whether no process holds the build; the returned lock then keeps everybody off. Null when
 * somebody does.
 */
export function lockUnheldBuild(dist: string, build: string): Reservation | null {
  const lock = new SqliteFile(lockFile(dist, build), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if (error instanceof SqliteFile.SqliteError && error.code.startsWith('SQLITE_BUSY'))
      return null;
    throw error;
  }
}
