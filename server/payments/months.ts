// What came in and went back in each UK month.
import { type ExpressionBuilder, sql } from 'kysely';

import type { Tables } from '../schema/tables.ts';
import { GRANTED } from './locked-payment.ts';

/** The instants of a month: from `column2` up to but not including `column3`. */
export interface MonthRow {
  readonly column1: string;
  readonly column2: number;
  readonly column3: number;
}
type Months = ExpressionBuilder<Tables & { months: MonthRow }, 'months'>;

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
 * The pence that refunds returned in the month. Each row has the total by then, so a refund is the
 * difference from the total below. A payment that was never granted has brought nothing in.
 */
export const refundedInMonth = (eb: Months) =>
  eb
    .selectFrom('payment_refunds as refund')
    .innerJoin('payments', 'payments.id', 'refund.payment_id')
    .select((own) => {
      const below = own
        .selectFrom('payment_refunds as earlier')
        .select((inner) => inner.fn.max('earlier.total').as('total'))
        .whereRef('earlier.payment_id', '=', 'refund.payment_id')
        .whereRef('earlier.total', '<', 'refund.total');
      const pence = sql<number>`refund.total - coalesce(${below}, 0)`;
      return own.fn.coalesce(own.fn.sum<number>(pence), own.lit(0)).as('refunded');
    })
    .where('payments.status', 'in', GRANTED)
    .whereRef('refund.refunded_at', '>=', 'months.column2')
    .whereRef('refund.refunded_at', '<', 'months.column3');

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
