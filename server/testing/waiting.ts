// Race tests on PostgreSQL wait until one transaction is blocked by another, instead of relying on
// timing.
import { sql } from 'kysely';
import { expect } from 'vitest';

import type { Db, Tx } from '../engine/database.ts';

const SOON_MS = 5000;

/** Waits until this many statements of this database wait for a lock. */
export async function expectWaiting(db: Db, count: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        return rows[0]?.n;
      },
      { timeout: SOON_MS },
    )
    .toBe(count);
}

/**
 * Waits until a statement waits for this very transaction; a statement that has yet to notice the
 * end of another transaction does not count.
 */
export async function expectWaitingFor(db: Db, tx: Tx): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  const pid = rows[0]?.pid;
  await expect
    .poll(
      async () => {
        const waiting = await sql`
          select pid from pg_stat_activity
          where datname = current_database() and ${pid} = any(pg_blocking_pids(pid))`.execute(db);
        return waiting.rows.length;
      },
      { timeout: SOON_MS },
    )
    .toBe(1);
}
