// Opens the database, embedded or PostgreSQL, and runs transactions on it. All that differs between the
// two engines lives in this folder.
import type { Kysely, Transaction } from 'kysely';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';

import { codeOf, DatabaseAway } from './away.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export interface LimiterOptions {
  /** Separates the counters of one limit from those of another. */
  readonly keyPrefix: string;
  readonly points: number;
  readonly durationSeconds: number;
}

export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  readonly db: Db;
  /** A counter that holds across restarts and across the processes of this database. */
  limiter(options: LimiterOptions): RateLimiterAbstract;
  /** Tells every process of this database, this one included. Nothing is kept for those who do not listen. */
  announce(message: string): void;
  /** Hears what is announced; null says that something may have been missed. Answers how to stop. */
  listen(heard: (message: string | null) => void): () => void;
  /** Takes what was deleted out of the database's files too, where that is left to us; false when it has to be tried again. */
  forgetDeleted(): Promise<boolean>;
  /** Lets go of everything; the object is not used afterwards. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** PostgreSQL connection string; null for the embedded engine. */
  readonly databaseUrl: string | null;
  /** Folder of the embedded database; made when missing. */
  readonly dataDir: string;
  /** False for a tool that works beside a running server. */
  readonly exclusive?: boolean;
  /** Told when an idle connection to PostgreSQL was lost; the next query opens a new one. */
  readonly onConnectionLost?: (error: Error) => void;
}

/** Opens and migrates. Throws a StartupError when the database cannot be used. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const database =
    options.databaseUrl === null
      ? await openSqlite(options.dataDir, options.exclusive ?? true)
      : await openPostgres(options.databaseUrl, options.onConnectionLost);
  announcers.set(database.db, (message) => {
    database.announce(message);
  });
  return database;
}

const RETRIABLE = new Set(['40001', '40P01']);
const ATTEMPTS = 4;

const announcers = new WeakMap<Db, Database['announce']>();
const waiting = new WeakMap<Tx, Set<string>>();

/** Announces the message, once, when the transaction has committed; never when it has not. */
export function announceAtCommit(tx: Tx, message: string): void {
  waiting.get(tx)?.add(message);
}

/**
 * Runs `work` in one transaction: all of it or nothing. A deadlock or serialisation failure that
 * PostgreSQL resolved by ending this transaction is tried again.
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const messages = new Set<string>();
      const result = await db.transaction().execute((tx) => {
        waiting.set(tx, messages);
        return work(tx);
      });
      for (const message of messages) announcers.get(db)?.(message);
      return result;
    } catch (error) {
      if (attempt === ATTEMPTS || !RETRIABLE.has(codeOf(error))) throw error;
    }
  }
}

/** Whether an INSERT or UPDATE ran into a unique index: the row is there already. */
export function isUniqueViolation(error: unknown): boolean {
  const code = codeOf(error);
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
}

/** Whether the failure means that the database is away for now, rather than that the query is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof DatabaseAway;
}
