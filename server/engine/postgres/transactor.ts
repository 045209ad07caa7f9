// Runs transactions on a Kysely instance of PostgreSQL.
import { DummyDriver, PostgresDialect, Transaction } from 'kysely';

import type { Tables } from '../../schema/tables.ts';
import { codeOf, OvertakenError } from '../away.ts';
import type { Database, Db, Tx } from '../types.ts';

/** Whether PostgreSQL aborted the transaction because of a serialisation failure or a deadlock. */
export function mustRetry(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error));
}

const ATTEMPTS = 4;

/** Kysely requires a dialect here; a transaction only uses its executor. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction already has its connection')),
});

/**
 * Runs `work` on the connection of the transaction and sends each statement immediately.
 * Transactions of Kysely wait for each answer before they send the next statement.
 */
function runPipelined<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const begun = tx.getExecutor();
  return begun.provideConnection((connection) => {
    const executor = begun.withConnectionProvider({ provideConnection: (use) => use(connection) });
    return work(
      new Transaction<Tables>({
        config: { dialect },
        dialect,
        driver: new DummyDriver(),
        executor,
      }),
    );
  });
}

/** Creates the `transact` of a database. Calls `announce` for what its transactions announce. */
export function createTransactor(db: Db, announce: Database['announce']): Database['transact'] {
  return async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const messages = new Set<string>();
        const result = await db
          .transaction()
          .execute((begun) =>
            runPipelined(begun, (tx) => work(tx, (message) => messages.add(message))),
          );
        for (const message of messages) announce(message);
        return result;
      } catch (error) {
        const canRetry = error instanceof OvertakenError || mustRetry(error);
        if (attempt === ATTEMPTS || !canRetry) throw error;
      }
    }
  };
}
