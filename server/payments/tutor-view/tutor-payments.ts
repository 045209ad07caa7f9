// The tutor's list of payments, with the outcome of each and the sums of the months.
import { sql } from 'kysely';

import { invoiceNumberOf } from '../../../domain/payments/invoice.ts';
import type { AdminPayment, MonthOfMoney } from '../../../domain/payments/tutor-payment.ts';
import { toIso } from '../../../domain/time.ts';
import type { DateWindow } from '../../../domain/window.ts';
import { instantsOf, paymentDates } from '../../base/windows.ts';
import { runTogether } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import { readMonths } from '../books/books.ts';
import { isGranted, UNPAID } from '../locked-payment.ts';
import { type PaymentRefunds, readPaymentRefunds, returnableUntil } from '../refunds/refundable.ts';

/** What a row of the list shows, and what its refunds depend on. */
const paymentRows = (db: Db) =>
  db
    .selectFrom('payments')
    .leftJoin('invoices', 'invoices.payment_id', 'payments.id')
    .select([
      'payments.id as id',
      'family_id',
      'session_id',
      'status',
      'credits',
      'amount',
      'paid',
      'currency',
      'reversed_credits',
      'payments.created_at as created_at',
      'year',
      'number',
      'issued_at',
    ])
    .select((eb) =>
      eb
        .selectFrom('people')
        .select('name')
        .whereRef('people.family_id', '=', 'payments.family_id')
        .where(sql<boolean>`people.role = 'parent'`)
        .orderBy('people.created_at')
        .orderBy('people.id')
        .limit(1)
        .as('parent'),
    )
    .select((eb) =>
      eb
        .selectFrom('balance_transactions as b')
        .select(({ fn }) => fn.sum<number>('fee').as('fee'))
        .whereRef('b.payment_id', '=', 'payments.id')
        .where('b.kind', '=', 'payment')
        .whereRef('b.currency', '=', 'payments.currency')
        .as('fee'),
    );

type Row = Awaited<ReturnType<ReturnType<typeof paymentRows>['execute']>>[number];

/** How many of the newest checkouts that nobody has paid a list has: anybody can begin more. */
export const UNPAID_LISTED = 100;

/** The payments that were begun between the dates, newest first. */
export async function listPayments(
  db: Db,
  window: DateWindow,
  now: number,
): Promise<{ payments: AdminPayment[]; months: MonthOfMoney[] }> {
  const dates = paymentDates(window, now);
  const { from, until } = instantsOf(dates);
  const rows = await listNewest(
    newestFirst(db)
      .where('payments.created_at', '>=', from)
      .where('payments.created_at', '<', until),
  );
  return {
    payments: await toPayments(db, rows),
    months: (await readMonths(db, dates)).toReversed(),
  };
}

/** The payments of a family as in the list, newest first. */
export async function listPaymentsOf(db: Db, familyId: string): Promise<AdminPayment[]> {
  return toPayments(db, await listNewest(newestFirst(db).where('family_id', '=', familyId)));
}

/** All that were paid, and the newest of the others, newest first. */
async function listNewest(rows: ReturnType<typeof newestFirst>): Promise<Row[]> {
  const [paid, unpaid] = await runTogether([
    rows.where('status', 'not in', UNPAID).execute(),
    rows.where('status', 'in', UNPAID).limit(UNPAID_LISTED).execute(),
  ]);
  return [...paid, ...unpaid].toSorted(
    (one, other) => other.created_at - one.created_at || (one.id < other.id ? 1 : -1),
  );
}

const newestFirst = (db: Db) =>
  paymentRows(db).orderBy('payments.created_at', 'desc').orderBy('payments.id', 'desc');

async function toPayments(db: Db, rows: Row[]): Promise<AdminPayment[]> {
  const refunds = await readPaymentRefunds(db, rows);
  return rows.map((row) => toPayment(row, refunds.get(row.id)));
}

/** One payment as in the list; null if there is none. */
export async function findAdminPayment(db: Db, id: string): Promise<AdminPayment | null> {
  const row = await paymentRows(db).where('payments.id', '=', id).executeTakeFirst();
  return row === undefined ? null : ((await toPayments(db, [row]))[0] ?? null);
}

function toPayment(row: Row, refunds: PaymentRefunds | undefined): AdminPayment {
  const { id, family_id, session_id, credits, amount, paid, currency, status, issued_at } = row;
  const fee = paid === 0 ? 0 : row.fee;
  if (refunds === undefined) throw new Error(`the refunds of payment ${id} were not read`);
  return {
    id,
    session_id,
    created_at: toIso(row.created_at),
    // An invoice is issued when the credits are granted.
    granted_at: issued_at === null ? null : toIso(issued_at),
    family: row.parent === null ? null : { id: family_id, Parent_Name: row.parent },
    credits,
    amount,
    paid,
    fee,
    net: paid === null || fee === null ? null : paid - fee,
    currency,
    status,
    dispute: refunds.dispute,
    inquiry: refunds.inquiry,
    inquiry_due_at: refunds.inquiryDueAt === null ? null : toIso(refunds.inquiryDueAt),
    invoice: isGranted(status) ? invoiceNumberOf(row) : null,
    returned: refunds.payment.returned,
    returned_credits: row.reversed_credits,
    refundable: refunds.refundable,
    returnable_until: issued_at === null ? null : toIso(returnableUntil(issued_at)),
    refunds: refunds.refunds,
  };
}
