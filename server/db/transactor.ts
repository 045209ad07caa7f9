// How transactions run on a Kysely instance.
import { codeOf } from './away.ts';
import type { Database, Db } from './database.ts';

/** Whether PostgreSQL ended the transaction to resolve a serialisation failure or a deadlock. */
export function wasEnded(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error));
}

const ATTEMPTS = 4;

/** Makes the `transact` of a database; `announce` is called for what its transactions announce. */
export function createTransactor(db: Db, announce: Database['announce']): Database['transact'] {
  return async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const messages = new Set<string>();
        const result = await db.transaction().execute((tx) => work(tx, (message) => messages.add(message)));
        for (const message of messages) announce(message);
        return result;
      } catch (error) {
        if (attempt === ATTEMPTS || !wasEnded(error)) throw error;
      }
    }
  };
}
