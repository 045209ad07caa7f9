// Payment intents, charges and refunds in the shape of the SDK's pinned API version.
import { formatMoney } from '../../domain/credits.ts';
import type { Method, WantedSession } from './checkout-params.ts';
import { invalid, StripeFailure } from './failure.ts';
import { newId, randomText } from './ids.ts';
import type { Charge, PaymentIntent, Refund } from './objects.ts';

export function makePaymentIntent(wanted: WantedSession, created: number): PaymentIntent {
  const id = newId.paymentIntent();
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: wanted.total,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created,
    currency: wanted.currency,
    customer: null,
    customer_account: null,
    description: wanted.paymentIntent.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: { ...wanted.paymentIntent.metadata },
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: [...wanted.methods],
    payment_record: null,
    processing: null,
    receipt_email: wanted.paymentIntent.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: wanted.paymentIntent.statementDescriptor,
    statement_descriptor_suffix: wanted.paymentIntent.statementDescriptorSuffix,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}

/** A charge of the intent's whole amount that has not succeeded or failed yet. */
export function makeCharge(
  intent: PaymentIntent,
  method: Method,
  email: string | null,
  created: number,
): Charge {
  return {
    id: method === 'card' ? newId.charge() : newId.bankCharge(),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: intent.statement_descriptor,
    captured: false,
    created,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: null,
    paid: false,
    payment_intent: intent.id,
    payment_method: newId.paymentMethod(),
    payment_method_details: methodDetails(method),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: 'pending',
    transfer_data: null,
    transfer_group: null,
  };
}

function methodDetails(method: Method): NonNullable<Charge['payment_method_details']> {
  if (method === 'bacs_debit')
    return {
      bacs_debit: { fingerprint: randomText(16), last4: '2345', mandate: null, sort_code: '108800' },
      type: 'bacs_debit',
    };
  return {
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'GB',
      electronic_commerce_indicator: null,
      exp_month: 12,
      exp_year: 2034,
      fingerprint: randomText(16),
      funding: 'credit',
      installments: null,
      last4: '4242',
      mandate: null,
      network: 'visa',
      network_transaction_id: null,
      regulated_status: null,
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
    type: 'card',
  };
}

export function makeRefund(
  charge: Charge,
  wanted: { amount: number; reason: string | null; metadata: Record<string, string> },
  created: number,
): Refund {
  return {
    id: newId.refund(),
    object: 'refund',
    amount: wanted.amount,
    balance_transaction: newId.transaction(),
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    metadata: wanted.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: wanted.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
}

/** The money of a charge has arrived. */
export function collect(intent: PaymentIntent, charge: Charge): void {
  charge.status = 'succeeded';
  charge.paid = true;
  charge.captured = true;
  charge.amount_captured = charge.amount;
  charge.balance_transaction = newId.transaction();
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.last_payment_error = null;
}

/** The card's or the buyer's bank has said no; the intent then waits for another way to pay. */
export function reject(
  intent: PaymentIntent,
  charge: Charge,
  code: 'card_declined' | 'payment_method_provider_decline',
  message: string,
): void {
  charge.status = 'failed';
  charge.failure_code = code;
  charge.failure_message = message;
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.last_payment_error = {
    charge: charge.id,
    code,
    ...(code === 'card_declined' ? { decline_code: 'generic_decline' } : {}),
    message,
    type: code === 'card_declined' ? 'card_error' : 'invalid_request_error',
  };
}

/** Minor units to refund: what is asked for, or all that is left. Throws a StripeFailure. */
export function readRefundAmount(charge: Charge, wanted: number | null): number {
  if (charge.status !== 'succeeded')
    throw new StripeFailure(400, `Charge ${charge.id} has not succeeded and cannot be refunded.`, {
      code: 'charge_not_refundable',
    });
  const left = charge.amount - charge.amount_refunded;
  if (left === 0)
    throw new StripeFailure(400, `Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  const amount = wanted ?? left;
  if (amount < 1)
    throw invalid('amount', 'This value must be greater than or equal to 1.', 'parameter_invalid_integer');
  if (amount > left) {
    const bound = charge.amount_refunded === 0 ? 'charge amount' : 'unrefunded amount on charge';
    const [asked, most] = [amount, left].map((pence) => formatMoney(pence, charge.currency));
    throw invalid('amount', `Refund amount (${asked}) is greater than ${bound} (${most})`);
  }
  return amount;
}
