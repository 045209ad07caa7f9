// A purchase whose row is held until the commit: whoever comes second sees what the first one did.
import type { PaymentStatus } from '../../domain/payment.ts';
import type { Work } from '../engine/context.ts';

export interface LockedPayment {
  readonly id: string;
  readonly family_id: string;
  readonly credits: number;
  /** In minor units of `currency`. */
  readonly amount: number;
  readonly currency: string;
  readonly status: PaymentStatus;
  readonly session_id: string | null;
  readonly payment_intent: string | null;
  readonly refunded_amount: number;
  readonly reversed_credits: number;
}

/** Holds the purchase; null when there is none. */
export async function lockPayment(
  { tx, now }: Work,
  by: 'id' | 'session_id' | 'payment_intent',
  value: string,
): Promise<LockedPayment | null> {
  const row = await tx
    .updateTable('payments')
    .set({ updated_at: now })
    .where(by, '=', value)
    .returning([
      'id',
      'family_id',
      'credits',
      'amount',
      'currency',
      'status',
      'session_id',
      'payment_intent',
      'refunded_amount',
      'reversed_credits',
    ])
    .executeTakeFirst();
  return row ?? null;
}

/** The statuses of payments whose credits have been granted. */
export const GRANTED = ['paid', 'refunded'] as const satisfies readonly PaymentStatus[];

/** Whether the credits of a purchase in this status have been granted. */
export const isGranted = (status: PaymentStatus) => GRANTED.some((granted) => granted === status);
