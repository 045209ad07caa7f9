// Tests of races on PostgreSQL wait until one transaction waits for another, instead of hoping for it.
import { sql } from 'kysely';
import { expect } from 'vitest';

import type { Db } from '../db/database.ts';

const SOON_MS = 5000;

/** Waits until so many statements of this database wait for a row that another transaction holds. */
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
