// Data that has stayed long enough is deleted once a day: enquiries that led nowhere, and what is
// left of families that left years ago.
import { sql } from 'kysely';
import { describe, expect, inject, test as plain } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { Retention } from '../../domain/retention.ts';
import type { Work } from '../engine/context.ts';
import { openDatabase } from '../engine/database.ts';
import { applyDispute } from '../payments/disputes.ts';
import { lockPayment } from '../payments/locked-payment.ts';
import { withPaymentAndFamily } from '../payments/refunds/apply.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { findParent, makeAdmin, makeFamily, makeLesson } from '../testing/factories.ts';
import { leave } from '../testing/families.ts';
import { live } from '../testing/family-life.ts';
import { textColumns } from '../testing/find-text.ts';
import { newDatabase } from '../testing/folders.ts';
import { changeEnquiry, enquire, enquirer, listEnquiries } from '../testing/free-lessons.ts';
import { overlap } from '../testing/locks.ts';
import { buyCredits } from '../testing/orders.ts';
import { test } from '../testing/test.ts';
import { forgetFamilies } from './forget-families.ts';
import { forgetOldData } from './retention.ts';

const runAt = async (api: TestApp, instant: string, signal?: AbortSignal) => {
  api.clock.set(instant);
  await forgetOldData(api.context(null), signal);
};

const keep = ({ call }: Caller, retention: Retention) =>
  call(endpoints.updateSettings, { body: { retention } });

describe('the settings', () => {
  test('are 12 months and 6 years, and the tutor changes them', async ({ api, tutor }) => {
    const read = async () => (await tutor.call(endpoints.getSettings)).body.settings.retention;
    expect(await read()).toEqual({ enquiries_months: 12, invoices_years: 6 });
    await keep(tutor, { enquiries_months: 60, invoices_years: 20 });
    expect(await read()).toEqual({ enquiries_months: 60, invoices_years: 20 });
    const tooFew = { retention: { enquiries_months: 0, invoices_years: 5 } };
    const { body } = await tutor.refused(endpoints.updateSettings, { body: tooFew });
    expect(body).toMatchObject({
      details: [
        {
          field: 'retention.enquiries_months',
          message: 'Months must be a whole number from 1 to 60',
        },
        { field: 'retention.invoices_years', message: 'Years must be a whole number from 6 to 20' },
      ],
    });
    expect(
      (await api.database.db.selectFrom('activities').selectAll().execute()).at(-1)?.detail,
    ).toMatch(/enquiries stay 60 months and records 20 years$/);
  });
});

describe('enquiries that led nowhere', () => {
  /** An enquiry at this instant; returns its id. */
  async function enquireAt(api: TestApp, tutor: Caller, instant: string): Promise<string> {
    api.clock.set(instant);
    const form = enquirer();
    await enquire(api, form);
    const all = await listEnquiries(tutor);
    return all.find(({ email }) => email === form.email)?.id ?? '';
  }
  const left = async ({ database: { db } }: TestApp) =>
    (await db.selectFrom('enquiries').select('id').execute()).map(({ id }) => id);

  test('go with their emails 12 months after the last contact', async ({ api, tutor }) => {
    const old = await enquireAt(api, tutor, '2025-11-23T23:59:00Z');
    const recent = await enquireAt(api, tutor, '2025-11-24T00:00:00Z');
    const answered = await enquireAt(api, tutor, '2025-01-10T12:00:00Z');
    const joined = await enquireAt(api, tutor, '2025-01-11T12:00:00Z');
    const ofFamily = await enquireAt(api, tutor, '2025-01-12T12:00:00Z');
    await changeEnquiry(tutor, joined, { status: 'joined' });
    const { id } = await makeFamily(api);
    const { db } = api.database;
    await db.updateTable('enquiries').set({ family_id: id }).where('id', '=', ofFamily).execute();
    api.clock.set('2025-12-01T12:00:00Z');
    await changeEnquiry(tutor, answered, { status: 'closed' });

    await runAt(api, '2026-11-24T03:30:00Z');
    expect((await left(api)).toSorted()).toEqual([recent, answered, joined, ofFamily].toSorted());
    const emails = () => db.selectFrom('emails').where('enquiry_id', '=', old);
    expect(await emails().select('id').execute()).toEqual([]);
    expect(await db.selectFrom('erased_emails').select('email_id').execute()).not.toEqual([]);
  });

  test('go in batches', async ({ api }) => {
    const { db } = api.database;
    const row = (nth: number) => ({
      id: `enquiry ${nth}`,
      name: 'Ada',
      email: `${nth}@example.com`,
      mobile: '07700900123',
      year_class: 'year-10' as const,
      created_at: nth,
      answered_at: nth,
    });
    const rows = Array.from({ length: 230 }, (_, nth) => row(nth));
    await db.insertInto('enquiries').values(rows).execute();
    await runAt(api, '2026-11-24T03:30:00Z');
    expect(await left(api)).toEqual([]);
  });

  test('stay as long as the tutor has set', async ({ api, tutor }) => {
    const old = await enquireAt(api, tutor, '2024-11-23T12:00:00Z');
    await keep(tutor, { enquiries_months: 24, invoices_years: 6 });
    await runAt(api, '2026-11-23T03:30:00Z');
    expect(await left(api)).toEqual([old]);
    await runAt(api, '2026-11-24T03:30:00Z');
    expect(await left(api)).toEqual([]);
  });

  test('go once a day, from half past three in the UK on', async ({ api, tutor }) => {
    const enquired = () => enquireAt(api, tutor, '2025-01-01T12:00:00Z');
    const first = await enquired();
    await runAt(api, '2026-07-01T02:29:59Z');
    expect(await left(api)).toEqual([first]);
    await runAt(api, '2026-07-01T02:30:00Z');
    expect(await left(api)).toEqual([]);
    const second = await enquired();
    await runAt(api, '2026-07-01T22:59:00Z');
    expect(await left(api)).toEqual([second]);
    // The server was down at night.
    await runAt(api, '2026-07-02T15:00:00Z');
    expect(await left(api)).toEqual([]);
  });
});

/** Every value of ids in text columns, and numbers of rows, that are about the family. */
async function placesOf(api: TestApp, ids: readonly string[]): Promise<string[]> {
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
  test('is gone after six years from the end of the tax year, and others stay', async ({
    api,
    tutor,
    family,
  }) => {
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

    await runAt(api, '2033-04-05T03:30:00Z');
    expect(await placesOf(api, before)).toEqual(placed);
    await runAt(api, '2033-04-06T03:30:00Z');
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

  test('stays while a dispute or a refund of its payments is younger', async ({ api }) => {
    const family = await makeFamily(api);
    const paymentId = await buyCredits(api, await findParent(api, family.id));
    await leave(family);
    api.clock.set('2027-06-01T12:00:00Z');
    const about = { id: 'dp_late', paymentIntent: null, amount: 3000, dueBy: null };
    const dispute = { ...about, outcome: 'lost', reason: 'general' } as const;
    await applyDispute(api.context(null), dispute, { paymentId });
    await runAt(api, '2033-04-06T03:30:00Z');
    expect(await idsOf(api, family.id)).toContain(paymentId);
    await runAt(api, '2034-04-06T03:30:00Z');
    expect(await placesOf(api, [family.id, paymentId])).toEqual([]);
  });

  test('goes on the next day if the process ended in the middle', async ({ api }) => {
    const families = [await makeFamily(api, 1), await makeFamily(api, 1), await makeFamily(api, 1)];
    for (const family of families) await leave(family);
    const stopping = new AbortController();
    let transactions = 0;
    const { database } = api;
    const context = {
      ...api.context(null),
      now: Date.parse('2033-04-06T03:30:00Z'),
      database: {
        ...database,
        transact: (async (work) => {
          const result = await database.transact(work);
          transactions += 1;
          // The first one finds no enquiry.
          if (transactions === 2) stopping.abort();
          return result;
        }) satisfies typeof database.transact,
      },
    };
    const left = async () =>
      (await database.db.selectFrom('families').select('id').execute()).length;
    await forgetOldData(context, stopping.signal);
    expect(await left()).toBe(2);
    await runAt(api, '2033-04-06T22:59:00Z');
    expect(await left()).toBe(2);
    await runAt(api, '2033-04-07T02:30:00Z');
    expect(await left()).toBe(0);
  });

  test('leaves a long ledger within seconds', async ({ api }) => {
    const family = await makeFamily(api);
    const { db } = api.database;
    const entries = 2000;
    await db
      .insertInto('credit_ledger')
      .values(
        Array.from({ length: entries }, (_, nth) => ({
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
        })),
      )
      .execute();
    await db
      .updateTable('balances')
      .set({ credits: entries, last_entry: entries })
      .where('family_id', '=', family.id)
      .execute();
    await leave(family);
    const began = performance.now();
    await runAt(api, '2033-04-06T03:30:00Z');
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(await placesOf(api, [family.id])).toEqual([]);
  });

  test('of two processes, one deletes it', async ({ api }) => {
    for (let nth = 0; nth < 5; nth += 1) await leave(await makeFamily(api, 1));
    const before = Date.parse('2030-01-01T00:00:00Z');
    const counts = await Promise.all([1, 2].map(() => forgetFamilies(api.context(null), before)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
  });

  // On SQLite, transactions run one after the other.
  if (inject('engine') === 'postgres') {
    const BEFORE = Date.parse('2030-01-01T00:00:00Z');
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
          () => Promise.resolve(),
        );
      return { id: family.id, paymentId, change };
    };

    test('stays if its payment changes while the night waits for it', async ({ api }) => {
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

plain('one of two processes deletes old data on a day', async () => {
  const on = await newDatabase();
  const api = await startTestApp({ on });
  const other = await openDatabase({ ...on, exclusive: false });
  await makeAdmin(api);
  api.clock.set('2026-11-24T03:30:00Z');
  const contexts = [api.context(null), { ...api.context(null), database: other }];
  await Promise.all(contexts.map((context) => forgetOldData(context)));
  const settings = await api.database.db.selectFrom('settings').select('forgotten_on').execute();
  expect(settings).toEqual([{ forgotten_on: '2026-11-24' }]);
  await other.close();
  await api.close();
});
