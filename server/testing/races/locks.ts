// Transactions that stay open, and the statements that wait for their locks on PostgreSQL: such
// tests do not rely on timing.
import { sql } from 'kysely';
import { expect } from 'vitest';

import { type Locks, withLocks } from '../../booking/locks.ts';
import { transact, type Work } from '../../engine/context.ts';
import type { Db, Tx } from '../../engine/database.ts';
import type { TestApp } from '../app.ts';

const SOON_MS = 5000;

interface OpenTransaction {
  readonly work: Work;
  /** Commits it. */
  readonly end: () => Promise<void>;
}

/** Locks these lessons and families until the end of the transaction. */
export const lock = (
  work: Work,
  request: { lessons?: readonly string[]; families?: readonly string[] },
): Promise<Locks> => withLocks(work, request, (locks) => Promise.resolve(locks));

/** Begins a transaction and runs `start` in it; it stays open until its `end` is called. */
export async function begin(
  api: TestApp,
  start: (work: Work) => Promise<unknown>,
): Promise<OpenTransaction> {
  const begun = Promise.withResolvers<Work>();
  const ending = Promise.withResolvers<void>();
  const done = transact(api.context(null), async (work) => {
    await start(work);
    begun.resolve(work);
    await ending.promise;
  });
  // A lock that fails, fails the test instead of leaving it to wait.
  const work = await Promise.race([begun.promise, done.then(() => begun.promise)]);
  return {
    work,
    end: () => {
      ending.resolve();
      return done;
    },
  };
}

/**
 * Starts `second` while a transaction that has run `first` is open. Once `second` waits for one of
 * its locks, the transaction runs `meanwhile` and commits. Returns the result of `second`, or
 * throws its error.
 */
export async function overlap<Result>(
  api: TestApp,
  first: (work: Work) => Promise<unknown>,
  second: () => Promise<Result>,
  meanwhile?: (work: Work) => Promise<unknown>,
): Promise<Result> {
  const { work, end } = await begin(api, first);
  const waiting = Promise.allSettled([second()]);
  await expectWaitingFor(api.database.db, work.tx);
  await meanwhile?.(work);
  await end();
  const [outcome] = await waiting;
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

/**
 * Waits until this many statements of this database wait for a lock that somebody holds. One that
 * has been given its lock but has not woken yet does not count.
 */
export async function expectWaiting(db: Db, count: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from pg_stat_activity
          where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(
          db,
        );
        return rows[0]?.n;
      },
      { timeout: SOON_MS },
    )
    .toBe(count);
}

/** Waits until a statement waits for this very transaction, or `isOver`. */
export async function expectWaitingFor(db: Db, tx: Tx, isOver = () => false): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  const pid = rows[0]?.pid;
  await expect
    .poll(
      async () => {
        const waiting = await sql`
          select pid from pg_stat_activity
          where datname = current_database() and ${pid} = any(pg_blocking_pids(pid))`.execute(db);
        return isOver() || waiting.rows.length === 1;
      },
      { timeout: SOON_MS },
    )
    .toBe(true);
}
