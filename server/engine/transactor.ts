// How transactions run on a Kysely instance.
import { DummyDriver, PostgresDialect, Transaction } from 'kysely';

import { codeOf } from './away.ts';
import { Overtaken } from './overtaken.ts';
import type { Database, Db, Tx } from './types.ts';
import type { Tables } from '../schema/tables.ts';

/** Whether PostgreSQL ended the transaction to resolve a serialisation failure or a deadlock. */
export function wasEnded(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error));
}

const ATTEMPTS = 4;

/** Kysely wants to know where an instance comes from; a transaction uses its executor alone. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('A transaction has its connection.')),
});

/**
 * Runs `work` on the transaction's connection so that each statement is sent when it is asked for.
 * Kysely's own transactions wait for the answer of one before they send the next.
 */
function pipelined<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
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

/** Makes the `transact` of a database; `announce` is called for what its transactions announce. */
export function createTransactor(db: Db, announce: Database['announce']): Database['transact'] {
  return async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const messages = new Set<string>();
        const result = await db
          .transaction()
          .execute((begun) =>
            pipelined(begun, (tx) => work(tx, (message) => messages.add(message))),
          );
        for (const message of messages) announce(message);
        return result;
      } catch (error) {
        const isToBeRepeated = error instanceof Overtaken || wasEnded(error);
        if (attempt === ATTEMPTS || !isToBeRepeated) throw error;
      }
    }
  };
}
