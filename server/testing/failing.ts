// A database that fails on demand, and one that remembers what it was asked.
import type { KyselyPlugin, RootOperationNode } from 'kysely';

import type { Database } from '../engine/database.ts';
import { createTransactor } from '../engine/transactor.ts';

const watching = (onStatement: (node: RootOperationNode) => void): KyselyPlugin => ({
  transformQuery({ node }) {
    onStatement(node);
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
});

/**
 * The database, with `onStatement` called before each statement; what it throws ends the statement.
 */
export function watch(
  database: Database,
  onStatement: (node: RootOperationNode) => void,
): Database {
  const db = database.db.withPlugin(watching(onStatement));
  return {
    ...database,
    db,
    transact: createTransactor(db, (message) => database.announce(message)),
  };
}

/**
 * Ends the `at`-th statement (from 1) after it is set, and none when it is null: a process that
 * dies half-way.
 */
export class Crash {
  #at: number | null = null;
  #seen = 0;

  /** Starts counting anew. */
  arm(at: number | null): void {
    this.#at = at;
    this.#seen = 0;
  }

  get hasHappened(): boolean {
    return this.#at !== null && this.#seen >= this.#at;
  }

  readonly onStatement = (): void => {
    this.#seen += 1;
    if (this.#seen === this.#at)
      throw new Error('the process dies here, at /srv/app/secret.ts: select secret');
  };
}
