// Invoices: numbers each payment when its credits are granted, and reads invoices for display.
import { Refusal } from '../../../domain/errors.ts';
import {
  type Invoice,
  invoiceNumber,
  invoiceNumberOf,
  invoiceYear,
  type ReturnedMoney,
  type Seller,
} from '../../../domain/payments/invoice.ts';
import type { PaymentStatus } from '../../../domain/payments/payment.ts';
import type { FamilyPayment } from '../../../domain/payments/refund.ts';
import { toIso } from '../../../domain/time.ts';
import type { Work } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import { readParents } from '../../people/recipients.ts';
import { isGranted, paidOf } from '../locked-payment.ts';
import { NOTHING, readPaymentRefunds, returnableUntil } from '../refunds/refundable.ts';
import { refundRows } from '../refunds/stored-refunds.ts';

/**
 * Assigns the year's next invoice number to a payment that was just granted, and returns the
 * formatted number. The counter is the last row that a transaction locks, after every balance. A
 * transaction that locks it waits for no other lock, so payments cannot deadlock on it.
 */
export async function issueInvoice({ tx, now }: Work, paymentId: string): Promise<string> {
  const year = invoiceYear(now);
  const { last: number } = await tx
    .insertInto('invoice_years')
    .values({ year, last: 1 })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet((eb) => ({ last: eb('invoice_years.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('invoices')
    .values({ payment_id: paymentId, year, number, issued_at: now })
    .execute();
  return invoiceNumber({ year, number });
}

/** A family's confirmed payments with the lessons booked by each, latest invoice first. */
export async function listInvoicedPayments(db: Db, familyId: string): Promise<FamilyPayment[]> {
  const [rows, lessons] = await Promise.all([
    db
      .selectFrom('payments')
      .innerJoin('invoices', 'payment_id', 'payments.id')
      .select([
        'id',
        'status',
        'credits',
        'amount',
        'paid',
        'currency',
        'year',
        'number',
        'issued_at',
        'family_id',
        'reversed_credits',
      ])
      .where('family_id', '=', familyId)
      .orderBy('year', 'desc')
      .orderBy('number', 'desc')
      .execute(),
    listBookedByPayment(db, familyId),
  ]);
  const refundsById = await readPaymentRefunds(db, rows);
  return rows.map((row) => {
    const { id, credits, amount, currency, status, issued_at } = row;
    const { refundable, refunds } = refundsById.get(id) ?? { refundable: NOTHING, refunds: [] };
    return {
      id,
      credits,
      amount,
      currency,
      paid: paidOf(row),
      status: status === 'refunded' ? 'refunded' : 'paid',
      invoice: invoiceNumber(row),
      issued_at: toIso(issued_at),
      lessons: (lessons.get(id) ?? []).map(({ payment_id: _, ...lesson }) => lesson),
      refundable,
      returnable_until: toIso(returnableUntil(issued_at)),
      refunds,
    };
  });
}

/** The lessons that a family booked together with its payments, by payment. */
async function listBookedByPayment(db: Db, familyId: string) {
  const rows = await db
    .selectFrom('payment_lessons')
    .innerJoin('lessons', 'lessons.id', 'payment_lessons.lesson_id')
    .innerJoin('students', 'students.id', 'payment_lessons.student_id')
    .select(({ eb }) => [
      'payment_id',
      eb
        .case()
        .when('lessons.deleted_at', 'is', null)
        .then(eb.ref('lessons.id'))
        .end()
        .as('Lesson_ID'),
      'lessons.name as Lesson_Name',
      'lessons.date as Lesson_Date',
      'lessons.time as Lesson_Time',
      'students.id as Student_ID',
      'students.name as Student_Name',
    ])
    .where('payment_lessons.family_id', '=', familyId)
    .where('booking_id', 'is not', null)
    .orderBy('payment_id')
    .orderBy('position')
    .execute();
  return Map.groupBy(rows, ({ payment_id }) => payment_id);
}

/** Reads a payment's invoice, for one family if `familyId` is given. Throws payment_not_found. */
export async function readInvoice(
  db: Db,
  { id, familyId }: { id: string; familyId?: string },
  seller: Seller,
): Promise<{ status: PaymentStatus; invoice: Invoice | null }> {
  const row = await db
    .selectFrom('payments')
    .leftJoin('invoices', 'payment_id', 'payments.id')
    .select(['family_id', 'status', 'credits', 'package_name', 'amount', 'paid', 'currency'])
    .select(['year', 'number', 'issued_at'])
    .where('id', '=', id)
    .$if(familyId !== undefined, (query) => query.where('family_id', '=', familyId ?? ''))
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('payment_not_found');
  const { status, credits, package_name, amount, currency, issued_at } = row;
  const number = invoiceNumberOf(row);
  if (!isGranted(status) || number === null || issued_at === null) return { status, invoice: null };
  const paid = paidOf(row);
  const [buyer] = await readParents(db, row.family_id);
  const invoice = {
    id,
    number,
    issued_at: toIso(issued_at),
    seller,
    buyer: buyer === undefined ? null : { name: buyer.name, email: buyer.email },
    credits,
    package: package_name,
    amount,
    discount: amount - paid,
    paid,
    currency,
    returned: await listReturns(db, id),
  };
  return { status, invoice };
}

/** Refunds and lost disputes of a payment, oldest first. */
async function listReturns(db: Db, paymentId: string): Promise<ReturnedMoney[]> {
  const refunds = await refundRows(db)
    .where('payment_id', '=', paymentId)
    .where('state', '<>', 'failed')
    .execute();
  const lost = await db
    .selectFrom('disputes')
    .select(['amount', 'updated_at as at'])
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'lost')
    .orderBy('id')
    .execute();
  return [
    ...refunds.map(({ amount, created_at: at }) => ({ how: 'refund' as const, amount, at })),
    ...lost.map((dispute) => ({ how: 'dispute' as const, ...dispute })),
  ]
    .toSorted((one, other) => one.at - other.at)
    .map((one) => ({ ...one, at: toIso(one.at) }));
}
