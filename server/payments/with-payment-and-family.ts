// Locks a payment together with its family, for what may move the family's credits.
import { type Locks, withLocks } from '../booking/locks.ts';
import type { Work } from '../engine/context.ts';
import type { LockedPayment } from './locked-payment.ts';

/** Locks a payment and its family and runs `run` with them; null if there is no such payment. */
export function withPaymentAndFamily<Outcome>(
  work: Work,
  lockIt: () => Promise<LockedPayment | null>,
  run: (payment: LockedPayment | null, locks: Locks) => Promise<Outcome>,
): Promise<Outcome> {
  return withLocks(
    work,
    {
      payment: lockIt,
      families: ({ payment }) => (payment === null ? [] : [payment.family_id]),
    },
    (locks) => run(locks.payment, locks),
  );
}
