// The embedded engine: one SQLite file in the data folder, written by one server process.
import { accessSync, constants, existsSync, mkdirSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import SqliteFile from 'better-sqlite3';
import { Kysely } from 'kysely';

import { StartupError } from '../../base/startup-error.ts';
import { deferredConstraint } from '../../schema/beyond-constraints.ts';
import type { Tables } from '../../schema/tables.ts';
import type { Migration } from '../../schema/triggers.ts';
import { migrate } from '../migrate.ts';
import { createPrivate, makePrivate } from '../private-files.ts';
import type { Database, DatabaseOptions } from '../types.ts';
import { openCounters } from './counters.ts';
import { watchDeferred } from './deferred.ts';
import { WritingSqliteDialect } from './dialect.ts';
import { createGroupCommit } from './group-commit.ts';
import { emptyLog, overwriteDeleted, scrubOnce } from './scrub.ts';

/** The name of the database in the data folder. */
export const DATABASE_FILE = 'app.db';
/** Suffixes of the files that SQLite creates beside a database. */
export const BESIDE = ['-wal', '-shm', '-journal'];
/** The name of the file with the rate-limit counters. */
export const COUNTERS_FILE = 'limits.db';
const LOCK_FILE = 'server.lock';

const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens `app.db` in the folder. With `exclusive`, a second server on the same folder is rejected.
 * The operating system provides the lock, so a crash leaves nothing behind.
 */
export async function openSqlite(
  dataDir: string,
  {
    exclusive = true,
    onCountsLost = () => undefined,
    migrations,
  }: Pick<DatabaseOptions, 'exclusive' | 'onCountsLost' | 'migrations'>,
): Promise<Database> {
  prepareFolder(dataDir);
  const lock = exclusive ? lockFolder(dataDir) : null;
  const opened: { close(): unknown }[] = lock === null ? [] : [lock];
  try {
    const file = openFile(join(dataDir, DATABASE_FILE));
    opened.unshift(file);
    const countersPath = join(dataDir, COUNTERS_FILE);
    const counters = openCounters({
      open: () => openFile(countersPath),
      remove: () => removeFile(countersPath),
      onLost: onCountsLost,
    });
    opened.unshift(counters);
    await migrateFile(file, migrations);
    if (exclusive) scrubOnce(file);

    const listeners = new Set<(message: string | null) => void>();
    const db = new Kysely<Tables>({ dialect: new WritingSqliteDialect(file) });
    // There is only one process, so calling its listeners reaches everybody.
    const announce = (message: string) => {
      for (const heard of listeners) heard(message);
    };
    return {
      engine: 'sqlite',
      db,
      transact: createGroupCommit(db, announce, watchDeferred(file, deferredConstraint)),
      limiter: counters.limiter,
      announce,
      listen(heard) {
        listeners.add(heard);
        return () => listeners.delete(heard);
      },
      eraseDeleted: () => emptyLog(db, file),
      hasRoom: () => hasRoom(db, file, dataDir),
      pools: () => [],
      async close() {
        await db.destroy();
        for (const each of opened) each.close();
      },
    };
  } catch (error) {
    for (const each of opened) each.close();
    throw error;
  }
}

/**
 * Creates the data folder if missing, accessible to this user only. Throws a StartupError when this
 * user cannot write there.
 */
export function prepareFolder(dataDir: string): void {
  try {
    makeFolder(resolve(dataDir));
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new StartupError(
      `DATA_DIR: this user cannot write to the folder ${dataDir}${howToMake(resolve(dataDir))}.`,
      { cause },
    );
  }
}

/** Windows has neither the install command nor a user id. */
const howToMake = (path: string) =>
  process.geteuid === undefined
    ? ''
    : `; make it with: sudo install -d -m 700 -o ${process.geteuid()} '${path}'`;

/**
 * Creates one level at a time: the recursive mkdir of Node never ends on a file system that answers
 * ENOENT, like /proc.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/** SQLite creates the files beside a database with the mode of that database. */
function preparePrivate(path: string): void {
  if (createPrivate(path)) return;
  for (const end of ['', ...BESIDE]) makePrivate(path + end);
  // Otherwise SQLite would open it read-only and fail at the first write.
  accessSync(path, constants.R_OK | constants.W_OK);
}

/**
 * Locks the folder against every server until the lock is closed. Throws a StartupError when a
 * server is already running on it.
 */
export function lockFolder(dataDir: string): { close(): unknown } {
  try {
    preparePrivate(join(dataDir, LOCK_FILE));
    const lock = new SqliteFile(join(dataDir, LOCK_FILE), { timeout: 0 });
    lock.exec('begin exclusive');
    return lock;
  } catch (cause) {
    if (cause instanceof SqliteFile.SqliteError && cause.code.startsWith('SQLITE_BUSY'))
      throw new StartupError('DATA_DIR: another process is already running on this data folder.', {
        cause,
      });
    throw new StartupError(`DATA_DIR: cannot lock the data folder (${String(cause)}).`, { cause });
  }
}

function openFile(path: string): SqliteFile.Database {
  let file: SqliteFile.Database | null = null;
  try {
    preparePrivate(path);
    file = new SqliteFile(path, { timeout: BUSY_TIMEOUT_MS });
    file.pragma('journal_mode = wal');
    // Committed data must survive a power cut.
    file.pragma('synchronous = full');
    file.pragma('foreign_keys = on');
    file.pragma('cache_size = -8000');
    // Pages written by many commits are checkpointed once: 16 MB, because 4 MB would be full after
    // five groups of bookings.
    file.pragma('wal_autocheckpoint = 4000');
    // Otherwise the rollback data of savepoints would be written to a file.
    file.pragma('temp_store = memory');
    overwriteDeleted(file);
    return file;
  } catch (cause) {
    file?.close();
    throw new StartupError(`DATA_DIR: cannot open the database ${path} (${String(cause)}).`, {
      cause,
    });
  }
}

/** A booking needs far less. */
const ROOM_BYTES = 1024 * 1024;

/**
 * Whether the disk and the database's own limit leave room for the next writes. Then writes a page
 * as it is, because a quota or a failing disk shows only so. Throws if that fails.
 */
async function hasRoom(
  db: Kysely<Tables>,
  file: SqliteFile.Database,
  dataDir: string,
): Promise<boolean> {
  const read = (name: string) => Number(file.pragma(name, { simple: true }));
  const pages = read('max_page_count') - read('page_count') + read('freelist_count');
  const { bavail, bsize } = await statfs(dataDir);
  if (Math.min(pages * read('page_size'), bavail * bsize) < ROOM_BYTES) return false;
  // Kysely has one connection, so no transaction is open here.
  await db.connection().execute(async () => {
    file.pragma(`user_version = ${read('user_version')}`);
  });
  return true;
}

/** Deletes a database and the files beside it. */
function removeFile(path: string): void {
  for (const end of ['', ...BESIDE]) rmSync(path + end, { force: true });
}

/**
 * Migrates with foreign keys off, because SQLite cannot rebuild a referenced table otherwise. They
 * are checked before the commit.
 */
async function migrateFile(
  file: SqliteFile.Database,
  migrations?: readonly Migration[],
): Promise<void> {
  file.pragma('foreign_keys = off');
  file.exec('begin immediate');
  try {
    const runner = {
      exec: async (sql: string) => {
        file.exec(sql);
      },
      appliedNames: async () =>
        file
          .prepare<[], { name: string }>('select name from schema_migrations')
          .all()
          .map(({ name }) => name),
      record: async (name: string) => {
        file
          .prepare('insert into schema_migrations (name, applied_at) values (?, ?)')
          .run(name, Date.now());
      },
    };
    const applied = await migrate('sqlite', runner, migrations);
    if (applied > 0) checkForeignKeys(file);
    file.exec('commit');
  } catch (error) {
    if (file.inTransaction) file.exec('rollback');
    throw error;
  } finally {
    file.pragma('foreign_keys = on');
  }
}

function checkForeignKeys(file: SqliteFile.Database): void {
  const [broken] = file
    .prepare<[], { table: string; parent: string }>('pragma foreign_key_check')
    .all();
  if (broken !== undefined)
    throw new StartupError(
      `The database could not be migrated and is as it was: rows of ${broken.table} point to nothing in ${broken.parent}.`,
    );
}
