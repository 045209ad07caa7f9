// Transactions with guarded writes, which check the rules only after a guard has failed.
import { writeGuards } from '../schema/write-guards.ts';
import { type Context, transact, type Work } from './context.ts';
import { isMissingReference, violates } from './database.ts';

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
