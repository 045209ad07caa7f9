// The counters of the abuse limits on the embedded engine, in a file of their own: cheap to lose and written at every login,
// they do not wait for the disk and stay out of the transactions of others.
import { readFileSync } from 'node:fs';

import type SqliteFile from 'better-sqlite3';
import { RateLimiterSQLite } from 'rate-limiter-flexible';

import { DatabaseAway } from './away.ts';
import type { Database } from './database.ts';
import { raiseAway } from './sqlite-dialect.ts';

const CLEAN_MS = 300_000;

export interface Counters {
  readonly limiter: Database['limiter'];
  /** Ends the cleaning; the file is its opener's. */
  close(): void;
}

export function openCounters(file: SqliteFile.Database): Counters {
  file.pragma('synchronous = off');
  file.exec(readFileSync(new URL('./limits.sql', import.meta.url), 'utf8'));
  const clean = file.prepare('delete from rate_limits where expire < ?');
  // The library's own cleaning ends the process when the disk is full.
  const cleaning = setInterval(() => {
    try {
      raiseAway(() => clean.run(Date.now()));
    } catch (error) {
      // The next counted call fails in the same way and is logged.
      if (!(error instanceof DatabaseAway)) throw error;
    }
  }, CLEAN_MS);
  cleaning.unref();

  const statements = new Map<string, SqliteFile.Statement>();
  // The library prepares its few statements anew for each call.
  function prepare(sql: string): SqliteFile.Statement {
    const statement = statements.get(sql) ?? file.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }
  const storeClient = {
    prepare(sql: string) {
      const statement = prepare(sql);
      return {
        get: (...values: unknown[]) => raiseAway(() => statement.get(...values)),
        run: (...values: unknown[]) => raiseAway(() => statement.run(...values)),
      };
    },
    // Nobody comes between the statements: this process alone counts here, and waits for each of them.
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
    },
  };
}
