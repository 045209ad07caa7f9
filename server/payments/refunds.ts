// Refunded money, and the credits taken back for it.
import { reversalTarget } from '../../domain/payment.ts';
import { queueForAdmins } from '../auth/admin-notices.ts';
import { takeBack } from '../credits/return-credit.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import type { Tx } from '../engine/database.ts';
import { familyOf, type Locks, withLocks } from '../lessons/bookings/locks.ts';
import { refundShortfall } from './emails.ts';
import { type LockedPayment, lockPayment, isGranted } from './locked-payment.ts';
import type { RefundFacts } from './webhook.ts';

/** Applies the total refunded so far. Returns whether it belongs to a payment in this database. */
export async function applyRefund(context: Context, refund: RefundFacts): Promise<boolean> {
  return transact(context, (work) =>
    withPaymentAndFamily(work, findRefunded(work, refund), async (payment, locks) => {
      const refunded_amount = Math.max(payment.refunded_amount, refund.refunded);
      await work.tx
        .updateTable('payments')
        .set({ refunded_amount })
        .where('id', '=', payment.id)
        .execute();
      await noteRefund(work, payment.id, refund.refunded);
      await settleReturned(work, locks, { ...payment, refunded_amount });
    }),
  );
}

const findRefunded = (work: Work, refund: RefundFacts) => async () =>
  (refund.paymentId === null ? null : await lockPayment(work, 'id', refund.paymentId)) ??
  (refund.paymentIntent === null
    ? null
    : await lockPayment(work, 'payment_intent', refund.paymentIntent));

/** Locks a payment and its family and runs `run`. False if there is no such payment. */
export function withPaymentAndFamily(
  work: Work,
  lockIt: () => Promise<LockedPayment | null>,
  run: (payment: LockedPayment, locks: Locks) => Promise<void>,
): Promise<boolean> {
  const families = async (payment: LockedPayment | null) =>
    payment === null ? [] : [payment.family_id];
  return withLocks(work, { payment: lockIt, families }, async (locks) => {
    if (locks.payment === null) return false;
    await run(locks.payment, locks);
    return true;
  });
}

/**
 * Records when the refunded total first reached `total`. Reports may arrive in any order: each
 * refund is the difference between neighbouring totals.
 */
async function noteRefund({ tx, now }: Work, paymentId: string, total: number): Promise<void> {
  if (total === 0) return;
  await tx
    .insertInto('payment_refunds')
    .values({ payment_id: paymentId, total, refunded_at: now })
    .onConflict((conflict) => conflict.columns(['payment_id', 'total']).doNothing())
    .execute();
}

/**
 * Takes back the credits of returned money that were not taken back yet. Refunds and lost disputes
 * add up to one absolute target. Credits that are already spent are reported to the admins. A
 * payment without granted credits is settled when they are granted.
 */
export async function settleReturned(
  work: Work,
  locks: Locks,
  payment: LockedPayment,
): Promise<void> {
  const { tx } = work;
  if (!isGranted(payment.status)) return;
  const returned = payment.refunded_amount + (await readLost(tx, payment.id));
  const paid = payment.paid ?? payment.amount;
  const target = reversalTarget(payment.credits, returned, paid);
  const due = target - payment.reversed_credits;
  if (due > 0) {
    const family = familyOf(locks, payment.family_id);
    const missing = await takeBack(work, family, { paymentId: payment.id, due });
    if (missing > 0)
      await queueForAdmins(work, (email) => refundShortfall(payment.id, returned, missing, email));
  }
  await tx
    .updateTable('payments')
    .set({
      reversed_credits: Math.max(target, payment.reversed_credits),
      // A free payment has nothing to refund.
      status: paid > 0 && returned >= paid ? 'refunded' : payment.status,
    })
    .where('id', '=', payment.id)
    .execute();
}

/** The total of lost disputes, in minor units. */
async function readLost(tx: Tx, paymentId: string): Promise<number> {
  const { lost } = await tx
    .selectFrom('disputes')
    .select(({ fn }) => fn.sum<number | null>('amount').as('lost'))
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'lost')
    .executeTakeFirstOrThrow();
  return lost ?? 0;
}
