// Stripe's objects, limited to the fields that this kind of app reads. The SDK's types check each
// of them.
import { Stripe } from 'stripe';

import type { WantedSession } from './checkout-params.ts';
import { newStripeId } from './ids.ts';

export const API_VERSION = Stripe.API_VERSION;

export type Session = ReturnType<typeof makeSession>;
export type PaymentIntent = ReturnType<typeof makePaymentIntent>;
export type Charge = ReturnType<typeof makeCharge>;
export type Refund = ReturnType<typeof makeRefund>;
export type Dispute = ReturnType<typeof makeDispute>;

/** The initial value of a field that can hold any T. */
const at = <T>(value: T): T => value;

/** `created` and the wanted session's `expiresAt` are whole seconds since the epoch. */
export function makeSession(wanted: WantedSession, created: number, base: string) {
  const id = newStripeId.session();
  return {
    id,
    object: 'checkout.session',
    allow_promotion_codes: wanted.allowPromotionCodes,
    amount_subtotal: wanted.total,
    amount_total: wanted.total,
    cancel_url: wanted.cancelUrl,
    client_reference_id: wanted.clientReferenceId,
    created,
    currency: wanted.currency,
    customer_email: wanted.customerEmail,
    discounts: at<{ coupon: string | null; promotion_code: string | null }[]>([]),
    expires_at: wanted.expiresAt,
    livemode: false,
    locale: wanted.locale,
    metadata: wanted.metadata,
    mode: 'payment',
    // Stripe creates the payment intent when the buyer first tries to pay.
    payment_intent: at<string | null>(null),
    payment_status: at<Stripe.Checkout.Session.PaymentStatus>('unpaid'),
    status: at<Stripe.Checkout.Session.Status>('open'),
    success_url: wanted.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    url: at<string | null>(`${base}/c/pay/${id}`),
  } satisfies Partial<Stripe.Checkout.Session>;
}

/** An intent to pay `amount`, in minor units, for the wanted session. */
export function makePaymentIntent(wanted: WantedSession, amount: number, created: number) {
  return {
    id: newStripeId.paymentIntent(),
    object: 'payment_intent',
    amount,
    amount_received: 0,
    created,
    currency: wanted.currency,
    last_payment_error: at<Stripe.PaymentIntent.LastPaymentError | null>(null),
    latest_charge: at<string | null>(null),
    livemode: false,
    description: wanted.paymentIntent.description,
    metadata: { ...wanted.paymentIntent.metadata },
    status: at<Stripe.PaymentIntent.Status>('requires_payment_method'),
  } satisfies Partial<Stripe.PaymentIntent>;
}

/** A pending charge of the intent's whole amount. */
export function makeCharge(intent: PaymentIntent, created: number) {
  return {
    id: newStripeId.charge(),
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    created,
    currency: intent.currency,
    disputed: at<boolean>(false),
    livemode: false,
    metadata: { ...intent.metadata },
    paid: at<boolean>(false),
    payment_intent: intent.id,
    refunded: at<boolean>(false),
    status: at<Stripe.Charge.Status>('pending'),
  } satisfies Partial<Stripe.Charge>;
}

/** The request of a refund; `amount` is in minor units. */
export interface RefundRequest {
  readonly amount: number;
  readonly reason: string | null;
  readonly metadata: Record<string, string>;
}

/** The states of a refund that the product tells apart. */
export type RefundStatus = 'succeeded' | 'pending' | 'requires_action' | 'failed';

export function makeRefund(
  charge: Charge,
  { status, ...request }: RefundRequest & { status: RefundStatus },
  created: number,
) {
  return {
    id: newStripeId.refund(),
    object: 'refund',
    ...request,
    charge: charge.id,
    created,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    status: at<RefundStatus>(status),
  } satisfies Partial<Stripe.Refund>;
}

const DAYS_TO_ANSWER = 10;
const DAY_SECONDS = 86_400;

export function makeDispute(charge: Charge, amount: number, created: number) {
  return {
    id: newStripeId.dispute(),
    object: 'dispute',
    amount,
    charge: charge.id,
    created,
    currency: charge.currency,
    evidence_details: { due_by: created + DAYS_TO_ANSWER * DAY_SECONDS },
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'product_not_received',
    status: at<Stripe.Dispute.Status>('needs_response'),
  } satisfies Omit<Partial<Stripe.Dispute>, 'evidence_details'> & {
    evidence_details: Partial<Stripe.Dispute.EvidenceDetails>;
  };
}
