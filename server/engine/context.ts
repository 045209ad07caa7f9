// What the operations of stores begin with: who acts, when, and on which database.
import type { Database, Tx } from './types.ts';

export { Overtaken } from './overtaken.ts';

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

/**
 * Steps of one transaction that do not wait for each other: on PostgreSQL their statements travel
 * together, in the order of the steps. All of them have ended when it returns what they return, or
 * throws what the first that failed has thrown.
 */
export async function together<const Steps extends readonly Promise<unknown>[]>(
  steps: Steps,
): Promise<{ -readonly [Step in keyof Steps]: Awaited<Steps[Step]> }> {
  await Promise.allSettled(steps);
  return Promise.all(steps);
}

/** Runs `work` in one transaction of the context's database; see Database.transact. */
export function transact<Actor, T>(
  { database, now, actor }: Context<Actor>,
  work: (work: Work<Actor>) => Promise<T>,
): Promise<T> {
  return database.transact((tx, announce) => work({ tx, now, actor, announce }));
}
