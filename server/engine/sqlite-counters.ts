// The counters of the abuse limits on the embedded engine, in a file of their own: cheap to lose
// and written at every login, they do not wait for the disk and stay out of the transactions of
// others.
import { readFileSync } from 'node:fs';

import type SqliteFile from 'better-sqlite3';
import { RateLimiterSQLite } from 'rate-limiter-flexible';

import { codeOf, DatabaseAway } from './away.ts';
import type { Database } from './types.ts';
import { raiseAway } from './sqlite-dialect.ts';

const CLEAN_MS = 300_000;
const CLEAN = 'delete from rate_limits where expire < ?';

export interface Counters {
  readonly limiter: Database['limiter'];
  /** Ends the cleaning and closes the file. */
  close(): void;
}

export interface CountersFile {
  readonly open: () => SqliteFile.Database;
  /** Deletes the closed file. */
  readonly remove: () => void;
  /** Hears of each time when the file was damaged, and was made anew without its counts. */
  readonly onLost: (error: Error) => void;
}

/** A power cut leaves a file damaged that was written without waiting for the disk. */
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/;

const isDamage = (error: unknown): error is Error =>
  error instanceof Error && (DAMAGED.test(codeOf(error)) || DAMAGED.test(codeOf(error.cause)));

interface Store {
  readonly file: SqliteFile.Database;
  /** The library prepares its few statements anew for each call. */
  readonly statements: Map<string, SqliteFile.Statement>;
}

function openStore(open: () => SqliteFile.Database): Store {
  const file = open();
  try {
    file.pragma('synchronous = off');
    file.exec(readFileSync(new URL('./limits.sql', import.meta.url), 'utf8'));
    return { file, statements: new Map() };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** The file, which is made anew when it is damaged. Throws what `open` throws. */
function keepStore({ open, remove, onLost }: CountersFile) {
  function renew(cause: Error): Store {
    remove();
    const renewed = openStore(open);
    onLost(cause);
    return renewed;
  }
  function begin(): Store {
    try {
      return openStore(open);
    } catch (error) {
      if (!isDamage(error)) throw error;
      return renew(error);
    }
  }

  let store: Store | null = begin();

  /** The file that is open; opens it where the last attempt to make it anew has failed. */
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
      store = renew(cause);
      return store;
    } catch (error) {
      throw new DatabaseAway(error);
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

  return {
    /** Runs the statement, and once more where it has met damage. Throws DatabaseAway. */
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

export function openCounters(position: CountersFile): Counters {
  const store = keepStore(position);
  // The library's own cleaning ends the process when the disk is full.
  const cleaning = setInterval(() => {
    try {
      store.use(CLEAN, (statement) => statement.run(Date.now()));
    } catch (error) {
      // The next counted call fails in the same way and is logged.
      if (!(error instanceof DatabaseAway)) throw error;
    }
  }, CLEAN_MS);
  cleaning.unref();

  const storeClient = {
    prepare: (sql: string) => ({
      get: (...values: unknown[]) => store.use(sql, (statement) => statement.get(...values)),
      run: (...values: unknown[]) => store.use(sql, (statement) => statement.run(...values)),
    }),
    // Nobody comes between the statements: this process alone counts here, and waits for each of
    // them.
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
