// Changing credits costs the same however long the ledger is.
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';

import { transact, type Work } from '../engine/context.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeFamily } from '../testing/factories.ts';
import { changeCredits } from './ledger.ts';

let api: TestApp;
beforeEach(async () => {
  api = await startTestApp();
});
afterEach(() => api.close());

const ENTRIES = 200;

/** The ledger rows read so far in this transaction, including the database's own checks. */
async function entriesRead({ tx }: Work): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as count from pg_stat_xact_user_tables
    where relname = 'credit_ledger'`.execute(tx);
  return rows[0]?.count ?? 0;
}

test('reads only a few rows per change, even with plans made on an empty ledger', async () => {
  const { id: familyId } = await makeFamily(api);
  await transact(api.context(null), async (work) => {
    for (let entry = 1; entry <= ENTRIES; entry += 1)
      expect(
        await changeCredits(work, { familyId, amount: 1, kind: 'adjustment', reason: 'test' }),
      ).toEqual({
        credits: entry,
        entry,
      });
    // SQLite counts no reads; server/schema/plans.test.ts checks its plans.
    if (inject('engine') === 'sqlite') return;
    // A constraint checks the balance against its ledger at the commit.
    await sql`set constraints all immediate`.execute(work.tx);
    expect(await entriesRead(work)).toBeLessThan(10 * ENTRIES);
  });
});
