// The result of the last comparison with the provider, and its differences.
import { sql } from 'kysely';

import {
  type Difference,
  isMendable,
  type Reconciliation,
} from '../../../domain/payments/reconciliation.ts';
import { toIso } from '../../../domain/time.ts';
import { runTogether } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import { readParents } from '../../people/recipients.ts';

/** The last comparison and its differences. Instants are null if there was none yet. */
export async function readReconciliation(db: Db): Promise<Reconciliation> {
  const [row, differences, { open }] = await runTogether([
    db
      .selectFrom('reconciliation')
      .select(['checked_at', 'failed_at', 'run', 'since', 'compared', 'matched'])
      .executeTakeFirstOrThrow(),
    listDifferences(db),
    db
      .selectFrom('inquiries')
      .select(({ fn }) => fn.countAll<number>().as('open'))
      .where(sql<boolean>`state = 'open'`)
      .executeTakeFirstOrThrow(),
  ]);
  const { checked_at, failed_at, run, since, compared, matched } = row;
  return {
    checked_at: checked_at === null ? null : toIso(checked_at),
    failed_at: failed_at === null ? null : toIso(failed_at),
    running: run !== null,
    since: since === null ? null : toIso(since),
    compared,
    matched,
    differences,
    open_inquiries: open,
  };
}

/** In the order in which they were found. */
async function listDifferences(db: Db): Promise<Difference[]> {
  const rows = await db
    .selectFrom('differences')
    .selectAll()
    // A subquery finds the payment by its key. For a join PostgreSQL might read all payments.
    .select((eb) =>
      eb
        .selectFrom('payments')
        .select('family_id')
        .whereRef('payments.id', '=', 'differences.payment_id')
        .as('family_id'),
    )
    .orderBy('position')
    .execute();
  const families = [...new Set(rows.flatMap(({ family_id }) => family_id ?? []))];
  const parents = await runTogether(families.map((id) => readParents(db, id)));
  const names = new Map(families.map((id, index) => [id, parents[index]?.[0]?.name ?? null]));
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    session_id: row.session_id,
    payment_id: row.payment_id,
    Parent_Name: names.get(row.family_id ?? '') ?? null,
    provider:
      row.there_returned === null
        ? null
        : {
            amount: row.there_amount,
            returned: row.there_returned,
            currency: row.there_currency,
          },
    here: hereOf(row),
    mendable: isMendable(row.kind),
  }));
}

function hereOf({
  here_amount: amount,
  here_returned: returned,
  here_currency: currency,
  here_status: status,
}: Pick<
  Awaited<ReturnType<typeof readRow>>,
  'here_amount' | 'here_returned' | 'here_currency' | 'here_status'
>): Difference['here'] {
  return amount === null || returned === null || currency === null || status === null
    ? null
    : { amount, returned, currency, status };
}

const readRow = (db: Db) => db.selectFrom('differences').selectAll().executeTakeFirstOrThrow();

/** How many payments differ. */
export async function countDifferences(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('differences')
    .select(({ fn }) => fn.count<number>('about').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
