// The interface of the engine, the same for both databases.
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

/** The connections of one pool. */
export interface PoolUse {
  readonly pool: string;
  readonly open: number;
  readonly idle: number;
  /** Calls that wait for a connection. */
  readonly waiting: number;
}

export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  /** For reads, and for writes of one statement. */
  readonly db: Db;
  /**
   * Runs `work` in one transaction. Retries when PostgreSQL aborted it to resolve a deadlock, and
   * when `work` throws OvertakenError. Announcements of `work` are sent once each, and only after
   * the commit.
   */
  transact<T>(work: (tx: Tx, announce: (message: string) => void) => Promise<T>): Promise<T>;
  /** A counter that survives restarts and is shared by all processes of this database. */
  limiter(options: LimiterOptions): RateLimiterAbstract;
  /**
   * Notifies every process of this database, including this one. Messages are not stored for later
   * listeners.
   */
  announce(message: string): void;
  /**
   * Listens to announcements from any process; null means that some may have been missed. Returns a
   * function that stops listening.
   */
  listen(heard: (message: string | null) => void): () => void;
  /**
   * Erases deleted data from the database's files where the database does not do so itself. Returns
   * false when it must be retried.
   */
  eraseDeleted(): Promise<boolean>;
  /** Whether the database has room to grow; throws where only a failed write shows that. */
  hasRoom(): Promise<boolean>;
  /** The pools of connections; none for the embedded database. */
  pools(): readonly PoolUse[];
  /** Closes everything; the object must not be used afterwards. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** PostgreSQL connection string; null for the embedded engine. */
  readonly databaseUrl: string | null;
  /** Folder of the embedded database; created when missing. */
  readonly dataDir: string;
  /** False for a tool that runs beside a server. */
  readonly exclusive?: boolean;
  /** Replaces the migrations of the product in tests. */
  readonly migrations?: readonly Migration[];
  /** Called when an idle connection to PostgreSQL was lost; the next query opens a new one. */
  readonly onConnectionLost?: (error: Error) => void;
  /** Called when the rate-limit counters of the embedded engine were damaged and start again. */
  readonly onCountsLost?: (error: Error) => void;
}
