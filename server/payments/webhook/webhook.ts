// Stripe webhooks: verifies them and reads the facts that this product uses.
import type Stripe from 'stripe';

import { Refusal } from '../../../domain/errors.ts';
import { type DisputeFacts, disputeOf } from '../disputes/provider.ts';
import { hintOf, type RefundHint } from '../refunds/provider.ts';
import {
  isStripeError,
  type PaymentProvider,
  type SessionFacts,
  sessionFactsOf,
} from '../stripe.ts';

export const WEBHOOK_TOLERANCE_SECONDS = 300;

export type WebhookReport =
  | { readonly about: 'session'; readonly session: SessionFacts }
  | { readonly about: 'refund'; readonly refund: RefundHint }
  | { readonly about: 'dispute'; readonly dispute: DisputeFacts }
  | { readonly about: 'something else'; readonly type: string };

/**
 * Verifies and reads a webhook. Throws invalid_signature when it is forged, unsigned or too old,
 * unsupported_event when it is a thin event, which has no object to read. `now` is epoch
 * milliseconds.
 */
export async function readWebhook(
  { client, webhookSecret }: PaymentProvider,
  payload: Buffer,
  signature: string | undefined,
  now: number,
): Promise<WebhookReport> {
  const event = verify(await client(), payload, signature, webhookSecret, now);
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return { about: 'session', session: sessionFactsOf(event.data.object) };
    case 'checkout.session.async_payment_failed':
      return { about: 'session', session: sessionFactsOf(event.data.object, true) };
    case 'charge.refunded':
    case 'refund.updated':
    case 'refund.failed':
      return { about: 'refund', refund: hintOf(event.data.object) };
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return { about: 'dispute', dispute: disputeOf(event.data.object) };
    default:
      return { about: 'something else', type: event.type };
  }
}

function verify(
  client: Stripe,
  payload: Buffer,
  signature: string | undefined,
  secret: string,
  now: number,
): Stripe.Event {
  // The SDK rejects old signatures, but not ones dated in the future for later use.
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature ?? '')?.[1]);
  if (signedAt * 1000 > now + WEBHOOK_TOLERANCE_SECONDS * 1000)
    throw new Refusal('invalid_signature');
  let event: Stripe.Event;
  try {
    event = client.webhooks.constructEvent(
      payload,
      signature ?? '',
      secret,
      WEBHOOK_TOLERANCE_SECONDS,
      undefined,
      now,
    );
  } catch (error) {
    // The SDK checks the signature first, so any other error is about a signed body.
    const isSigned = !isStripeError(error, 'SignatureVerificationError');
    throw new Refusal(
      isSigned && isThin(payload) ? 'unsupported_event' : 'invalid_signature',
      {},
      error,
    );
  }
  if (!isEvent(event)) throw new Refusal('bad_json');
  return event;
}

/** Whether a signed body is a thin event: it names an object and does not contain it. */
function isThin(payload: Buffer): boolean {
  try {
    const event: unknown = JSON.parse(payload.toString());
    return (
      typeof event === 'object' &&
      event !== null &&
      'object' in event &&
      event.object === 'v2.core.event'
    );
  } catch {
    // The caller refuses a body that is no JSON.
    return false;
  }
}

/** Whether the event contains an object. The SDK vouches for the object's fields. */
function isEvent(event: unknown): boolean {
  const has = (value: unknown, key: string): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && key in value;
  return (
    has(event, 'type') &&
    has(event, 'data') &&
    has(event['data'], 'object') &&
    has(event['data']['object'], 'object')
  );
}
