// Money that went back to a family, and the credits that go with it.
import { reversalTarget } from '../../domain/payment.ts';
import { adminEmails } from '../accounts/store.ts';
import { takeBack } from '../credits/return-store.ts';
import { type Db, transact, type Tx } from '../db/index.ts';
import { refundShortfall } from '../mail/admin-messages.ts';
import { queueMail } from '../mail/store.ts';
import { type HeldPurchase, holdPurchase, isGranted } from './held-purchase.ts';
import type { RefundFacts } from './stripe.ts';

/** Takes in the sum refunded so far. Returns whether it belongs to a purchase here. */
export async function applyRefund(db: Db, now: number, refund: RefundFacts): Promise<boolean> {
  return transact(db, async (tx) => {
    const purchase =
      (refund.purchaseId !== null ? await holdPurchase(tx, now, 'id', refund.purchaseId) : null) ??
      (refund.paymentIntent !== null
        ? await holdPurchase(tx, now, 'payment_intent', refund.paymentIntent)
        : null);
    if (purchase === null) return false;
    const refunded = Math.max(purchase.refunded_amount, refund.refunded);
    await tx
      .updateTable('purchases')
      .set({ refunded_amount: refunded })
      .where('id', '=', purchase.id)
      .execute();
    if (isGranted(purchase.status)) await settleRefund(tx, now, purchase, refunded);
    return true;
  });
}

/** Takes back what `refunded` stands for and was not yet accounted for; what is already spent is told to the admin. */
export async function settleRefund(
  tx: Tx,
  now: number,
  purchase: HeldPurchase,
  refunded: number,
): Promise<void> {
  const target = reversalTarget(purchase.credits, refunded, purchase.amount);
  const due = target - purchase.reversed_credits;
  if (due > 0) {
    const missing = await takeBack(tx, now, purchase.student_id, purchase.id, due);
    if (missing > 0)
      for (const email of await adminEmails(tx))
        await queueMail(tx, now, refundShortfall(purchase.id, refunded, missing, email));
  }
  await tx
    .updateTable('purchases')
    .set({
      reversed_credits: Math.max(target, purchase.reversed_credits),
      status: refunded >= purchase.amount ? 'refunded' : purchase.status,
    })
    .where('id', '=', purchase.id)
    .execute();
}
