// Payments that need the tutor's attention because the server cannot settle them.
import { sql } from 'kysely';

import { runTogether } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';

export interface PaymentToLookAt {
  readonly reason: 'mismatched' | 'disputed' | 'inquiry' | 'shortfall' | 'without_account';
  /**
   * In minor units of `currency`: for a dispute or an inquiry its amount, otherwise the amount
   * asked.
   */
  readonly amount: number;
  readonly currency: string;
  /** The missing credits for a shortfall, otherwise the credits of the payment. */
  readonly credits: number;
  /** Null once the family's account is deleted. */
  readonly family_id: string | null;
}

/**
 * Lists open disputes and inquiries, and other payments that changed at or after `since` (epoch
 * milliseconds).
 */
export async function listPaymentsToLookAt(db: Db, since: number): Promise<PaymentToLookAt[]> {
  const payments = db
    .selectFrom('payments')
    .innerJoin('families', 'families.id', 'payments.family_id')
    .select([
      'currency',
      sql<string | null>`case when families.deleted_at is null then families.id end`.as(
        'family_id',
      ),
    ]);
  const disputes = payments
    .innerJoin('disputes', 'disputes.payment_id', 'payments.id')
    .select(['disputes.amount as amount', 'payments.credits as credits'])
    .orderBy('disputes.created_at');
  const changed = payments.where('payments.updated_at', '>=', since).orderBy('payments.updated_at');
  const [disputed, appealed, inquiries, mismatched, shortfalls, withoutAccount] = await runTogether(
    [
      // Literals, so that SQLite uses the partial indexes.
      disputes.where(sql<boolean>`disputes.status = 'open'`).execute(),
      disputes.where(sql<boolean>`disputes.is_appealed = 1`).execute(),
      payments
        .innerJoin('inquiries', 'inquiries.payment_id', 'payments.id')
        .select(['inquiries.amount as amount', 'payments.credits as credits'])
        .where(sql<boolean>`inquiries.state = 'open'`)
        .orderBy('inquiries.created_at')
        .execute(),
      // The amount actually paid is not stored, so any refund counts as settling it.
      changed
        .select(['amount', 'credits'])
        .where('status', '=', 'mismatched')
        .where('refunded_amount', '=', 0)
        .execute(),
      changed
        .innerJoin('refund_shortfalls', 'refund_shortfalls.payment_id', 'payments.id')
        .select((eb) => [
          'amount',
          eb('refund_shortfalls.credits', '-', eb.ref('refund_shortfalls.taken')).as('credits'),
        ])
        .whereRef('refund_shortfalls.taken', '<', 'refund_shortfalls.credits')
        .execute(),
      changed
        .innerJoin('credit_ledger', 'credit_ledger.payment_id', 'payments.id')
        .select(['payments.amount as amount', 'payments.credits as credits'])
        .where('status', '=', 'paid')
        .where(sql<boolean>`credit_ledger.kind = 'purchase'`)
        .whereRef('credit_ledger.created_at', '>=', 'families.deleted_at')
        .execute(),
    ],
  );
  return [
    ...[...disputed, ...appealed].map((row) => ({ reason: 'disputed' as const, ...row })),
    ...inquiries.map((row) => ({ reason: 'inquiry' as const, ...row })),
    ...mismatched.map((row) => ({ reason: 'mismatched' as const, ...row })),
    ...shortfalls.map((row) => ({ reason: 'shortfall' as const, ...row })),
    ...withoutAccount.map((row) => ({ reason: 'without_account' as const, ...row })),
  ];
}
