// The ways in which the provider's facts and the stored ones can differ.
import { paidFor } from '../../../domain/payments/checkout.ts';
import { type KnownState, nextState } from '../../../domain/payments/dispute.ts';
import type { PaymentStatus } from '../../../domain/payments/payment.ts';
import type { DifferenceKind } from '../../../domain/payments/reconciliation.ts';
import { isGranted } from '../locked-payment.ts';
import type { ProviderSession } from './provider.ts';

/** A payment as it is stored here; amounts are in minor units of `currency`. */
export interface StoredPayment {
  readonly id: string;
  readonly session_id: string | null;
  readonly payment_intent: string | null;
  readonly status: PaymentStatus;
  readonly amount: number;
  /** Null until its credits are granted. */
  readonly paid: number | null;
  /** 0 or 1. */
  readonly accepts_codes: number;
  readonly currency: string;
  readonly refunded_amount: number;
  /** Refunds asked for whose answer from the provider is not known. */
  readonly asked: number;
  /** The total of lost disputes. */
  readonly lost: number;
}

/** How a session and the payment that it belongs to differ; null if they do not. */
export function compareSession(
  there: ProviderSession,
  here: StoredPayment | null,
): DifferenceKind | null {
  const isPaid = there.outcome === 'paid';
  if (here === null || (here.session_id ?? there.sessionId) !== there.sessionId)
    return isPaid ? 'unknown_session' : null;
  const { status, amount, currency, paid: paidHere } = here;
  if (!isPaid) return isGranted(status) && paidHere !== 0 ? 'granted_not_paid' : null;
  const paid = paidFor({ amount, currency, acceptsCodes: here.accepts_codes === 1 }, there);
  if (isGranted(status)) return paid === paidHere ? null : 'amount_differs';
  if (paid !== null && status !== 'mismatched') return 'paid_not_granted';
  // Money that was returned in full has settled it.
  return there.refunded >= (there.amount ?? 0) && there.refunded > 0 ? null : 'amount_differs';
}

/** How the total refunded there and the one recorded here differ; null if they do not. */
export function compareRefunded(
  there: number,
  { refunded_amount: here, asked }: StoredPayment,
): DifferenceKind | null {
  if (there < here) return 'refund_unknown';
  // The server settles what was asked for by itself.
  return there <= here + asked ? null : 'refund_missing';
}

/** A state of a dispute; inquiries are no difference. */
export type DisputeReport = Extract<KnownState, 'open' | 'appeal' | 'won' | 'lost'>;

/** Whether a dispute there, or its outcome, is not known here (null: not recorded at all). */
export function isDisputeMissing(there: DisputeReport, here: DisputeReport | null): boolean {
  if (here === null) return there !== 'won';
  const next = nextState(here, there);
  // Events of an open dispute may be on their way; a won one costs nothing.
  return next !== here && !(here === 'won' && there !== 'lost');
}
