// Aligns a payment and its family's credits with the money that has been returned for it.
import { isDeepStrictEqual } from 'node:util';

import { creditsTakenBack, returnedBy } from '../../../domain/payments/refund.ts';
import { queueForAdmins } from '../../auth/admin-notices.ts';
import { familyOf, type Locks } from '../../booking/locks.ts';
import { giveBack, takeBack } from '../../credits/return-credit.ts';
import type { Work } from '../../engine/context.ts';
import type { Tx } from '../../engine/database.ts';
import { refundShortfallEmail } from '../emails.ts';
import { isGranted, type LockedPayment, paidOf } from '../locked-payment.ts';
import { readRefunds, type StoredRefund } from './stored-refunds.ts';

/**
 * Brings a payment's status and totals, and its family's credits, in line with the money that has
 * been returned for it. Takes back the credits of returned money that were not taken back yet, and
 * returns those of refunds that have failed. Refunds and lost disputes add up to one absolute
 * target. Credits that are already spent are reported to the admins. A payment that is not granted
 * yet has none to move: `grant` calls this again.
 */
export async function alignPayment(work: Work, locks: Locks, payment: LockedPayment) {
  const { tx } = work;
  const refunds = await readRefunds(tx, payment.id);
  const lost = await readLost(tx, payment.id);
  const isReported = ({ provider_id }: StoredRefund) => provider_id !== null;
  const refunded_amount = returnedBy(refunds.filter(isReported));
  if (!isGranted(payment.status)) {
    await change(work, payment, { refunded_amount });
    return;
  }
  const paid = paidOf(payment);
  const takenBack = creditsTakenBack({ credits: payment.credits, paid }, refunds, lost);
  const returned = lost + returnedBy(refunds);
  await moveCredits(work, locks, payment, { due: takenBack - payment.reversed_credits, returned });
  const done = refunds.filter(({ state }) => state === 'done');
  // A free payment has nothing to refund.
  const isRefunded = paid > 0 && lost + returnedBy(done) >= paid;
  const status = isRefunded ? 'refunded' : 'paid';
  await change(work, payment, { refunded_amount, reversed_credits: takenBack, status });
}

type Totals = Pick<LockedPayment, 'refunded_amount' | 'reversed_credits' | 'status'>;

/** Does nothing if nothing is new, so that a repeated report leaves `updated_at` as it is. */
async function change(
  { tx, now }: Work,
  { id, refunded_amount, reversed_credits, status }: LockedPayment,
  totals: Partial<Totals>,
): Promise<void> {
  const before: Totals = { refunded_amount, reversed_credits, status };
  if (isDeepStrictEqual({ ...before, ...totals }, before)) return;
  await tx
    .updateTable('payments')
    .set({ ...totals, updated_at: now })
    .where('id', '=', id)
    .execute();
}

const NOT_POSSIBLE = 'Refund not possible';

async function moveCredits(
  work: Work,
  locks: Locks,
  { id: paymentId, family_id }: LockedPayment,
  { due, returned }: { due: number; returned: number },
): Promise<void> {
  const family = familyOf(locks, family_id);
  if (due > 0) {
    const missing = await takeBack(work, family, { paymentId, due });
    if (missing > 0)
      await queueForAdmins(work, (email) =>
        refundShortfallEmail(paymentId, returned, missing, email),
      );
  }
  if (due < 0) await giveBack(work, family, { paymentId, credits: -due, reason: NOT_POSSIBLE });
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
