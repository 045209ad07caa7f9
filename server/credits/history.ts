// A family's ledger, as displayed.
import type { LedgerEntry } from '../../domain/payments/credits.ts';
import { invoiceNumberOf } from '../../domain/payments/invoice.ts';
import { toIso } from '../../domain/time.ts';
import type { InstantWindow } from '../base/windows.ts';
import type { Db } from '../engine/database.ts';

/** The entries of the window, newest first, and whether earlier entries exist. */
export async function listHistory(
  db: Db,
  familyId: string,
  window: Pick<InstantWindow, 'from' | 'until'>,
): Promise<{ entries: LedgerEntry[]; hasEarlier: boolean }> {
  const earlier = await db
    .selectFrom('credit_ledger')
    .select('seq')
    .where('family_id', '=', familyId)
    .where('created_at', '<', window.from)
    .limit(1)
    .executeTakeFirst();
  return { entries: await listEntries(db, familyId, window), hasEarlier: earlier !== undefined };
}

/** The entries of the window, newest first. */
export async function listEntries(
  db: Db,
  familyId: string,
  { from, until }: Pick<InstantWindow, 'from' | 'until'>,
): Promise<LedgerEntry[]> {
  let query = db
    .selectFrom('credit_ledger')
    .leftJoin('bookings', 'bookings.id', 'credit_ledger.booking_id')
    .leftJoin('lessons', 'lessons.id', 'bookings.lesson_id')
    .leftJoin('students', 'students.id', 'bookings.student_id')
    .leftJoin('payments', 'payments.id', 'credit_ledger.payment_id')
    .leftJoin('invoices', 'invoices.payment_id', 'payments.id')
    .leftJoin('ledger_reasons', (join) =>
      join
        .onRef('ledger_reasons.family_id', '=', 'credit_ledger.family_id')
        .onRef('ledger_reasons.seq', '=', 'credit_ledger.seq'),
    )
    .select(({ eb }) => [
      'credit_ledger.seq as number',
      'kind',
      'credit_ledger.amount as amount',
      'balance_after as balance',
      'credit_ledger.created_at as created_at',
      eb
        .case()
        .when('lessons.deleted_at', 'is', null)
        .then(eb.ref('lessons.id'))
        .end()
        .as('Lesson_ID'),
      'bookings.student_id as Student_ID',
      'students.name as Student_Name',
      'lessons.name as Lesson_Name',
      'lessons.date as Lesson_Date',
      'lessons.time as Lesson_Time',
      'payments.paid as price',
      'payments.currency as currency',
      'year',
      'invoices.number as invoice_number',
      'reason',
    ])
    .where('credit_ledger.family_id', '=', familyId)
    .where('credit_ledger.created_at', '>=', from);
  if (until !== null) query = query.where('credit_ledger.created_at', '<', until);
  const rows = await query.orderBy('credit_ledger.seq', 'desc').execute();
  return rows.map(({ year, invoice_number, ...row }) => ({
    ...row,
    invoice: invoiceNumberOf({ year, number: invoice_number }),
    created_at: toIso(row.created_at),
  }));
}
