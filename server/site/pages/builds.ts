// The builds of the web app in dist/. Each has its own folder, and a file names the current one. So
// an incomplete build changes nothing, and a server goes on serving the build it started with.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import SqliteFile from 'better-sqlite3';
const BUILD = /^[\w-]+$/;

export interface Current {
  /** The name of a folder in dist/builds/. */
  readonly build: string;
  /** The build that was current before; null at first. */
  readonly before: string | null;
}

/** Written last by the build, so that its presence means a complete build. */
export const PAGES_FILE = 'pages.json';
const CURRENT_FILE = 'current.json';
const ATTEMPTS = 5;

export const LOCK_END = '.lock';
export const buildsFolder = (dist: string) => join(dist, 'builds');
export const buildFolder = (dist: string, build: string) => join(buildsFolder(dist), build);
export const lockFile = (dist: string, build: string) => buildFolder(dist, build) + LOCK_END;
export const currentFile = (dist: string) => join(dist, CURRENT_FILE);

/** Null if nothing has been built yet, or if a power failure left the file empty. */
export function readCurrent(dist: string): Current | null {
  if (!existsSync(currentFile(dist))) return null;
  const value = parseJson(readFileSync(currentFile(dist), 'utf8'));
  if (typeof value !== 'object' || value === null) return null;
  const { build, before } = value as Partial<Record<keyof Current, unknown>>;
  return isBuild(build) && (before === null || isBuild(before)) ? { build, before } : null;
}

const isBuild = (name: unknown): name is string => typeof name === 'string' && BUILD.test(name);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A lock on a build. Closing it allows the build to be removed. */
interface BuildLock {
  close(): unknown;
}

/**
 * Locks a build against removal. The lock belongs to the operating system and needs only read
 * access, so that it works on a read-only disk, and a crash leaves nothing behind. Throws if there
 * is no such build.
 */
export function lockBuild(dist: string, build: string): BuildLock {
  const lock = new SqliteFile(lockFile(dist, build), { readonly: true, fileMustExist: true });
  lock.exec('begin');
  lock.prepare('select count(*) from sqlite_master').get();
  return lock;
}

/** The build that holds this code, if it is a bundle of one in `dist`; null for the sources. */
function ownBuild(dist: string): string | null {
  const [build, ...rest] = relative(buildsFolder(dist), import.meta.dirname).split(sep);
  return rest.length > 0 && isBuild(build) ? build : null;
}

/**
 * Locks the build to serve: the server's own, even if another is current by now, or else the
 * current one. `folder` is its path. Throws if there is none.
 */
export function lockServedBuild(dist: string): BuildLock & { readonly folder: string } {
  for (let attempt = 1; ; attempt += 1) {
    const build = ownBuild(dist) ?? readCurrent(dist)?.build;
    if (build === undefined) throw new Error(`There is no ${currentFile(dist)}.`);
    const folder = buildFolder(dist, build);
    try {
      const lock = lockBuild(dist, build);
      if (existsSync(join(folder, PAGES_FILE))) return { folder, close: () => lock.close() };
      lock.close();
      throw new Error(`There is no build in ${folder}.`);
    } catch (error) {
      // Between reading the file and locking, two other builds may have finished.
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** Locks a build exclusively, for its removal. Null if a process is using it. */
export function lockUnusedBuild(dist: string, build: string): BuildLock | null {
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
