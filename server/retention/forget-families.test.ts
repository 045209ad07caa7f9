// What is left of families that left years ago is deleted, and nothing of others.
import { sql } from 'kysely';
import { describe, expect, inject } from 'vitest';

import { newId } from '../base/ids.ts';
import type { Work } from '../engine/context.ts';
import { listeners } from '../features.ts';
import { lockPayment, withPaymentAndFamily } from '../payments/locked-payment.ts';
import { leave } from '../testing/accounts/families.ts';
import type { TestApp } from '../testing/app.ts';
import { watch } from '../testing/database/failing.ts';
import { findParent, makeFamily, makeLesson } from '../testing/factories.ts';
import { deleteOldAt } from '../testing/old-data.ts';
import { reportDispute } from '../testing/payments/report-dispute.ts';
import { buyCredits } from '../testing/payments/without-provider.ts';
import { live } from '../testing/personal-data/family-life.ts';
import { textColumns } from '../testing/personal-data/find-text.ts';
import { overlap } from '../testing/races/locks.ts';
import { test } from '../testing/test.ts';
import { createDeletion } from './feature.ts';
import { forgetFamilies } from './forget-families.ts';

/** Families that left before this instant are forgotten. */
const BEFORE = Date.parse('2030-01-01T00:00:00Z');
/** A long ledger. */
const ENTRIES = 200;

/** Every value of ids in text columns, and numbers of rows, that are about the family. */
async function placesOf(api: TestApp, ids: string[]): Promise<string[]> {
  const places: string[] = [];
  for (const { table, column } of await textColumns(api.database)) {
    const { rows } = await sql<{ value: unknown }>`
      select ${sql.ref(column)} as value from ${sql.table(table)}`.execute(api.database.db);
    if (rows.some(({ value }) => ids.some((id) => String(value).includes(id))))
      places.push(`${table}.${column}`);
  }
  return places;
}

async function idsOf({ database: { db } }: TestApp, familyId: string): Promise<string[]> {
  const tables = ['students', 'bookings', 'payments'] as const;
  const rows = await Promise.all(
    tables.map((table) =>
      db.selectFrom(table).select('id').where('family_id', '=', familyId).execute(),
    ),
  );
  return [familyId, ...rows.flat().map(({ id }) => id)];
}

describe('a family that has left', () => {
  test('is gone six years after the tax year, and others stay', async ({ api, tutor, family }) => {
    const { id: lesson } = await makeLesson(api);
    await family.book(lesson);
    await buyCredits(api, await findParent(api, family.id));
    const parent = await live(api, tutor, () => Promise.resolve());
    const before = await idsOf(api, parent.id);
    const others = await idsOf(api, family.id);
    await leave(parent);
    const { db } = api.database;
    const placed = await placesOf(api, before);
    expect(placed).toEqual(
      expect.arrayContaining([
        'payments.id',
        'credit_ledger.family_id',
        'bookings.id',
        'disputes.payment_id',
      ]),
    );

    await deleteOldAt(api, '2033-04-05T03:30:00Z');
    expect(await placesOf(api, before)).toEqual(placed);
    await deleteOldAt(api, '2033-04-06T03:30:00Z');
    // The record of what the tutor did has ids alone.
    expect((await placesOf(api, before)).toSorted()).toEqual(
      [
        'activities.detail',
        'activities.family_id',
        'activities.student_id',
        // Other jobs end these within a day: an email to the tutor once it is sent, and an answer.
        'emails.body',
        'idempotency_keys.answer',
      ].filter((place) => placed.includes(place)),
    );
    for (const table of ['invoices', 'former_invoices'] as const)
      expect(await db.selectFrom(table).select('number').execute()).toHaveLength(1);
    expect(await idsOf(api, family.id)).toEqual(others);
    expect(
      (
        await db
          .selectFrom('lessons')
          .select('booked')
          .where('id', '=', lesson)
          .executeTakeFirstOrThrow()
      ).booked,
    ).toBe(1);
  });

  const late: readonly (readonly [
    string,
    (api: TestApp, paymentId: string) => Promise<unknown>,
  ])[] = [
    ...(['lost', 'warning_closed'] as const).map(
      (status) =>
        [
          `a dispute that is ${status}`,
          (api: TestApp, paymentId: string) =>
            reportDispute(api.context(null), { id: 'dp_late', amount: 3000, status }, paymentId),
        ] as const,
    ),
    [
      'a refund that changes nothing else',
      (api, payment_id) => {
        const { now } = api.clock;
        const times = { created_at: 0, updated_at: now, settled_at: now };
        const refund = {
          id: newId(),
          payment_id,
          made_by: 'provider' as const,
          provider_id: 're_late',
        };
        const done = { ...refund, amount: 100, state: 'done' } as const;
        return api.database.db
          .insertInto('refunds')
          .values({ ...done, ...times })
          .execute();
      },
    ],
  ];
  test.for(late)('stays while %s is younger', async ([, happen], { api }) => {
    const family = await makeFamily(api);
    const paymentId = await buyCredits(api, await findParent(api, family.id));
    await leave(family);
    api.clock.set('2027-06-01T12:00:00Z');
    await happen(api, paymentId);
    await deleteOldAt(api, '2033-04-06T03:30:00Z');
    expect(await idsOf(api, family.id)).toContain(paymentId);
    await deleteOldAt(api, '2034-04-06T03:30:00Z');
    expect(await placesOf(api, [family.id, paymentId])).toEqual([]);
  });

  test('goes on the next day if the process ended in the middle', async ({ api }) => {
    const families = [await makeFamily(api, 1), await makeFamily(api, 1), await makeFamily(api, 1)];
    for (const family of families) await leave(family);
    const stopping = new AbortController();
    const { database } = api;
    const left = async () =>
      (await database.db.selectFrom('families').select('id').execute()).length;
    const context = {
      ...api.context(null),
      now: Date.parse('2033-04-06T03:30:00Z'),
      database: {
        ...database,
        transact: (async (work) => {
          const result = await database.transact(work);
          if ((await left()) < families.length) stopping.abort();
          return result;
        }) satisfies typeof database.transact,
      },
    };
    await createDeletion(listeners)(context, stopping.signal);
    expect(await left()).toBe(2);
    await deleteOldAt(api, '2033-04-06T22:59:00Z');
    expect(await left()).toBe(2);
    await deleteOldAt(api, '2033-04-07T02:30:00Z');
    expect(await left()).toBe(0);
  });

  /** A family that has left with this many ledger entries. */
  async function makeFormerWith(api: TestApp, entries: number): Promise<string> {
    const family = await makeFamily(api);
    const { db } = api.database;
    const entryOf = (_: unknown, nth: number) => ({
      family_id: family.id,
      seq: nth + 1,
      previous: nth === 0 ? null : nth,
      kind: 'adjustment' as const,
      amount: 1,
      balance_before: nth,
      balance_after: nth + 1,
      booking_id: null,
      payment_id: null,
      created_at: 0,
    });
    await db
      .insertInto('credit_ledger')
      .values(Array.from({ length: entries }, entryOf))
      .execute();
    await db
      .updateTable('balances')
      .set({ credits: entries, last_entry: entries })
      .where('family_id', '=', family.id)
      .execute();
    await leave(family);
    return family.id;
  }

  test('goes in as many statements with a long ledger as with a short one', async ({ api }) => {
    const statementsFor = async (entries: number) => {
      const id = await makeFormerWith(api, entries);
      let statements = 0;
      const database = watch(api.database, () => {
        statements += 1;
      });
      await forgetFamilies({ ...api.context(null), database }, BEFORE);
      expect(await placesOf(api, [id])).toEqual([]);
      return statements;
    };
    expect(await statementsFor(ENTRIES)).toBe(await statementsFor(1));
  });

  test('of two processes, one deletes it', async ({ api }) => {
    for (let nth = 0; nth < 5; nth += 1) await leave(await makeFamily(api, 1));
    const counts = await Promise.all([1, 2].map(() => forgetFamilies(api.context(null), BEFORE)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
  });

  // SQLite counts no reads, and its transactions run one after the other.
  if (inject('engine') === 'postgres') {
    test('goes by few reads of each entry of its ledger', async ({ api }) => {
      await makeFormerWith(api, ENTRIES);
      const reads: number[] = [];
      const { database } = api;
      const counting = (async (work) =>
        database.transact(async (tx, announce) => {
          const result = await work(tx, announce);
          // The rest of the checks would follow at the commit.
          await sql`set constraints all immediate`.execute(tx);
          const { rows } = await sql<{ count: number }>`
            select seq_tup_read + coalesce(idx_tup_fetch, 0) as count
            from pg_stat_xact_user_tables where relname = 'credit_ledger'`.execute(tx);
          reads.push(rows[0]?.count ?? 0);
          return result;
        })) satisfies typeof database.transact;
      const context = { ...api.context(null), database: { ...database, transact: counting } };
      expect(await forgetFamilies(context, BEFORE)).toBe(1);
      expect(reads).toHaveLength(1);
      expect(reads[0]).toBeGreaterThan(ENTRIES);
      expect(reads[0]).toBeLessThan(10 * ENTRIES);
    });

    /** A family that left long ago, and a change of its payment. */
    const makeFormer = async (api: TestApp) => {
      const family = await makeFamily(api);
      const paymentId = await buyCredits(api, await findParent(api, family.id));
      await leave(family);
      api.clock.set('2033-04-06T03:30:00Z');
      const change = (work: Work) =>
        withPaymentAndFamily(
          work,
          () => lockPayment(work, 'id', paymentId),
          () =>
            work.tx
              .updateTable('payments')
              .set({ updated_at: work.now })
              .where('id', '=', paymentId)
              .execute(),
        );
      return { id: family.id, paymentId, change };
    };

    test('stays if its payment changes while the deletion waits for it', async ({ api }) => {
      const { id, paymentId, change } = await makeFormer(api);
      const forgetting = () => forgetFamilies(api.context(null), BEFORE);
      expect(await overlap(api, change, forgetting)).toBe(0);
      expect(await idsOf(api, id)).toContain(paymentId);
    });

    test('control: a statement that waits for the family misses the change', async ({ api }) => {
      const { id, change } = await makeFormer(api);
      const mark = () =>
        sql`update families set forgotten_at = 1 where id = ${id} and not exists (
          select 1 from payments where family_id = ${id} and updated_at >= ${BEFORE}
        )`.execute(api.database.db);
      expect(await overlap(api, change, mark)).toMatchObject({ numAffectedRows: 1n });
    });
  }

  test('is the only one whose ledger the database lets go', async ({ api, family, db }) => {
    await leave(family);
    for (const { id } of [family, await makeFamily(api, 1)]) {
      const remove = db.transaction().execute(async (tx) => {
        await tx.deleteFrom('balances').where('family_id', '=', id).execute();
        await tx.deleteFrom('credit_ledger').where('family_id', '=', id).execute();
      });
      await expect(remove).rejects.toThrow('append-only');
    }
    const open = db
      .updateTable('families')
      .set({ forgotten_at: 1 })
      .where('deleted_at', 'is', null);
    await expect(open.execute()).rejects.toThrow(/check constraint/i);
  });
});
