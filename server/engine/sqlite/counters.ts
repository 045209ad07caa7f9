// The rate-limit counters of the embedded engine, in their own file. They are cheap to lose and
// written at every login, so they do not wait for the disk and stay out of other transactions.
import type SqliteFile from 'better-sqlite3';
import { RateLimiterSQLite } from 'rate-limiter-flexible';

import { codeOf, DatabaseAway } from '../away.ts';
import { LIMITS_TABLE } from '../limits-table.ts';
import type { Database } from '../types.ts';
import { raiseAway } from './dialect.ts';

const CLEAN_MS = 300_000;
const CLEAN = 'delete from rate_limits where expire < ?';

export interface Counters {
  readonly limiter: Database['limiter'];
  /** Stops the cleaning and closes the file. */
  close(): void;
}

interface CountersFile {
  open: () => SqliteFile.Database;
  /** Deletes the closed file. */
  remove: () => void;
  /** Called each time the file was damaged and recreated without its counts. */
  onLost: (error: Error) => void;
}

/** A power cut can damage a file that is written without waiting for the disk. */
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/;

const isDamage = (error: unknown): error is Error =>
  error instanceof Error && (DAMAGED.test(codeOf(error)) || DAMAGED.test(codeOf(error.cause)));

interface Store {
  readonly file: SqliteFile.Database;
  /** Cached here, because the library prepares its few statements again for each call. */
  readonly statements: Map<string, SqliteFile.Statement>;
}

function openStore(open: () => SqliteFile.Database): Store {
  const file = open();
  try {
    file.pragma('synchronous = off');
    file.exec(LIMITS_TABLE);
    return { file, statements: new Map() };
  } catch (error) {
    file.close();
    throw error;
  }
}

function run<T>(
  { file, statements }: Store,
  sql: string,
  work: (on: SqliteFile.Statement) => T,
): T {
  return raiseAway(() => {
    const statement = statements.get(sql) ?? file.prepare(sql);
    statements.set(sql, statement);
    return work(statement);
  });
}

/** Opens the file and recreates it when it is damaged. Throws what `open` throws. */
function createStore({ open, remove, onLost }: CountersFile) {
  function recreate(cause: Error): Store {
    remove();
    const recreated = openStore(open);
    onLost(cause);
    return recreated;
  }
  function begin(): Store {
    try {
      return openStore(open);
    } catch (error) {
      if (!isDamage(error)) throw error;
      return recreate(error);
    }
  }

  let store: Store | null = begin();

  /** Returns the open file. Reopens it if the last attempt to recreate it failed. */
  function current(): Store {
    try {
      store ??= begin();
      return store;
    } catch (error) {
      throw new DatabaseAway(error);
    }
  }
  function replace(cause: Error): Store {
    store?.file.close();
    store = null;
    try {
      store = recreate(cause);
      return store;
    } catch (error) {
      throw new DatabaseAway(error);
    }
  }
  return {
    /** Runs the statement, and retries once after damage. Throws DatabaseAway. */
    use<T>(sql: string, work: (statement: SqliteFile.Statement) => T): T {
      try {
        return run(current(), sql, work);
      } catch (error) {
        if (!isDamage(error)) throw error;
        return run(replace(error), sql, work);
      }
    },
    close: () => store?.file.close(),
  };
}

export function openCounters(location: CountersFile): Counters {
  const store = createStore(location);
  // The library's own cleaning would end the process when the disk is full.
  const cleaning = setInterval(() => {
    try {
      store.use(CLEAN, (statement) => statement.run(Date.now()));
    } catch (error) {
      // The next counted call fails the same way and is logged.
      if (!(error instanceof DatabaseAway)) throw error;
    }
  }, CLEAN_MS);
  cleaning.unref();

  const storeClient = {
    prepare: (sql: string) => ({
      // Not `get`: it stops at the returned row, and SQLite checkpoints its log only after a
      // statement that ran to its end. The log would grow by 4 KB with each count.
      get: (...values: unknown[]) => store.use(sql, (statement) => statement.all(...values)[0]),
      run: (...values: unknown[]) => store.use(sql, (statement) => statement.run(...values)),
    }),
    // No transaction needed: only this process counts here, and its statements are synchronous.
    transaction: (work: () => unknown) => work,
  };
  return {
    limiter: ({ keyPrefix, points, durationSeconds }) =>
      new RateLimiterSQLite({
        storeClient,
        storeType: 'better-sqlite3',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix,
        points,
        duration: durationSeconds,
      }),
    close() {
      clearInterval(cleaning);
      store.close();
    },
  };
}
