// The receipt of a payment, sent once more.
import { sql } from 'kysely';

import { creditCount } from '../../domain/credits.ts';
import { Refusal } from '../../domain/errors.ts';
import type { Actor } from '../accounts/session-store.ts';
import { recordActivity } from '../activity/store.ts';
import { type Context, transact } from '../context.ts';
import { receipt } from './messages.ts';
import { queueMail } from '../mail/store.ts';

/** Queues the receipt of a paid purchase once more. Throws payment_not_found. */
export async function resendReceipt(context: Context<Actor>, id: string): Promise<void> {
  await transact(context, async (work) => {
    const purchase = await work.tx
      .selectFrom('purchases')
      .innerJoin('students', 'students.id', 'purchases.student_id')
      .innerJoin('balances', 'balances.student_id', 'students.id')
      .select([
        'purchases.id as id',
        'purchases.credits as credits',
        'amount',
        'currency',
        'status',
        'students.id as student_id',
        'parent_email',
        'parent_name',
        'student_name',
        'balances.credits as balance',
        sql<number>`coalesce((select created_at from credit_ledger
          where purchase_id = purchases.id and kind = 'purchase'), purchases.created_at)`.as('paid_at'),
      ])
      .where('purchases.id', '=', id)
      .where('students.deleted_at', 'is', null)
      .executeTakeFirst();
    if (purchase === undefined || (purchase.status !== 'paid' && purchase.status !== 'refunded'))
      throw new Refusal('payment_not_found');
    await queueMail(work, receipt(purchase, purchase, purchase.balance, work.now));
    await recordActivity(work, {
      adminId: work.actor.id,
      kind: 'receipt_sent',
      studentId: purchase.student_id,
      detail: creditCount(purchase.credits),
    });
  });
}
