// The migration that stores what was paid: earlier payments, and processes of the earlier release.
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { openDatabase } from '../engine/database.ts';
import { createTestDatabase } from '../testing/app.ts';
import { migrations } from './migrations.ts';

const statuses = ['pending', 'paid', 'failed', 'refunded', 'mismatched'];

test('says what earlier payments and those of an earlier release were paid with', async () => {
  const { options, drop } = await createTestDatabase();
  onTestFinished(drop);
  const earlier = migrations.filter(({ name }) => name < '2026-12-02');
  const before = await openDatabase({ ...options, migrations: earlier });
  await sql`insert into families (id, created_at) values ('f', 0)`.execute(before.db);
  const insert = (id: string, status: string) => sql`insert into payments
    (id, family_id, credits, amount, currency, status, created_at, updated_at)
    values (${id}, 'f', 1, 3000, 'gbp', ${status}, 0, 0)`;
  for (const status of statuses) await insert(status, status).execute(before.db);
  await before.close();
  const after = await openDatabase(options);
  onTestFinished(() => after.close());
  const { db } = after;
  await insert('new', 'paid').execute(db);
  await sql`update payments set status = 'paid' where id = 'pending'`.execute(db);
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'paid', 'accepts_codes'])
    .orderBy('id')
    .execute();
  const paid = new Set(['new', 'paid', 'pending', 'refunded']);
  expect(rows).toEqual(
    [...statuses, 'new']
      .toSorted()
      .map((id) => ({ id, paid: paid.has(id) ? 3000 : null, accepts_codes: 0 })),
  );
});
