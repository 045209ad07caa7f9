// The card payment provider: Stripe Checkout through its official SDK, and what this product reads
// of it.
import Stripe from 'stripe';

import { creditCount } from '../../domain/credits.ts';
import { Refusal } from '../../domain/errors.ts';
import { paths } from '../../domain/paths.ts';

const TIMEOUT_MS = 10_000;
const NETWORK_RETRIES = 2;

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Another Stripe-compatible API; null is Stripe itself. */
  readonly apiUrl: string | null;
}

/** The client and the secret that its webhooks are signed with. */
export interface PaymentProvider {
  readonly client: Stripe;
  readonly webhookSecret: string;
  /**
   * Ends the questions that are under way as if the provider were away, and lets none begin: the
   * server is closing.
   */
  readonly abandon: () => void;
}

/**
 * The SDK takes no signal of its own, but a fetch that ends by this one as well as by the SDK's
 * time-out.
 */
const fetchUntil =
  (signal: AbortSignal): typeof fetch =>
  (input, init) =>
    fetch(input, {
      ...init,
      signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]),
    });

export function connectStripe({
  secretKey,
  webhookSecret,
  apiUrl,
}: StripeSettings): PaymentProvider {
  const closing = new AbortController();
  const config: ConstructorParameters<typeof Stripe>[1] = {
    httpClient: Stripe.createFetchHttpClient(fetchUntil(closing.signal)),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: NETWORK_RETRIES,
    telemetry: false,
  };
  if (apiUrl !== null) {
    const url = new URL(apiUrl);
    config.protocol = url.protocol === 'http:' ? 'http' : 'https';
    config.host = url.hostname;
    config.port = url.port || (url.protocol === 'http:' ? 80 : 443);
  }
  return { client: new Stripe(secretKey, config), webhookSecret, abandon: () => closing.abort() };
}

export interface CheckoutOrder {
  readonly id: string;
  readonly credits: number;
  readonly amount: number;
  readonly currency: string;
  readonly email: string;
  /** When its page ends, in epoch milliseconds, a whole second. */
  readonly expiresAt: number;
}

/** Where the provider's page leads back to. */
export interface WayBack {
  readonly appUrl: string;
  /** The page of whoever gives up, a path with its query. */
  readonly page: string;
}

/** The metadata key that leads from a session, a payment intent or a charge to the purchase. */
export const PURCHASE_KEY = 'payment_id';

/**
 * Opens a hosted checkout page for the order. Asking again with the same order returns the same
 * session. Throws payment_provider_error when Stripe does not.
 */
export async function openCheckout(
  { client }: PaymentProvider,
  order: CheckoutOrder,
  { appUrl, page }: WayBack,
): Promise<{ sessionId: string; url: string }> {
  const metadata = { [PURCHASE_KEY]: order.id };
  try {
    const session = await client.checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: order.id,
        customer_email: order.email,
        expires_at: order.expiresAt / 1000,
        metadata,
        payment_intent_data: { metadata },
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: order.currency,
              unit_amount: order.amount,
              product_data: { name: `Physics lessons: ${creditCount(order.credits)}` },
            },
          },
        ],
        success_url: `${appUrl}${paths.userHome}?payment=success&session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${appUrl}${page}${page.includes('?') ? '&' : '?'}payment=cancelled`,
      },
      { idempotencyKey: order.id },
    );
    if (session.url === null) throw new Refusal('payment_provider_error');
    return { sessionId: session.id, url: session.url };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError)
      throw new Refusal('payment_provider_error', {}, error);
    throw error;
  }
}

/** What fulfilment needs to know of a checkout session. */
export interface SessionFacts {
  readonly sessionId: string;
  readonly paymentId: string | null;
  readonly paymentIntent: string | null;
  readonly outcome: 'open' | 'paid' | 'failed' | 'expired';
  readonly amount: number | null;
  readonly currency: string | null;
}

/** The id of what Stripe names or shows in full. */
export const idOf = (reference: string | { readonly id: string } | null) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** What a session says of itself; `hasFailed`: its payment was refused after checkout. */
export function factsOf(session: Stripe.Checkout.Session, hasFailed = false): SessionFacts {
  const isPaid = session.payment_status === 'paid';
  return {
    sessionId: session.id,
    paymentId: session.client_reference_id ?? session.metadata?.[PURCHASE_KEY] ?? null,
    paymentIntent: idOf(session.payment_intent),
    outcome: isPaid
      ? 'paid'
      : hasFailed
        ? 'failed'
        : session.status === 'expired'
          ? 'expired'
          : 'open',
    amount: session.amount_total,
    currency: session.currency,
  };
}

/**
 * A bank debit that was refused after checkout: the session itself only goes on saying that it is
 * unpaid.
 */
function hasFailedLater({
  status,
  payment_status,
  payment_intent,
}: Stripe.Checkout.Session): boolean {
  if (status !== 'complete' || payment_status !== 'unpaid') return false;
  return typeof payment_intent === 'object' && payment_intent?.status === 'requires_payment_method';
}

/** Why there is no answer: Stripe cannot be asked now, or knows no such thing. */
export type NoAnswer = 'away' | 'unknown';

function whyNoAnswer(error: unknown): NoAnswer {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  return error.code === 'resource_missing' ? 'unknown' : 'away';
}

/** The session as Stripe sees it now. */
export async function lookUpSession(
  { client }: PaymentProvider,
  sessionId: string,
): Promise<SessionFacts | NoAnswer> {
  try {
    const session = await client.checkout.sessions.retrieve(sessionId, {
      expand: ['payment_intent'],
    });
    return factsOf(session, hasFailedLater(session));
  } catch (error) {
    return whyNoAnswer(error);
  }
}

/**
 * Ends a session, so that its page cannot be paid any more, and returns it as Stripe sees it then.
 */
export async function endSession(
  provider: PaymentProvider,
  sessionId: string,
): Promise<SessionFacts | NoAnswer> {
  try {
    return factsOf(await provider.client.checkout.sessions.expire(sessionId));
  } catch (error) {
    // It ended before: paid, or by itself.
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      return lookUpSession(provider, sessionId);
    return whyNoAnswer(error);
  }
}

/** How far apart a purchase and the opening of its session can be, clocks that differ included. */
const OPENED_WITHIN_SECONDS = 15 * 60;

/**
 * The session that was opened for a purchase of `createdAt` (epoch milliseconds), as Stripe sees it
 * now.
 */
export async function findSession(
  { client }: PaymentProvider,
  paymentId: string,
  createdAt: number,
): Promise<SessionFacts | NoAnswer> {
  const seconds = Math.floor(createdAt / 1000);
  const created = { gte: seconds - OPENED_WITHIN_SECONDS, lte: seconds + OPENED_WITHIN_SECONDS };
  try {
    const sessions = client.checkout.sessions.list({
      created,
      limit: 100,
      expand: ['data.payment_intent'],
    });
    for await (const session of sessions)
      if (session.client_reference_id === paymentId)
        return factsOf(session, hasFailedLater(session));
    return 'unknown';
  } catch (error) {
    return whyNoAnswer(error);
  }
}

/**
 * The purchase that a payment was made for; 'unknown' when it was made for nothing of this product.
 */
export async function lookUpPayment(
  { client }: PaymentProvider,
  paymentIntent: string,
): Promise<{ readonly paymentId: string } | NoAnswer> {
  try {
    const { metadata } = await client.paymentIntents.retrieve(paymentIntent);
    const paymentId = metadata[PURCHASE_KEY];
    return paymentId === undefined ? 'unknown' : { paymentId };
  } catch (error) {
    return whyNoAnswer(error);
  }
}
