// Reads both sides of a comparison in batches: what the provider has said, and the payments here.
import { sql } from 'kysely';

import type { Db } from '../../engine/database.ts';
import type { Span } from './provider.ts';

/** Rows for one statement. */
const BATCH = 500;

type FactRow = Awaited<ReturnType<typeof readFacts>>[number];

const readFacts = (db: Db, run: string, kind: 'session' | 'refund' | 'dispute', after: string) =>
  db
    .selectFrom('reconciliation_facts')
    .select(['object_id', 'payment_id', 'payment_intent', 'facts'])
    .where('run', '=', run)
    .where('kind', '=', kind)
    .where('object_id', '>', after)
    .orderBy('object_id')
    .limit(BATCH)
    .execute();

export async function* factBatches(db: Db, run: string, kind: 'session' | 'refund' | 'dispute') {
  let after = '';
  for (;;) {
    const facts = await readFacts(db, run, kind, after);
    if (facts.length === 0) return;
    yield facts;
    after = facts.at(-1)?.object_id ?? '';
  }
}

const storedPayments = (db: Db) =>
  db.selectFrom('payments').select((eb) => [
    'id',
    'session_id',
    'payment_intent',
    'status',
    'amount',
    'paid',
    'accepts_codes',
    'currency',
    'refunded_amount',
    'created_at',
    eb
      .selectFrom('disputes')
      .select((own) => own.fn.coalesce(own.fn.sum<number>('amount'), own.lit(0)).as('lost'))
      .whereRef('disputes.payment_id', '=', 'payments.id')
      .where('disputes.status', '=', 'lost')
      .as('lost'),
    eb
      .selectFrom('refunds')
      .select((own) => own.fn.coalesce(own.fn.sum<number>('amount'), own.lit(0)).as('asked'))
      .whereRef('refunds.payment_id', '=', 'payments.id')
      .where(sql<boolean>`refunds.state = 'asked'`)
      .where('provider_id', 'is', null)
      .as('asked'),
  ]);

export async function readPayments(db: Db, by: 'id' | 'payment_intent', values: string[]) {
  const rows = await storedPayments(db)
    .where(by, 'in', [...new Set(values)])
    .execute();
  return new Map(rows.map((row) => [row[by] ?? '', toStored(row)]));
}

interface Sums {
  readonly lost: number | null;
  readonly asked: number | null;
}

const toStored = <Row extends Sums>(row: Row) => ({
  ...row,
  lost: row.lost ?? 0,
  asked: row.asked ?? 0,
});

/** The facts of payments that are stored here, whether they name the payment or its intent. */
export async function withPayments(db: Db, facts: FactRow[]) {
  const ids = facts.map(({ payment_id }) => payment_id ?? '');
  const intents = facts.map(({ payment_intent }) => payment_intent ?? '');
  const byId = await readPayments(db, 'id', ids);
  const byIntent = await readPayments(db, 'payment_intent', intents);
  return facts.flatMap((fact) => {
    const here = byId.get(fact.payment_id ?? '') ?? byIntent.get(fact.payment_intent ?? '');
    return here === undefined ? [] : [{ fact, here }];
  });
}

/** The payments granted here that were created in the span, in pages. */
export async function* listGrantedPayments(db: Db, { since, until }: Span) {
  let [from, after] = [since, ''];
  for (;;) {
    const rows = await storedPayments(db)
      // Literals, so that SQLite uses the partial index.
      .where(sql<boolean>`status in ('paid', 'refunded')`)
      .where('created_at', '<=', until)
      .where((eb) =>
        eb.or([
          eb('created_at', '>', from),
          eb.and([eb('created_at', '=', from), eb('id', '>', after)]),
        ]),
      )
      .where('created_at', '>=', from)
      .orderBy('created_at')
      .orderBy('id')
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    yield rows.map(toStored);
    const last = rows.at(-1);
    [from, after] = [last?.created_at ?? until, last?.id ?? ''];
  }
}
