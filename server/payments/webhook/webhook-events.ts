// The events that Stripe's webhook endpoint must send, and where.
import type Stripe from 'stripe';

import { stripeWebhook } from '../../../domain/payments/endpoints.ts';

export const WEBHOOK_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
] as const satisfies readonly Stripe.Event['type'][];

/** `appUrl` has no trailing slash. */
export const webhookAddress = (appUrl: string): string => `${appUrl}${stripeWebhook.path}`;
