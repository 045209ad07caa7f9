// Resends the receipt of a payment.
import { Refusal } from '../../../domain/errors.ts';
import { creditCount } from '../../../domain/payments/credits.ts';
import { invoiceNumber } from '../../../domain/payments/invoice.ts';
import { recordActivity } from '../../activity/activities.ts';
import { queueEmail } from '../../email/queue.ts';
import { type Context, transact } from '../../engine/context.ts';
import { readParents } from '../../people/recipients.ts';
import type { AdminActor } from '../../sessions/sessions.ts';
import { receiptEmail } from '../emails.ts';
import { findPaidClashes, listPaidLessons } from '../reservations/paid-lessons.ts';

/** Queues the receipt of a paid payment again. Throws payment_not_found. */
export async function resendReceipt(context: Context<AdminActor>, id: string): Promise<void> {
  await transact(context, async (work) => {
    const payment = await work.tx
      .selectFrom('payments')
      .innerJoin('balances', 'balances.family_id', 'payments.family_id')
      .innerJoin('invoices', 'payment_id', 'payments.id')
      .select([
        'payments.id as id',
        'payments.credits as credits',
        'amount',
        'paid',
        'currency',
        'payments.family_id as family_id',
        'balances.credits as balance',
        'issued_at',
        'year',
        'number',
      ])
      .where('payments.id', '=', id)
      .executeTakeFirst();
    if (payment === undefined) throw new Refusal('payment_not_found');
    const parents = await readParents(work.tx, payment.family_id);
    if (parents.length === 0) throw new Refusal('payment_not_found');
    const lessons = await listPaidLessons(work.tx, id, work.now);
    const clashes = await findPaidClashes(work.tx, payment.family_id, { lessons, now: work.now });
    const paid = { ...payment, invoice: invoiceNumber(payment), lessons, clashes };
    for (const to of parents)
      await queueEmail(work, receiptEmail(paid, to, payment.balance, work.now));
    await recordActivity(work, {
      adminId: work.actor.id,
      kind: 'receipt_sent',
      familyId: payment.family_id,
      detail: creditCount(payment.credits),
    });
  });
}
