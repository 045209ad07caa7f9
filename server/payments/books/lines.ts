// Every line of the books: each payment, refund and dispute on the day on which its money moved,
// with what the provider charged for it.
import { sql } from 'kysely';

import { CURRENCY } from '../../../domain/business-words.ts';
import type { BookLine } from '../../../domain/payments/books.ts';
import { invoiceNumberOf } from '../../../domain/payments/invoice.ts';
import { ukDate } from '../../../domain/time.ts';
import { runTogether } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import { GRANTED } from '../locked-payment.ts';

/** Instants from `from` up to but not including `until`. */
interface Span {
  readonly from: number;
  readonly until: number;
}

/** A line with what the answer of the API leaves out. */
export interface FullBookLine extends BookLine {
  readonly family_id: string;
  readonly currency: string;
  readonly at: number;
  /** When it or its fee was last recorded. */
  readonly changed_at: number;
}

/** A row for each balance transaction of a line, or one without any. */
interface Row {
  readonly id: string;
  readonly family_id: string;
  readonly year: number | null;
  readonly number: number | null;
  readonly amount: number | null;
  readonly at: number | null;
  readonly recorded_at: number;
  readonly currency: string;
  readonly fee: number | null;
  readonly fee_currency: string | null;
  readonly fee_recorded_at: number | null;
}

/** The lines of the span, oldest first. */
export async function readLines(db: Db, span: Span): Promise<FullBookLine[]> {
  const [paid, refunded, undone, withdrawn, returned] = await runTogether([
    readPaid(db, span),
    readRefunded(db, span),
    readFailedRefunds(db, span),
    readWithdrawn(db, span),
    readReturned(db, span),
  ]);
  return [
    ...toLines(paid, 'payment', 1),
    ...toLines(refunded, 'refund', -1),
    ...toLines(undone, 'refund', 1),
    ...toLines(withdrawn, 'dispute', -1),
    ...toLines(returned, 'dispute', 1),
  ].toSorted((one, other) => one.at - other.at);
}

const payments = (db: Db) =>
  db
    .selectFrom('payments')
    .leftJoin('invoices', 'invoices.payment_id', 'payments.id')
    .select(['payments.family_id as family_id', 'year', 'number', 'payments.currency as currency'])
    .where('payments.status', 'in', GRANTED);

/** The columns of a balance transaction `b`. */
const feeColumns = [
  'fee',
  'b.currency as fee_currency',
  'b.recorded_at as fee_recorded_at',
] as const;

const readPaid = (db: Db, { from, until }: Span): Promise<Row[]> =>
  payments(db)
    .leftJoin('balance_transactions as b', (join) =>
      join.onRef('b.payment_id', '=', 'payments.id').on('b.kind', '=', 'payment'),
    )
    .select(['payments.id as id', 'paid as amount', 'paid_at as at'])
    .select((eb) => eb.fn.coalesce('issued_at', 'payments.created_at').as('recorded_at'))
    .select(feeColumns)
    .where('paid_at', '>=', from)
    .where('paid_at', '<', until)
    .execute();

/** Refunds with what the provider charged for them, or for their failure. */
const refunds = (db: Db, kind: 'refund' | 'refund_failure') =>
  payments(db)
    .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
    .leftJoin('balance_transactions as b', (join) =>
      join.onRef('b.object_id', '=', 'refunds.provider_id').on('b.kind', '=', kind),
    )
    .select(['refunds.id as id', 'refunds.amount as amount'])
    .select('refunds.updated_at as recorded_at')
    .select(feeColumns);

const readRefunded = (db: Db, { from, until }: Span): Promise<Row[]> =>
  refunds(db, 'refund')
    .select('settled_at as at')
    .where('settled_at', '>=', from)
    .where('settled_at', '<', until)
    .execute();

/** Refunds that were settled and failed later. */
const readFailedRefunds = (db: Db, { from, until }: Span): Promise<Row[]> =>
  refunds(db, 'refund_failure')
    .select('refunds.updated_at as at')
    // Literals, so that SQLite uses the partial index.
    .where(sql<boolean>`refunds.state = 'failed' and settled_at is not null`)
    .where('refunds.updated_at', '>=', from)
    .where('refunds.updated_at', '<', until)
    .execute();

/** Disputes with what the provider charged as they began or ended. */
const disputes = (db: Db, kind: 'dispute' | 'dispute_return') =>
  payments(db)
    .innerJoin('disputes', 'disputes.payment_id', 'payments.id')
    .leftJoin('balance_transactions as b', (join) =>
      join.onRef('b.object_id', '=', 'disputes.id').on('b.kind', '=', kind),
    )
    .select(['disputes.id as id', 'disputes.amount as amount'])
    .select(feeColumns);

const readWithdrawn = (db: Db, { from, until }: Span): Promise<Row[]> =>
  disputes(db, 'dispute')
    .select(['withdrawn_at as at', 'disputes.created_at as recorded_at'])
    .where('withdrawn_at', '>=', from)
    .where('withdrawn_at', '<', until)
    .execute();

const readReturned = (db: Db, { from, until }: Span): Promise<Row[]> =>
  disputes(db, 'dispute_return')
    .select(['returned_at as at', 'disputes.updated_at as recorded_at'])
    .where('returned_at', '>=', from)
    .where('returned_at', '<', until)
    .execute();

/** One line for the rows of each object, whose fees add up. */
function toLines(rows: readonly Row[], what: BookLine['what'], sign: 1 | -1): FullBookLine[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { family_id, year, number, amount, currency } = first;
    const at = first.at ?? first.recorded_at;
    const differs = own.some(
      ({ fee_currency }) => currency !== CURRENCY || (fee_currency ?? CURRENCY) !== CURRENCY,
    );
    const gross = sign * (amount ?? 0);
    const fee = differs ? null : feeOf(own, gross);
    return {
      date: ukDate(at),
      what,
      invoice: year === null || number === null ? null : invoiceNumberOf({ year, number }),
      gross,
      fee,
      net: fee === null ? null : gross - fee,
      differs,
      family_id,
      currency,
      at,
      changed_at: Math.max(
        ...own.map(({ recorded_at, fee_recorded_at }) =>
          Math.max(recorded_at, fee_recorded_at ?? 0),
        ),
      ),
    };
  });
}

/** Null until it is known; nothing is charged for what cost nothing. */
function feeOf(rows: readonly Row[], gross: number): number | null {
  if (gross === 0) return 0;
  const fees = rows.flatMap(({ fee }) => fee ?? []);
  return fees.length === 0 ? null : fees.reduce((sum, fee) => sum + fee, 0);
}
