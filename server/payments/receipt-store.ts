// The receipt of a payment, sent once more.
import { creditCount } from '../../domain/credits.ts';
import { Refusal } from '../../domain/errors.ts';
import { invoiceNumber } from '../../domain/invoice.ts';
import { readParents } from '../accounts/recipient-store.ts';
import type { AdminActor } from '../accounts/session-store.ts';
import { recordActivity } from '../activity/store.ts';
import { type Context, transact } from '../db/context.ts';
import { listPaidLessons } from './lessons-store.ts';
import { receipt } from './messages.ts';
import { queueMail } from '../mail/store.ts';

/** Queues the receipt of a paid purchase once more. Throws payment_not_found. */
export async function resendReceipt(context: Context<AdminActor>, id: string): Promise<void> {
  await transact(context, async (work) => {
    const purchase = await work.tx
      .selectFrom('purchases')
      .innerJoin('balances', 'balances.family_id', 'purchases.family_id')
      .innerJoin('invoices', 'purchase_id', 'purchases.id')
      .select([
        'purchases.id as id',
        'purchases.credits as credits',
        'amount',
        'currency',
        'purchases.family_id as family_id',
        'balances.credits as balance',
        'issued_at as paid_at',
        'year',
        'number',
      ])
      .where('purchases.id', '=', id)
      .executeTakeFirst();
    if (purchase === undefined) throw new Refusal('payment_not_found');
    const parents = await readParents(work.tx, purchase.family_id);
    if (parents.length === 0) throw new Refusal('payment_not_found');
    const lessons = await listPaidLessons(work.tx, id, work.now);
    const paid = { ...purchase, invoice: invoiceNumber(purchase), lessons };
    for (const to of parents) await queueMail(work, receipt(paid, to, purchase.balance, work.now));
    await recordActivity(work, {
      adminId: work.actor.id,
      kind: 'receipt_sent',
      familyId: purchase.family_id,
      detail: creditCount(purchase.credits),
    });
  });
}
