// Money that went back to a family, and the credits that go with it.
import { reversalTarget } from '../../domain/payment.ts';
import { adminEmails } from '../accounts/store.ts';
import { takeBack } from '../credits/return-store.ts';
import { type Db, transact, type Tx } from '../db/index.ts';
import { refundShortfall } from '../mail/admin-messages.ts';
import { queueMail } from '../mail/store.ts';
import { type HeldPurchase, holdPurchase, isGranted } from './held-purchase.ts';
import type { RefundFacts } from './webhook.ts';

/** Takes in the sum refunded so far. Returns whether it belongs to a purchase here. */
export async function applyRefund(db: Db, now: number, refund: RefundFacts): Promise<boolean> {
  return transact(db, async (tx) => {
    const purchase =
      (refund.purchaseId !== null ? await holdPurchase(tx, now, 'id', refund.purchaseId) : null) ??
      (refund.paymentIntent !== null
        ? await holdPurchase(tx, now, 'payment_intent', refund.paymentIntent)
        : null);
    if (purchase === null) return false;
    const refunded_amount = Math.max(purchase.refunded_amount, refund.refunded);
    await tx.updateTable('purchases').set({ refunded_amount }).where('id', '=', purchase.id).execute();
    await settleReturned(tx, now, { ...purchase, refunded_amount });
    return true;
  });
}

/**
 * Takes back what the money that went back stands for and was not yet accounted for: refunds and lost disputes together,
 * as an absolute target. What is already spent is told to the admin. A purchase that is not granted yet is settled with
 * its grant.
 */
export async function settleReturned(tx: Tx, now: number, purchase: HeldPurchase): Promise<void> {
  if (!isGranted(purchase.status)) return;
  const returned = purchase.refunded_amount + (await readLost(tx, purchase.id));
  const target = reversalTarget(purchase.credits, returned, purchase.amount);
  const due = target - purchase.reversed_credits;
  if (due > 0) {
    const missing = await takeBack(tx, now, purchase.student_id, purchase.id, due);
    if (missing > 0)
      for (const email of await adminEmails(tx))
        await queueMail(tx, now, refundShortfall(purchase.id, returned, missing, email));
  }
  await tx
    .updateTable('purchases')
    .set({
      reversed_credits: Math.max(target, purchase.reversed_credits),
      status: returned >= purchase.amount ? 'refunded' : purchase.status,
    })
    .where('id', '=', purchase.id)
    .execute();
}

/** The sum that lost disputes have taken, in minor units. */
async function readLost(tx: Tx, purchaseId: string): Promise<number> {
  const { lost } = await tx
    .selectFrom('disputes')
    .select(({ fn }) => fn.sum<number | null>('amount').as('lost'))
    .where('purchase_id', '=', purchaseId)
    .where('status', '=', 'lost')
    .executeTakeFirstOrThrow();
  return lost ?? 0;
}
