// What the engine offers, whichever database it runs on.
import type { Kysely, Transaction } from 'kysely';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';

import type { Tables } from '../schema/tables.ts';
import type { Migration } from '../schema/triggers.ts';

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
  /** For reading, and for writes of one statement. */
  readonly db: Db;
  /**
   * Runs `work` in one transaction: all of it or nothing. It runs again when PostgreSQL has ended
   * it to resolve a deadlock, and when the work has been overtaken. What `work` announces is
   * announced, once each, when the transaction has committed; never when it has not.
   */
  transact<T>(work: (tx: Tx, announce: (message: string) => void) => Promise<T>): Promise<T>;
  /** A counter that holds across restarts and across the processes of this database. */
  limiter(options: LimiterOptions): RateLimiterAbstract;
  /**
   * Notifies every process of this database, this one included. Nothing is kept for those who do
   * not listen.
   */
  announce(message: string): void;
  /**
   * Hears what is announced, from any process; null says that something may have been missed.
   * Returns how to stop.
   */
  listen(heard: (message: string | null) => void): () => void;
  /**
   * Takes what was deleted out of the database's files too, where that is left to us; false when it
   * has to be tried again.
   */
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
  /** In place of the product's own, for tests of migrations. */
  readonly migrations?: readonly Migration[];
  /** Called when an idle connection to PostgreSQL was lost; the next query opens a new one. */
  readonly onConnectionLost?: (error: Error) => void;
  /** Called when the embedded engine's counts of the abuse limits were damaged, and begin anew. */
  readonly onCountsLost?: (error: Error) => void;
}
