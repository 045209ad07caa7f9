// Money that went back to a family, and the credits that go with it.
import { reversalTarget } from '../../domain/payment.ts';
import { queueForAdmins } from '../accounts/notice-store.ts';
import { takeBack } from '../credits/return-store.ts';
import { type Context, transact, type Work } from '../db/context.ts';
import type { Tx } from '../db/database.ts';
import { refundShortfall } from './messages.ts';
import { type HeldPurchase, holdPurchase, isGranted } from './held-purchase.ts';
import type { RefundFacts } from './webhook.ts';

/** Takes in the sum refunded so far. Returns whether it belongs to a purchase here. */
export async function applyRefund(context: Context, refund: RefundFacts): Promise<boolean> {
  return transact(context, async (work) => {
    const purchase =
      (refund.purchaseId !== null ? await holdPurchase(work, 'id', refund.purchaseId) : null) ??
      (refund.paymentIntent !== null
        ? await holdPurchase(work, 'payment_intent', refund.paymentIntent)
        : null);
    if (purchase === null) return false;
    const refunded_amount = Math.max(purchase.refunded_amount, refund.refunded);
    await work.tx.updateTable('purchases').set({ refunded_amount }).where('id', '=', purchase.id).execute();
    await noteRefund(work, purchase.id, refund.refunded);
    await settleReturned(work, { ...purchase, refunded_amount });
    return true;
  });
}

/** Keeps when the sum refunded was first said to be `total`: in whatever order that is said, each refund is what it added. */
async function noteRefund({ tx, now }: Work, purchaseId: string, total: number): Promise<void> {
  if (total === 0) return;
  await tx
    .insertInto('purchase_refunds')
    .values({ purchase_id: purchaseId, total, refunded_at: now })
    .onConflict((conflict) => conflict.columns(['purchase_id', 'total']).doNothing())
    .execute();
}

/**
 * Takes back what the money that went back stands for and was not yet accounted for: refunds and lost disputes together,
 * as an absolute target. What is already spent is reported to the admins. A purchase that is not granted yet is settled with
 * its grant.
 */
export async function settleReturned(work: Work, purchase: HeldPurchase): Promise<void> {
  const { tx } = work;
  if (!isGranted(purchase.status)) return;
  const returned = purchase.refunded_amount + (await readLost(tx, purchase.id));
  const target = reversalTarget(purchase.credits, returned, purchase.amount);
  const due = target - purchase.reversed_credits;
  if (due > 0) {
    const missing = await takeBack(work, {
      familyId: purchase.family_id,
      purchaseId: purchase.id,
      due,
    });
    if (missing > 0)
      await queueForAdmins(work, (email) => refundShortfall(purchase.id, returned, missing, email));
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
