// Applies a bank's decision to a payment, and computes how much of it can be refunded.
import { formatMoney } from '../../domain/payments/credits.ts';
import { invalid, StripeFailure } from './failure.ts';
import type { Charge, PaymentIntent } from './objects.ts';

/** Marks the money of a charge as received. */
export function collect(intent: PaymentIntent, charge: Charge): void {
  charge.status = 'succeeded';
  charge.paid = true;
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.last_payment_error = null;
}

/** The bank has declined; the intent then waits for another payment method. */
export function reject(
  intent: PaymentIntent,
  charge: Charge,
  code: 'card_declined' | 'payment_method_provider_decline',
  message: string,
): void {
  charge.status = 'failed';
  intent.status = 'requires_payment_method';
  const type = code === 'card_declined' ? 'card_error' : 'invalid_request_error';
  intent.last_payment_error = { charge: charge.id, code, message, type };
}

/** Minor units to refund: the requested amount, or everything left. Throws a StripeFailure. */
export function readRefundAmount(charge: Charge, requested: number | null): number {
  const refundable = charge.amount - charge.amount_refunded;
  if (refundable === 0)
    throw new StripeFailure(400, `Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  const amount = requested ?? refundable;
  if (amount < 1)
    throw invalid(
      'amount',
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
    );
  if (amount > refundable) {
    const bound = charge.amount_refunded === 0 ? 'charge amount' : 'unrefunded amount on charge';
    const [requestedText, max] = [amount, refundable].map((pence) =>
      formatMoney(pence, charge.currency),
    );
    throw invalid('amount', `Refund amount (${requestedText}) is greater than ${bound} (${max})`);
  }
  return amount;
}
