// What came in and went back in each UK month.
import { type ExpressionBuilder, sql } from 'kysely';

import { type Dates, monthsOf } from '../../../domain/window.ts';
import { startsAt, instantsOf } from '../../base/windows.ts';
import type { Tables } from '../../schema/tables.ts';
import { GRANTED } from '../locked-payment.ts';

/** The instants of a month: from `column2` up to but not including `column3`. */
interface MonthRow {
  readonly column1: string;
  readonly column2: number;
  readonly column3: number;
}
export type Months = ExpressionBuilder<Tables & { months: MonthRow }, 'months'>;

/**
 * The months that the dates touch, as a table, in which only what lies between the dates counts.
 */
export function monthsTable(dates: Dates) {
  const span = instantsOf(dates);
  const months = monthsOf(dates);
  const firsts = months.map((month) => startsAt(`${month}-01`, '00:00:00'));
  const rows = months.map((month, position) => {
    const from = Math.max(span.from, firsts[position] ?? span.from);
    const until = firsts[position + 1] ?? span.until;
    return sql`(cast(${month} as text), cast(${from} as bigint), cast(${until} as bigint))`;
  });
  return sql<MonthRow>`(values ${sql.join(rows)})`.as('months');
}

/** The pence of the payments whose credits were granted in the month. */
export const paidInMonth = (eb: Months) =>
  eb
    .selectFrom('credit_ledger')
    .innerJoin('payments', 'payments.id', 'credit_ledger.payment_id')
    .select((own) => own.fn.coalesce(own.fn.sum<number>('payments.paid'), own.lit(0)).as('paid'))
    // Spelt out, so that SQLite uses the index of grants.
    .where(sql<boolean>`kind = 'purchase'`)
    .whereRef('credit_ledger.created_at', '>=', 'months.column2')
    .whereRef('credit_ledger.created_at', '<', 'months.column3');

/**
 * The pence of the refunds that were made or asked for in the month. A payment that was never
 * granted has brought nothing in.
 */
export const refundedInMonth = (eb: Months) =>
  eb
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select((own) =>
      own.fn.coalesce(own.fn.sum<number>('refunds.amount'), own.lit(0)).as('refunded'),
    )
    .where('payments.status', 'in', GRANTED)
    .where('refunds.state', '<>', 'failed')
    .whereRef('refunds.created_at', '>=', 'months.column2')
    .whereRef('refunds.created_at', '<', 'months.column3');

/** The pence of the disputes that were lost in the month. */
export const lostInMonth = (eb: Months) =>
  eb
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .select((own) => own.fn.coalesce(own.fn.sum<number>('disputes.amount'), own.lit(0)).as('lost'))
    .where(sql<boolean>`disputes.status = 'lost'`)
    .where('payments.status', 'in', GRANTED)
    .whereRef('disputes.updated_at', '>=', 'months.column2')
    .whereRef('disputes.updated_at', '<', 'months.column3');
