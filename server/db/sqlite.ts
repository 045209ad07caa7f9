// The embedded engine: one SQLite file in the data folder, written by one server process.
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import SqliteFile from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import { RateLimiterSQLite } from 'rate-limiter-flexible';

import { StartupError } from '../startup-error.ts';
import type { Database } from './index.ts';
import { migrate } from './migrate.ts';
import { createPrivate, makePrivate } from './private-files.ts';
import type { Tables } from './tables.ts';

/** The name of the database in the data folder. */
export const DATABASE_FILE = 'app.db';
/** What SQLite keeps beside a file while it is written. */
export const BESIDE = ['-wal', '-shm', '-journal'];
const COUNTERS_FILE = 'limits.db';
const LOCK_FILE = 'server.lock';

const BUSY_TIMEOUT_MS = 5000;

/** Kysely's dialect, with transactions that take the write lock at their start instead of failing half-way. */
class WritingSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver() {
    return new (class extends SqliteDriver {
      override async beginTransaction(connection: DatabaseConnection) {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
      }
    })(this.#config);
  }
}

/**
 * Opens `app.db` in the folder. With `exclusive` a second server on the same folder is refused; the lock
 * is the operating system's, so a crash leaves nothing behind.
 */
export async function openSqlite(dataDir: string, exclusive: boolean): Promise<Database> {
  prepareFolder(dataDir);
  const lock = exclusive ? holdFolder(dataDir) : null;
  const opened: { close(): unknown }[] = lock === null ? [] : [lock];
  try {
    const file = openFile(join(dataDir, DATABASE_FILE));
    opened.unshift(file);
    // Counters are cheap to lose and written at every login, so they do not wait for the disk; their own
    // connection keeps them out of the transactions of others.
    const counters = openFile(join(dataDir, COUNTERS_FILE));
    opened.unshift(counters);
    await migrateFile(file);
    counters.pragma('synchronous = off');
    counters.exec(readFileSync(new URL('./limits.sql', import.meta.url), 'utf8'));

    const listeners = new Set<(message: string | null) => void>();
    const db = new Kysely<Tables>({
      dialect: new WritingSqliteDialect({ database: withStatementCache(file) }),
    });
    return {
      engine: 'sqlite',
      db,
      limiter: ({ keyPrefix, points, durationSeconds }) =>
        new RateLimiterSQLite({
          storeClient: counters,
          storeType: 'better-sqlite3',
          tableName: 'rate_limits',
          tableCreated: true,
          clearExpiredByTimeout: true,
          keyPrefix,
          points,
          duration: durationSeconds,
        }),
      // One process is all there is, so its own memory reaches everybody.
      announce(message) {
        for (const heard of listeners) heard(message);
      },
      listen(heard) {
        listeners.add(heard);
        return () => listeners.delete(heard);
      },
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

/** Makes the data folder where it is missing, for this user alone. Throws a StartupError when this user cannot write there. */
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

/** Level by level: Node's own recursive mkdir never ends where a file system answers ENOENT, as /proc does. */
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

/** Keeps every server off the folder until the lock is closed. Throws a StartupError when one is at work there. */
export function holdFolder(dataDir: string): { close(): unknown } {
  try {
    preparePrivate(join(dataDir, LOCK_FILE));
    const lock = new SqliteFile(join(dataDir, LOCK_FILE), { timeout: 0 });
    lock.exec('begin exclusive');
    return lock;
  } catch (cause) {
    if (cause instanceof SqliteFile.SqliteError && cause.code.startsWith('SQLITE_BUSY'))
      throw new StartupError('DATA_DIR: another process is already running on this data folder.', { cause });
    throw new StartupError(`DATA_DIR: cannot lock the data folder (${String(cause)}).`, { cause });
  }
}

function openFile(path: string): SqliteFile.Database {
  try {
    preparePrivate(path);
    const file = new SqliteFile(path, { timeout: BUSY_TIMEOUT_MS });
    file.pragma('journal_mode = wal');
    // An answer that was given survives a power cut.
    file.pragma('synchronous = full');
    file.pragma('foreign_keys = on');
    file.pragma('cache_size = -8000');
    return file;
  } catch (cause) {
    throw new StartupError(`DATA_DIR: cannot open the database ${path} (${String(cause)}).`, { cause });
  }
}

async function migrateFile(file: SqliteFile.Database): Promise<void> {
  file.exec('begin immediate');
  try {
    await migrate('sqlite', {
      exec: async (sql) => {
        file.exec(sql);
      },
      appliedNames: async () =>
        file
          .prepare<[], { name: string }>('select name from schema_migrations')
          .all()
          .map(({ name }) => name),
      record: async (name) => {
        file.prepare('insert into schema_migrations (name, applied_at) values (?, ?)').run(name, Date.now());
      },
    });
    file.exec('commit');
  } catch (error) {
    if (file.inTransaction) file.exec('rollback');
    throw error;
  }
}

/** Compiled statements are kept: preparing costs more than running most of them. */
function withStatementCache(file: SqliteFile.Database): Extract<SqliteDialectConfig['database'], object> {
  const statements = new Map<string, SqliteFile.Statement>();
  const MOST = 500;
  return {
    close: () => {
      file.close();
    },
    prepare(sql) {
      const known = statements.get(sql);
      if (known !== undefined) return known;
      const statement = file.prepare(sql);
      if (statements.size >= MOST) statements.delete(statements.keys().next().value ?? '');
      statements.set(sql, statement);
      return statement;
    },
  };
}
