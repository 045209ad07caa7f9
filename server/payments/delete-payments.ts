// Deletes the payments of a family that is being forgotten. The numbers and dates of its invoices
// stay, so that the numbers of each year remain without a gap.
import type { Work } from '../engine/context.ts';

/** The tables whose rows each belong to a payment. */
export const OF_PAYMENTS = [
  'invoices',
  'refunds',
  'disputes',
  'inquiries',
  'balance_transactions',
  'refund_shortfalls',
] as const;

/** The family's ledger has been deleted before. */
export async function deletePayments({ tx }: Work, familyId: string): Promise<void> {
  const payments = tx.selectFrom('payments').select('id').where('family_id', '=', familyId);
  await tx
    .insertInto('former_invoices')
    .columns(['year', 'number', 'issued_at'])
    .expression((eb) =>
      eb
        .selectFrom('invoices')
        .select(['year', 'number', 'issued_at'])
        .where('payment_id', 'in', payments),
    )
    .execute();
  await tx.deleteFrom('payment_lessons').where('family_id', '=', familyId).execute();
  for (const table of OF_PAYMENTS)
    await tx.deleteFrom(table).where('payment_id', 'in', payments).execute();
  await tx.deleteFrom('payments').where('family_id', '=', familyId).execute();
}
