// Stripe's objects in the shape of the SDK's pinned API version; the SDK's own types check every field.
import { Stripe } from 'stripe';

import type { WantedItem, WantedSession } from './checkout-params.ts';
import { newId } from './ids.ts';

// Kept with ids where the SDK's types also allow the expanded object.
export type Session = Stripe.Checkout.Session & { payment_intent: string | null };
export type PaymentIntent = Stripe.PaymentIntent & { latest_charge: string | null };
export type Charge = Stripe.Charge & { payment_intent: string | null };
export type Refund = Stripe.Refund;
export type Dispute = Stripe.Dispute & { charge: string; payment_intent: string | null };
export type EventType = Stripe.Event.Type;
/** As sent: the SDK's type holds the event's kinds apart, the sandbox only passes them on. */
export interface SentEvent {
  readonly id: string;
  readonly object: 'event';
  readonly api_version: string;
  readonly created: number;
  readonly data: { readonly object: object; readonly previous_attributes?: object };
  readonly livemode: false;
  pending_webhooks: number;
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null };
  readonly type: EventType;
}

export const API_VERSION = Stripe.API_VERSION;

/** `created` and the wanted session's `expiresAt` are whole seconds since the epoch. */
export function makeSession(wanted: WantedSession, created: number, base: string): Session {
  const id = newId.session();
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: wanted.methodsGiven ? [...wanted.methods] : null,
    amount_subtotal: wanted.total,
    amount_total: wanted.total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: wanted.cancelUrl,
    client_reference_id: wanted.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency: wanted.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: wanted.submitText === null ? null : { message: wanted.submitText },
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: wanted.customerEmail === null ? null : customerDetails(wanted.customerEmail),
    customer_email: wanted.customerEmail,
    discounts: [],
    expires_at: wanted.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: {
      enabled: false,
      invoice_data: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: null,
        metadata: {},
        rendering_options: null,
      },
    },
    livemode: false,
    locale: wanted.locale,
    managed_payments: null,
    metadata: wanted.metadata,
    mode: 'payment',
    origin_context: null,
    // Stripe makes the payment intent when the buyer first tries to pay.
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: [...wanted.methods],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: wanted.submitType,
    subscription: null,
    success_url: wanted.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${base}/c/pay/${id}`,
    wallet_options: null,
  };
}

export function customerDetails(email: string): NonNullable<Session['customer_details']> {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
}

/** A price's decimal amount is text on the wire, where the SDK's type has what it parses it to. */
type SentLineItem = Omit<Stripe.LineItem, 'price'> & {
  readonly price: Omit<Stripe.Price, 'unit_amount_decimal'> & { readonly unit_amount_decimal: string };
};

export function makeLineItem(item: WantedItem, currency: string, created: number): SentLineItem {
  const total = item.unitAmount * item.quantity;
  return {
    id: newId.lineItem(),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency,
    description: item.name,
    metadata: {},
    price: {
      id: newId.price(),
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created,
      currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: newId.product(),
      recurring: null,
      tax_behavior: 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: item.unitAmount,
      unit_amount_decimal: String(item.unitAmount),
    },
    quantity: item.quantity,
  };
}
export type LineItem = ReturnType<typeof makeLineItem>;
