// Deferred constraints of the embedded engine, checked for each transaction of a shared commit.
import { expect, test } from 'vitest';

import { newId } from '../../base/ids.ts';
import { changeCredits, openBalance } from '../../credits/ledger.ts';
import { migrations } from '../../schema/migrations.ts';
import { openNewFolder } from '../../testing/database/folders.ts';
import { transact } from '../context.ts';

test('rejects a balance without its ledger entry, and no other transaction', async () => {
  const database = await openNewFolder();
  const [good, bad] = [newId(), newId()];
  const context = { database, now: Date.now(), actor: null };
  for (const id of [good, bad])
    await transact(context, async ({ tx }) => {
      await tx.insertInto('families').values({ id, created_at: 0 }).execute();
      await openBalance(tx, id);
    });
  const give = (familyId: string) =>
    transact(context, (work) => changeCredits(work, { familyId, amount: 2, kind: 'adjustment' }));
  const forge = transact(context, ({ tx }) =>
    tx
      .updateTable('balances')
      .set({ credits: 9, last_entry: 1 })
      .where('family_id', '=', bad)
      .execute(),
  );
  const outcomes = await Promise.allSettled([give(good), forge, give(bad)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' } });
  const balances = await database.db.selectFrom('balances').select('credits').execute();
  expect(balances).toEqual([{ credits: 2 }, { credits: 2 }]);
});

test('checks every deferred constraint of the schema for each transaction', async () => {
  const deferred = migrations
    .flatMap(({ statements }) => statements('sqlite'))
    .flatMap((statement) =>
      statement.split(/,\n|\n\)/).filter((line) => /initially deferred/i.test(line)),
    );
  // A new deferred constraint needs its own check in deferred.ts.
  expect(deferred).toEqual([expect.stringContaining('references credit_ledger')]);
});
