// Disputes and inquiries at the payment provider, reduced to the facts used here.
import type Stripe from 'stripe';

import { Refusal } from '../../../domain/errors.ts';
import { idOf, type PaymentProvider, whyNoAnswer } from '../stripe.ts';

/** The facts of a dispute or an inquiry. */
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
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Its state in the provider's words. */
  readonly status: string;
}

export function disputeOf(dispute: Stripe.Dispute): DisputeFacts {
  // An event of another API version may lack fields that the SDK promises.
  const { evidence_details, reason, status }: Partial<Stripe.Dispute> = dispute;
  const seconds = evidence_details?.due_by ?? 0;
  return {
    id: dispute.id,
    paymentIntent: idOf(dispute.payment_intent),
    amount: dispute.amount,
    reason: reason ?? null,
    // Stripe sends 0 when the bank accepts no answer.
    dueBy: seconds === 0 ? null : seconds * 1000,
    createdAt: dispute.created * 1000,
    status: status ?? '',
  };
}

/** A dispute as it is now. Throws payment_provider_error. */
export async function lookUpDispute(
  { client }: PaymentProvider,
  id: string,
): Promise<DisputeFacts> {
  try {
    const { disputes } = await client();
    return disputeOf(await disputes.retrieve(id));
  } catch (error) {
    whyNoAnswer(error);
    throw new Refusal('payment_provider_error', {}, error);
  }
}
