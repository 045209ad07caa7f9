// What the operations of stores begin with: who acts, when, and on which database.
import type { Database, Tx } from './database.ts';

export interface Context<Actor = unknown> {
  readonly database: Database;
  /** Epoch milliseconds, the same throughout one call. */
  readonly now: number;
  readonly actor: Actor;
}

/** The same within a transaction, for the steps that it is made of. */
export interface Work<Actor = unknown> {
  readonly tx: Tx;
  readonly now: number;
  readonly actor: Actor;
  /** Notifies every process of this database once the transaction has committed. */
  readonly announce: (message: string) => void;
}

/** Runs `work` in one transaction of the context's database; see Database.transact. */
export function transact<Actor, T>(
  { database, now, actor }: Context<Actor>,
  work: (work: Work<Actor>) => Promise<T>,
): Promise<T> {
  return database.transact((tx, announce) => work({ tx, now, actor, announce }));
}
