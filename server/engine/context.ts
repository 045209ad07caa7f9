// The context of every operation: who acts, when, and on which database.
import type { Database, Tx } from './types.ts';

export { OvertakenError } from './away.ts';

export interface Context<Actor = unknown> {
  readonly database: Database;
  /** Epoch milliseconds, the same throughout one call. */
  readonly now: number;
  readonly actor: Actor;
}

/** The context within a transaction, passed to each of its steps. */
export interface Work<Actor = unknown> {
  readonly tx: Tx;
  readonly now: number;
  readonly actor: Actor;
  /** Notifies every process of this database once the transaction has committed. */
  readonly announce: (message: string) => void;
}

/**
 * Runs steps of one transaction that do not depend on each other. On PostgreSQL their statements
 * are pipelined in the order of the steps. Settles when all steps have settled; rejects with the
 * first rejection in that order.
 */
export async function runTogether<const Steps extends readonly Promise<unknown>[]>(
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
