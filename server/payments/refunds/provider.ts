// Refunds at the payment provider: asks for them and lists what has become of them.
import type Stripe from 'stripe';

import type { RefundState } from '../../../domain/payments/refund.ts';
import {
  idOf,
  isStripeError,
  PAYMENT_ID_KEY,
  type PaymentProvider,
  type StripeError,
  whyNoAnswer,
} from '../stripe.ts';

/** The metadata key that links a refund to the one that was asked for here. */
const REFUND_ID_KEY = 'refund_id';

/** Nobody waits longer than this for the first answer; the server asks again later. */
const PATIENCE_MS = 10_000;
const TOO_MANY_REQUESTS = 429;
const CONFLICT = 409;
const SERVER_ERROR = 500;

/** A refund as the provider reports it. */
export interface ProviderRefund {
  readonly providerId: string;
  /** The id of the refund that was asked for here; null if it was made in the dashboard. */
  readonly refundId: string | null;
  /** In minor units. */
  readonly amount: number;
  readonly state: RefundState;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

export interface RefundRequest {
  readonly id: string;
  readonly paymentId: string;
  readonly paymentIntent: string;
  /** In minor units. */
  readonly amount: number;
}

/**
 * Asks for a refund. Repeating the call within a day has no second effect. 'away' if the outcome is
 * unclear, or why the provider refuses for good, in its own words.
 */
export async function createRefund(
  { client }: PaymentProvider,
  { id, paymentId, paymentIntent, amount }: RefundRequest,
): Promise<ProviderRefund | 'away' | { readonly refusal: string }> {
  try {
    const { refunds } = await client();
    const refund = await refunds.create(
      {
        payment_intent: paymentIntent,
        amount,
        metadata: { [PAYMENT_ID_KEY]: paymentId, [REFUND_ID_KEY]: id },
      },
      { idempotencyKey: id, timeout: PATIENCE_MS, maxNetworkRetries: 0 },
    );
    return readRefund(refund);
  } catch (error) {
    if (!isStripeError(error)) throw error;
    return isFinal(error) ? { refusal: error.message } : 'away';
  }
}

/** Whether asking again cannot change the answer. */
function isFinal({ statusCode, rawType }: StripeError): boolean {
  if (statusCode === undefined || statusCode >= SERVER_ERROR) return false;
  const isRepeated = statusCode === CONFLICT || rawType === 'idempotency_error';
  return statusCode !== TOO_MANY_REQUESTS && !isRepeated;
}

/** All refunds of a payment; 'unknown' if the provider does not know the payment. */
export async function listRefunds(
  { client }: PaymentProvider,
  paymentIntent: string,
): Promise<ProviderRefund[] | 'away' | 'unknown'> {
  const refunds: ProviderRefund[] = [];
  try {
    const stripe = await client();
    for await (const refund of stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 }))
      refunds.push(readRefund(refund));
    return refunds;
  } catch (error) {
    return whyNoAnswer(error);
  }
}

function readRefund({ id, metadata, amount, status, created }: Stripe.Refund): ProviderRefund {
  return {
    providerId: id,
    refundId: metadata?.[REFUND_ID_KEY] ?? null,
    amount,
    state: stateOf(status),
    createdAt: created * 1000,
  };
}

function stateOf(status: string | null): RefundState {
  if (status === 'succeeded') return 'done';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'asked';
}

/** What an event says about a refund: which payment to look at. */
export interface RefundHint {
  readonly paymentId: string | null;
  readonly paymentIntent: string | null;
}

/** Reads the hint of an event about a charge or a refund. */
export function hintOf(about: Stripe.Charge | Stripe.Refund): RefundHint {
  // The SDK promises metadata; an event of another API version may lack it.
  const { metadata }: { metadata?: Stripe.Metadata | null } = about;
  return {
    paymentId: metadata?.[PAYMENT_ID_KEY] ?? null,
    paymentIntent: idOf(about.payment_intent),
  };
}
