// The embedded engine: one SQLite file in the data folder, written by one server process.
import { accessSync, constants, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import SqliteFile from 'better-sqlite3';
import { Kysely } from 'kysely';

import { StartupError } from '../startup-error.ts';
import type { Database, DatabaseOptions } from './types.ts';
import { deferredConstraint } from '../schema/beyond-constraints.ts';
import { watchDeferred } from './deferred.ts';
import { createGroupCommit } from './group-commit.ts';
import { migrate } from './migrate.ts';
import { createPrivate, makePrivate } from './private-files.ts';
import type { Migration } from '../schema/triggers.ts';
import { openCounters } from './sqlite-counters.ts';
import { WritingSqliteDialect } from './sqlite-dialect.ts';
import { emptyLog, overwriteDeleted, scrubOnce } from './sqlite-scrub.ts';
import type { Tables } from '../schema/tables.ts';

/** The name of the database in the data folder. */
export const DATABASE_FILE = 'app.db';
/** What SQLite keeps beside a file while it is written. */
export const BESIDE = ['-wal', '-shm', '-journal'];
/** The name of the one beside it that counts against the limits. */
export const COUNTERS_FILE = 'limits.db';
const LOCK_FILE = 'server.lock';

const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens `app.db` in the folder. With `exclusive` a second server on the same folder is refused; the
 * lock is the operating system's, so a crash leaves nothing behind.
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
    // One process is all there is, so its own memory reaches everybody.
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
      forgetDeleted: () => emptyLog(db, file),
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
 * Makes the data folder where it is missing, for this user alone. Throws a StartupError when this
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

/** Windows has neither the program nor the number. */
const howToMake = (path: string) =>
  process.geteuid === undefined
    ? ''
    : `; make it with: sudo install -d -m 700 -o ${process.geteuid()} '${path}'`;

/**
 * Level by level: Node's own recursive mkdir never ends where a file system answers ENOENT, as
 * /proc does.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/** SQLite gives what it keeps beside a file the mode of that file. */
function preparePrivate(path: string): void {
  if (createPrivate(path)) return;
  for (const end of ['', ...BESIDE]) makePrivate(path + end);
  // SQLite would open it for reading alone, and fail at the first write.
  accessSync(path, constants.R_OK | constants.W_OK);
}

/**
 * Keeps every server off the folder until the lock is closed. Throws a StartupError when one is at
 * work there.
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
    // An answer that was given survives a power cut.
    file.pragma('synchronous = full');
    file.pragma('foreign_keys = on');
    file.pragma('cache_size = -8000');
    // Pages that many commits write go into the file once: 16 MB, where 4 MB would be full after
    // five groups of bookings.
    file.pragma('wal_autocheckpoint = 4000');
    // What a savepoint keeps to go back to would otherwise be written to a file.
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

/** Deletes a database with all that SQLite keeps beside it. */
function removeFile(path: string): void {
  for (const end of ['', ...BESIDE]) rmSync(path + end, { force: true });
}

/**
 * Without foreign keys, which SQLite would not let a table be rebuilt with; they are checked before
 * the commit.
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
