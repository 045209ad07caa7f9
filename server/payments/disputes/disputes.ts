// Payment disputes: reports them to the tutor and takes back the credits of lost ones.
import type { DisputeOutcome } from '../../../domain/payments/payment.ts';
import { queueForAdmins } from '../../auth/admin-notices.ts';
import { type Context, transact, type Work } from '../../engine/context.ts';
import type { Tx } from '../../engine/database.ts';
import { type LockedPayment, lockPayment } from '../locked-payment.ts';
import { alignPayment } from '../refunds/align-payment.ts';
import { withPaymentAndFamily } from '../with-payment-and-family.ts';
import { disputeClosedEmail, disputeOpenedEmail } from './dispute-emails.ts';
import type { DisputeFacts } from './provider.ts';

/** Identifies the payment of a dispute. */
type DisputeTarget = { readonly paymentIntent: string } | { readonly paymentId: string };

/**
 * Applies a dispute reported by Stripe. Each change is reported to every admin once, and a lost
 * dispute takes credits back like a refund. A lost dispute stays lost, and a late event does not
 * reopen a closed one. Returns whether the dispute belongs to a payment in this database.
 */
export async function applyDispute(
  context: Context,
  dispute: DisputeFacts,
  target: DisputeTarget,
): Promise<boolean> {
  return transact(context, (work) => {
    const lock = () =>
      'paymentId' in target
        ? lockPayment(work, 'id', target.paymentId)
        : lockPayment(work, 'payment_intent', target.paymentIntent);
    return withPaymentAndFamily(work, lock, async (payment, locks) => {
      if (payment === null) return false;
      const before = await readOutcome(work.tx, dispute.id);
      const isChanged =
        before === null || (dispute.outcome !== 'open' && dispute.outcome !== before);
      if (!isChanged) return true;
      await queueForAdmins(work, (email) =>
        dispute.outcome === 'open'
          ? disputeOpenedEmail(dispute, payment, email)
          : disputeClosedEmail(dispute, payment, before === 'lost', email),
      );
      if (before !== 'lost') await recordDispute(work, dispute, payment);
      if (dispute.outcome === 'lost') await alignPayment(work, locks, payment);
      return true;
    });
  });
}

/** Null when the dispute is reported for the first time. */
async function readOutcome(tx: Tx, id: string): Promise<DisputeOutcome | null> {
  const known = await tx
    .selectFrom('disputes')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst();
  return known?.status ?? null;
}

async function recordDispute(
  { tx, now }: Work,
  dispute: DisputeFacts,
  payment: LockedPayment,
): Promise<void> {
  const { id, amount, outcome: status } = dispute;
  await tx
    .insertInto('disputes')
    .values({ id, payment_id: payment.id, amount, status, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ amount, status, updated_at: now }),
    )
    .execute();
}
