// Locks a payment together with its family, for what may move the family's credits.
import type { Work } from '../engine/context.ts';
import { type Locks, withLocks } from '../locks/locks.ts';
import type { LockedPayment } from './locked-payment.ts';

/** Locks a payment and its family and runs `run`. False if there is no such payment. */
export function withPaymentAndFamily(
  work: Work,
  lockIt: () => Promise<LockedPayment | null>,
  run: (payment: LockedPayment, locks: Locks) => Promise<void>,
): Promise<boolean> {
  return withLocks(
    work,
    {
      payment: lockIt,
      families: ({ payment }) => (payment === null ? [] : [payment.family_id]),
    },
    async (locks) => {
      if (locks.payment === null) return false;
      await run(locks.payment, locks);
      return true;
    },
  );
}
