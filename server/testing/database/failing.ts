// A database that fails on demand, and one that records its statements.
import type { KyselyPlugin, RootOperationNode } from 'kysely';

import type { Database } from '../../engine/database.ts';
import { createTransactor } from '../../engine/postgres/transactor.ts';

const watching = (onStatement: (node: RootOperationNode) => void): KyselyPlugin => ({
  transformQuery({ node }) {
    onStatement(node);
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
});

/**
 * The database, with `onStatement` called before each statement; if it throws, the statement fails.
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
 * Fails the `at`-th statement (from 1) after it is set, and none if it is null. Simulates a process
 * that dies in the middle.
 */
export class Crash {
  #at: number | null = null;
  #seen = 0;

  /** Restarts the count. */
  arm(at: number | null): void {
    this.#at = at;
    this.#seen = 0;
  }

  get hasHappened(): boolean {
    return this.#at !== null && this.#seen >= this.#at;
  }

  /**
   * Repeats the attempt and fails one statement later each time, until none fails. Calls `check`
   * after each crash. Returns the number of crashes, and the last attempt's answer.
   */
  async survive<T>(
    attempt: () => Promise<T>,
    check: (crashed: PromiseSettledResult<T>) => Promise<void>,
  ): Promise<{ deaths: number; answer: T }> {
    for (let deaths = 0; ; deaths += 1) {
      this.arm(deaths + 1);
      const [outcome] = await Promise.allSettled([attempt()]);
      const { hasHappened } = this;
      this.arm(null);
      if (hasHappened) await check(outcome);
      else if (outcome.status === 'fulfilled') return { deaths, answer: outcome.value };
      else throw outcome.reason;
    }
  }

  readonly onStatement = (): void => {
    this.#seen += 1;
    if (this.hasHappened)
      throw new Error('the process dies here, at /srv/app/secret.ts: select secret');
  };
}
