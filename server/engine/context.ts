// The context of every operation: who acts, when, and on which database.
import { writeGuards } from '../schema/write-guards.ts';
import { isDatabaseAway, isMissingReference, violates } from './database.ts';
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

interface Each {
  /** What has not happened, for the error: 'rooms stay open'. */
  readonly complaint: string;
  readonly signal?: AbortSignal | undefined;
}

/** How many failures an error names: a job retried every few seconds must not fill the log. */
const MAX_NAMED = 10;

/**
 * Acts on each item, one after another, until `signal` is aborted. One that fails is no reason to
 * leave the others: the first errors are thrown at the end, as an AggregateError that names those
 * items that are ids. An absent database ends it at once.
 */
export async function actOnEach<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  { complaint, signal }: Each,
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: { item: Item; error: unknown }[] = [];
  for await (const item of items) {
    if (signal?.aborted === true) break;
    try {
      await act(item);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      failures.push({ item, error });
    }
  }
  if (failures.length === 0) return;
  const told = failures.slice(0, MAX_NAMED);
  const errors = told.map(({ error }) => error);
  const ids = told.flatMap(({ item }) => (typeof item === 'string' ? [item] : [])).join(', ');
  const what = `${failures.length} ${complaint}${ids === '' ? '' : ` (${ids})`}`;
  throw new AggregateError(errors, `${what}: ${String(errors[0])}`);
}

/** Like actOnEach, each in a transaction of its own. */
export const transactEach = <Actor, Item>(
  context: Context<Actor>,
  items: Iterable<Item>,
  each: Each,
  work: (work: Work<Actor>, item: Item) => Promise<unknown>,
): Promise<void> => actOnEach(items, each, (item) => transact(context, (tx) => work(tx, item)));

/** A guard rejected a write: the transaction rolls back and the rules say why. */
export class GuardError extends Error {
  override name = 'GuardError';
}

const ATTEMPTS = 5;

/**
 * Runs the transaction. When a guard stops it, `explain` gets the error and throws the Refusal. If
 * `explain` finds no reason, the reason has just gone away (for example, a spot was freed), so the
 * transaction is retried.
 */
export async function runGuarded<A, T>(
  context: Context<A>,
  act: (work: Work<A>) => Promise<T>,
  explain: (stoppedBy: unknown) => Promise<void>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact(context, act);
    } catch (error) {
      if (!wasStoppedByGuard(error)) throw error;
      await explain(error);
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** Whether a guard stopped the transaction: one of its statements, a constraint, or a reference. */
const wasStoppedByGuard = (error: unknown): boolean =>
  error instanceof GuardError ||
  writeGuards.some((constraint) => violates(error, constraint)) ||
  // The row refers to one that was deleted meanwhile, such as a student without lessons.
  isMissingReference(error);
