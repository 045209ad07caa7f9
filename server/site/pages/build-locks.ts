// Locks on builds, so that no build is removed that a process serves.
import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import SqliteFile from 'better-sqlite3';

import {
  buildFolder,
  buildsFolder,
  currentFile,
  isBuild,
  lockFile,
  PAGES_FILE,
  readCurrent,
} from './builds.ts';

const ATTEMPTS = 5;

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

/** The build that contains this code, if it runs from one in `dist`; null for the sources. */
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
