// Invoice numbers under load: concurrent grants, and grants that roll back. On PostgreSQL with two
// processes.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';

import { transact, type Work } from '../engine/context.ts';
import { erasePerson } from '../families/erasure.ts';
import { createTestDatabase, startTestApp, type TestApp } from '../testing/app.ts';
import { begin, lock } from '../testing/begun.ts';
import type { TestFamily } from '../testing/caller.ts';
import { addParent, makeAdmin, makeFamily, parentOf } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { expectWaiting, expectWaitingFor } from '../testing/waiting.ts';
import { issueInvoice } from './invoices.ts';
import { applySession, createPayment } from './payments.ts';

vi.setConfig({ testTimeout: 60_000 });

const PROCESSES = inject('engine') === 'postgres' ? 2 : 1;
const YEAR = 2026;

let apps: TestApp[];
let api: TestApp;
let drop: () => Promise<void>;
beforeAll(async () => {
  const { options, drop: dropDatabase } = await createTestDatabase();
  drop = dropDatabase;
  apps = [];
  for (let n = 0; n < PROCESSES; n += 1)
    apps.push(await startTestApp({ on: { ...options, exclusive: false } }));
  [api] = apps as [TestApp];
  await makeAdmin(api);
});
afterAll(async () => {
  expect(await brokenInvariants(api.database.db)).toEqual([]);
  for (const app of apps) await app.close();
  await drop();
});

/** A pending payment, and the provider's report that it is paid. */
async function orderOf(family: TestFamily) {
  const { id, amount, currency } = await createPayment(api.context(parentOf(family)), {
    credits: 1,
    amount: 3000,
    currency: 'gbp',
  });
  const session = {
    sessionId: `cs_${id}`,
    paymentId: id,
    paymentIntent: null,
    outcome: 'paid',
  } as const;
  return { id, session: { ...session, amount, currency } };
}

const order = async () => orderOf(await makeFamily(api));

async function numbers(): Promise<number[]> {
  const rows = await api.database.db
    .selectFrom('invoices')
    .select('number')
    .where('year', '=', YEAR)
    .orderBy('number')
    .execute();
  return rows.map(({ number }) => number);
}

const upTo = (last: number) => Array.from({ length: last }, (_, position) => position + 1);

test('numbers forty concurrent payments without gaps, each confirmed three times', async () => {
  const before = (await numbers()).length;
  const orders = await Promise.all(Array.from({ length: 40 }, order));
  const words = [...orders, ...orders, ...orders].map(({ session }, position) =>
    applySession((apps[position % apps.length] ?? api).context(null), session),
  );
  expect(await Promise.all(words)).toEqual(words.map(() => true));
  expect(await numbers()).toEqual(upTo(before + 40));
});

class Undone extends Error {}

/** Takes a number in a transaction that stays open until `undo` rolls it back. */
async function beginInVain(id: string): Promise<{ work: Work; undo: () => Promise<void> }> {
  const begun = Promise.withResolvers<Work>();
  const ending = Promise.withResolvers<void>();
  const undone = transact(api.context(null), async (work) => {
    await issueInvoice(work, id);
    begun.resolve(work);
    await ending.promise;
    throw new Undone();
  });
  const work = await begun.promise;
  return {
    work,
    undo: async () => {
      ending.resolve();
      await expect(undone).rejects.toThrow(Undone);
    },
  };
}

test('reuses the number of a grant that rolls back among others', async () => {
  const before = (await numbers()).length;
  const [orders, vain] = [
    await Promise.all(upTo(10).map(order)),
    await Promise.all(upTo(10).map(order)),
  ];
  const outcomes = await Promise.allSettled(
    orders.flatMap(({ session }, position) => [
      applySession(api.context(null), session),
      transact(api.context(null), async (work) => {
        await issueInvoice(work, vain[position]?.id ?? '');
        throw new Undone();
      }),
    ]),
  );
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toHaveLength(10);
  for (const reason of refused) expect(reason).toBeInstanceOf(Undone);
  expect(await numbers()).toEqual(upTo(before + 10));
});

// SQLite has one connection, so no statement can come between two of a transaction.
if (inject('engine') === 'postgres') {
  test('a second grant waits, and gets the number of a first that rolls back', async () => {
    const before = (await numbers()).length;
    const [first, second] = [await order(), await order()];
    const { work, undo } = await beginInVain(first.id);
    const granted = applySession(api.context(null), second.session);
    await expectWaitingFor(api.database.db, work.tx);
    await undo();
    await granted;
    expect(await numbers()).toEqual(upTo(before + 1));
    await applySession(api.context(null), first.session);
  });

  test('a grant waiting for its number blocks neither checkouts nor families', async () => {
    const [first, second] = [await order(), await order()];
    const { undo } = await beginInVain(first.id);
    const granted = applySession(api.context(null), second.session);
    await expectWaiting(api.database.db, 1);
    await order();
    await expectWaiting(api.database.db, 1);
    await undo();
    await granted;
  });

  test('never waits after numbering: a locked family delays its own grant only', async () => {
    const family = await makeFamily(api);
    const { id: partner } = await addParent(api, family);
    const [reserved, free] = [await orderOf(family), await order()];
    const removing = await begin(api, async (work) => {
      await lock(work, { families: [family.id] });
      await erasePerson(work, partner);
    });
    const waiting = applySession(api.context(null), reserved.session);
    await expectWaiting(api.database.db, 1);
    expect(await applySession(api.context(null), free.session)).toBe(true);
    await removing.end();
    expect(await waiting).toBe(true);
  });

  /** Naively takes the highest number plus one, without a lock. */
  const naively =
    (id: string) =>
    async ({ tx }: Work) => {
      await sql`insert into naive_invoices (payment_id, number)
        select ${id}, coalesce(max(number), 0) + 1 from naive_invoices`.execute(tx);
    };

  test('the naive version assigns a number twice', async () => {
    const { db } = api.database;
    await sql`create table naive_invoices (payment_id text, number integer)`.execute(db);
    const first = await begin(api, naively('first'));
    await transact(api.context(null), naively('second'));
    await first.end();
    const { rows } = await sql<{ number: number }>`select number from naive_invoices`.execute(db);
    expect(rows.map(({ number }) => number)).toEqual([1, 1]);
    await sql`drop table naive_invoices`.execute(db);
  });

  test('a sequence leaves a gap when a grant rolls back', async () => {
    const { db } = api.database;
    await sql`create sequence naive_numbers`.execute(db);
    const next = async ({ tx }: Pick<Work, 'tx'>) =>
      (await sql<{ n: number }>`select nextval('naive_numbers')::int as n`.execute(tx)).rows[0]?.n;
    expect(await transact(api.context(null), next)).toBe(1);
    const undone = transact(api.context(null), async (work) => {
      await next(work);
      throw new Undone();
    });
    await expect(undone).rejects.toThrow(Undone);
    expect(await transact(api.context(null), next)).toBe(3);
    await sql`drop sequence naive_numbers`.execute(db);
  });
}
