// Disputes at the payment provider, reduced to the facts used here.
import type Stripe from 'stripe';

import type { DisputeOutcome } from '../../../domain/payments/payment.ts';
import { idOf } from '../stripe.ts';

/** The facts of a dispute. */
export interface DisputeFacts {
  readonly id: string;
  readonly paymentIntent: string | null;
  /** In minor units. */
  readonly amount: number;
  /** The bank's code, such as 'product_not_received'; null when the event has none. */
  readonly reason: string | null;
  /**
   * The deadline for an answer, in epoch milliseconds; null when no answer is possible or the event
   * has no deadline.
   */
  readonly dueBy: number | null;
  readonly outcome: DisputeOutcome;
}

/** The facts of a dispute with this outcome. */
export function disputeOf(dispute: Stripe.Dispute, outcome: DisputeOutcome): DisputeFacts {
  // An event of another API version may lack fields that the SDK promises.
  const { evidence_details, reason }: Partial<Stripe.Dispute> = dispute;
  const seconds = evidence_details?.due_by ?? 0;
  return {
    id: dispute.id,
    paymentIntent: idOf(dispute.payment_intent),
    amount: dispute.amount,
    reason: reason ?? null,
    // Stripe sends 0 when the bank accepts no answer.
    dueBy: seconds === 0 ? null : seconds * 1000,
    outcome,
  };
}
