// Invoice numbers under load: concurrent grants, and grants that roll back. On PostgreSQL in two
// apps.
import { sql } from 'kysely';
import { expect, inject } from 'vitest';

import { erasePerson } from '../../accounts/personal-data/erasure.ts';
import { transact, type Work } from '../../engine/context.ts';
import { listeners } from '../../features.ts';
import type { TestApp } from '../../testing/app.ts';
import { addParent, makeAdmin, makeFamily } from '../../testing/factories.ts';
import { startPayment, reportPayment } from '../../testing/payments/without-provider.ts';
import { begin, expectWaiting, expectWaitingFor, lock } from '../../testing/races/locks.ts';
import { raceTest } from '../../testing/races/races.ts';
import { issueInvoice } from './invoices.ts';

const startOne = async (api: TestApp) => startPayment((await makeFamily(api)).context(), 1);
const startMany = (api: TestApp, count: number) =>
  Promise.all(Array.from({ length: count }, () => startOne(api)));

const upTo = (last: number) => Array.from({ length: last }, (_, position) => position + 1);

const test = raceTest
  .extend('admin', { scope: 'file', auto: true }, ({ api }) => makeAdmin(api))
  .extend('numbers', ({ api }) => async () => {
    const invoices = api.database.db.selectFrom('invoices').select('number');
    const rows = await invoices.where('year', '=', 2026).orderBy('number').execute();
    return rows.map(({ number }) => number);
  });

test.override('servers', 'two');

test('numbers forty payments, each confirmed thrice', async ({ api, arena, numbers }) => {
  const before = (await numbers()).length;
  const forty = await startMany(api, 40);
  const grants = [...forty, ...forty, ...forty].map((one) =>
    reportPayment(arena.context(null), one),
  );
  expect(await Promise.all(grants)).toEqual(Array<boolean>(120).fill(true));
  expect(await numbers()).toEqual(upTo(before + 40));
});

class UndoneError extends Error {}

test('reuses the number of a grant that rolls back among others', async ({ api, numbers }) => {
  const before = (await numbers()).length;
  const [granted, vain] = [await startMany(api, 10), await startMany(api, 10)];
  const outcomes = await Promise.allSettled(
    granted.flatMap((one, position) => [
      reportPayment(api.context(null), one),
      transact(api.context(null), async (work) => {
        await issueInvoice(work, vain[position]?.id ?? '');
        throw new UndoneError();
      }),
    ]),
  );
  const results = outcomes.map((one) => (one.status === 'rejected' ? one.reason : one.value));
  expect(results).toEqual(granted.flatMap(() => [true, expect.any(UndoneError)]));
  expect(await numbers()).toEqual(upTo(before + 10));
});

// SQLite has one connection, so no statement can come between two of a transaction.
if (inject('engine') === 'postgres') {
  /** Takes a number in a transaction that stays open until `undo` rolls it back. */
  const beginInVain = async (api: TestApp, id: string) => {
    const begun = Promise.withResolvers<Work>();
    const ending = Promise.withResolvers<never>();
    const undone = transact(api.context(null), async (work) => {
      await issueInvoice(work, id);
      begun.resolve(work);
      await ending.promise;
    });
    const undo = async () => {
      ending.reject(new UndoneError());
      await expect(undone).rejects.toThrow(UndoneError);
    };
    return { work: await begun.promise, undo };
  };

  test('a second grant gets the number of a first that rolls back', async ({ api, numbers }) => {
    const before = (await numbers()).length;
    const [first, second] = [await startOne(api), await startOne(api)];
    const { work, undo } = await beginInVain(api, first.id);
    const granted = reportPayment(api.context(null), second);
    await expectWaitingFor(api.database.db, work.tx);
    await undo();
    await granted;
    expect(await numbers()).toEqual(upTo(before + 1));
    await reportPayment(api.context(null), first);
  });

  test('a grant that waits for its number blocks no checkout and no family', async ({ api }) => {
    const [first, second] = [await startOne(api), await startOne(api)];
    const { undo } = await beginInVain(api, first.id);
    const granted = reportPayment(api.context(null), second);
    await expectWaiting(api.database.db, 1);
    await startOne(api);
    await expectWaiting(api.database.db, 1);
    await undo();
    await granted;
  });

  test('a locked family delays its own grant only', async ({ api }) => {
    const family = await makeFamily(api);
    const { id: partner } = await addParent(api, family);
    const [reserved, free] = [await startPayment(family.context(), 1), await startOne(api)];
    const removing = await begin(api, async (work) => {
      await lock(work, { families: [family.id] });
      await erasePerson(work, partner, listeners);
    });
    const waiting = reportPayment(api.context(null), reserved);
    await expectWaiting(api.database.db, 1);
    expect(await reportPayment(api.context(null), free)).toBe(true);
    await removing.end();
    expect(await waiting).toBe(true);
  });

  test('naive code that takes the highest number plus one assigns it twice', async ({ api }) => {
    const { db } = api.database;
    const naively =
      (id: string) =>
      ({ tx }: Work) =>
        sql`insert into naive_invoices (payment_id, number)
          select ${id}, coalesce(max(number), 0) + 1 from naive_invoices`.execute(tx);
    await sql`create table naive_invoices (payment_id text, number integer)`.execute(db);
    const first = await begin(api, naively('first'));
    await transact(api.context(null), naively('second'));
    await first.end();
    const { rows } = await sql<{ number: number }>`select number from naive_invoices`.execute(db);
    expect(rows.map(({ number }) => number)).toEqual([1, 1]);
    await sql`drop table naive_invoices`.execute(db);
  });
}
