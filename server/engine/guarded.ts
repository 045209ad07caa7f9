// Transactions with guarded writes, which check the rules only after a guard has failed.
import { type Context, transact, type Work } from './context.ts';
import { isMissingReference, isUniqueViolation } from './database.ts';

/** A guard rejected a write: the transaction rolls back and the rules say why. */
export class Guarded extends Error {
  override name = 'Guarded';
}

const ATTEMPTS = 5;

/**
 * Runs the transaction. When a guard stops it, `explain` gets the error and throws the Refusal. If
 * `explain` finds no reason, the reason has just gone away (for example, a spot was freed), so the
 * transaction is retried.
 */
export async function guarded<A, T>(
  context: Context<A>,
  act: (work: Work<A>) => Promise<T>,
  explain: (stoppedBy: unknown) => Promise<void>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact(context, act);
    } catch (error) {
      // A missing reference: the student was removed concurrently, without leaving a row.
      const isGuarded =
        error instanceof Guarded || isUniqueViolation(error) || isMissingReference(error);
      if (!isGuarded) throw error;
      await explain(error);
      if (attempt === ATTEMPTS) throw error;
    }
  }
}
