// Transactions that write with guards, and ask the rules only when a guard has stopped them.
import { type Context, transact, type Work } from './context.ts';
import { isMissingReference, isUniqueViolation } from './database.ts';

/** A guarded write found that it may not: the transaction is undone and the rules are asked why. */
export class Guarded extends Error {
  override name = 'Guarded';
}

const ATTEMPTS = 5;

/**
 * Runs the transaction; when a guard stopped it, `explain` throws the Refusal. If it finds none,
 * the reason has just gone away (a spot was given back), so the transaction is tried again.
 */
export async function guarded<A, T>(
  context: Context<A>,
  act: (work: Work<A>) => Promise<T>,
  explain: () => Promise<void>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact(context, act);
    } catch (error) {
      // A student who is removed in this very moment, and of whom nothing stays.
      const isGuarded =
        error instanceof Guarded || isUniqueViolation(error) || isMissingReference(error);
      if (!isGuarded) throw error;
      await explain();
      if (attempt === ATTEMPTS) throw error;
    }
  }
}
