// Disputes of payments: what is reported to the tutor, and what a lost one takes back.
import type { DisputeOutcome } from '../../domain/payment.ts';
import { queueForAdmins } from '../accounts/notice-store.ts';
import { type Context, transact, type Work } from '../db/context.ts';
import type { Tx } from '../db/database.ts';
import { disputeClosed, disputeOpened } from './dispute-messages.ts';
import { type HeldPurchase, holdPurchase } from './held-purchase.ts';
import { settleReturned } from './refund-store.ts';
import type { DisputeFacts } from './webhook.ts';

/** How a dispute's purchase is known. */
export type DisputedPayment = { readonly paymentIntent: string } | { readonly purchaseId: string };

/**
 * Takes in what a dispute says of itself; each news of it is reported to every admin once, and what is lost is settled like
 * a refund. A dispute that was lost stays so, and one that is over is not opened again by a late word. Returns whether
 * it belongs to a purchase here.
 */
export async function applyDispute(
  context: Context,
  dispute: DisputeFacts,
  payment: DisputedPayment,
): Promise<boolean> {
  return transact(context, async (work) => {
    const purchase =
      'purchaseId' in payment
        ? await holdPurchase(work, 'id', payment.purchaseId)
        : await holdPurchase(work, 'payment_intent', payment.paymentIntent);
    if (purchase === null) return false;
    const before = await readOutcome(work.tx, dispute.id);
    const isNews = before === null || (dispute.outcome !== 'open' && dispute.outcome !== before);
    if (!isNews) return true;
    await queueForAdmins(work, (email) =>
      dispute.outcome === 'open'
        ? disputeOpened(dispute, purchase, email)
        : disputeClosed(dispute, purchase, before === 'lost', email),
    );
    if (before !== 'lost') await note(work, dispute, purchase);
    if (dispute.outcome === 'lost') await settleReturned(work, purchase);
    return true;
  });
}

/** Null for a dispute that is reported for the first time. The caller holds its purchase. */
async function readOutcome(tx: Tx, id: string): Promise<DisputeOutcome | null> {
  const known = await tx.selectFrom('disputes').select('status').where('id', '=', id).executeTakeFirst();
  return known?.status ?? null;
}

async function note({ tx, now }: Work, dispute: DisputeFacts, purchase: HeldPurchase): Promise<void> {
  const { id, amount, outcome: status } = dispute;
  await tx
    .insertInto('disputes')
    .values({ id, purchase_id: purchase.id, amount, status, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ amount, status, updated_at: now }))
    .execute();
}
