// The card payment provider: Stripe Checkout through its official SDK, reduced to the facts used
// here.
import type Stripe from 'stripe';

import { Refusal } from '../../domain/errors.ts';
import { paths } from '../../domain/paths.ts';
import { creditCount } from '../../domain/payments/credits.ts';

const TIMEOUT_MS = 10_000;
const NETWORK_RETRIES = 2;

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** A Stripe-compatible API to use instead; null: Stripe itself. */
  readonly apiUrl: string | null;
}

export interface PaymentProvider {
  /** The client. The SDK, which weighs as much as a third of the server, is loaded with it. */
  readonly client: () => Promise<Stripe>;
  /** Signs the webhooks. */
  readonly webhookSecret: string;
  /**
   * Aborts running requests as if the provider were unavailable, and prevents new ones. Called when
   * the server shuts down.
   */
  readonly abandon: () => void;
}

/**
 * The SDK accepts no signal, but it accepts a fetch. This one aborts on the given signal as well as
 * on the SDK's timeout.
 */
const fetchUntil =
  (signal: AbortSignal): typeof fetch =>
  (input, init) =>
    fetch(input, {
      ...init,
      signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]),
    });

/** Connects to Stripe without calling it; `abandon` aborts running calls. */
export function connectStripe({
  secretKey,
  webhookSecret,
  apiUrl,
}: StripeSettings): PaymentProvider {
  const closing = new AbortController();
  let client: Stripe | null = null;
  return {
    async client() {
      const { default: Sdk } = await import('stripe');
      client ??= new Sdk(secretKey, {
        httpClient: Sdk.createFetchHttpClient(fetchUntil(closing.signal)),
        timeout: TIMEOUT_MS,
        maxNetworkRetries: NETWORK_RETRIES,
        telemetry: false,
        ...(apiUrl === null ? {} : hostOf(new URL(apiUrl))),
      });
      return client;
    },
    webhookSecret,
    abandon: () => closing.abort(),
  };
}

const hostOf = ({ protocol, hostname, port }: URL) =>
  protocol === 'http:'
    ? ({ protocol: 'http', host: hostname, port: port || 80 } as const)
    : ({ protocol: 'https', host: hostname, port: port || 443 } as const);

export type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

/** Whether the SDK threw it, of this type if one is given. Tells it without loading its classes. */
export const isStripeError = (error: unknown, type = ''): error is StripeError =>
  error instanceof Error && 'type' in error && String(error.type).startsWith(`Stripe${type}`);

/** What a checkout page asks for. */
export interface CheckoutRequest {
  readonly id: string;
  readonly credits: number;
  readonly amount: number;
  readonly currency: string;
  readonly email: string;
  /** Names the lessons that are bought; null without any. */
  readonly description: string | null;
  /** Whether its page accepts promotion codes. */
  readonly acceptsCodes: boolean;
  /** When its session expires, in epoch milliseconds, a whole second. */
  readonly expiresAt: number;
}

/** The site that sells, and where the provider's page sends people back to. */
interface SellingSite {
  /** The site's published name, which the page shows. */
  siteName: string;
  appUrl: string;
  /** The path, with query, that a parent who abandons checkout returns to. */
  page: string;
}

/** The metadata key that links a session, a payment intent or a charge to its payment here. */
export const PAYMENT_ID_KEY = 'payment_id';

/**
 * Opens a hosted checkout page for the payment. Repeating the call for the same payment returns
 * the same session. Throws payment_provider_error when Stripe fails.
 */
export async function openCheckout(
  { client }: PaymentProvider,
  payment: CheckoutRequest,
  { siteName, appUrl, page }: SellingSite,
): Promise<{ sessionId: string; url: string }> {
  const metadata = { [PAYMENT_ID_KEY]: payment.id };
  const described = payment.description === null ? {} : { description: payment.description };
  try {
    const { checkout } = await client();
    const session = await checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: payment.id,
        customer_email: payment.email,
        expires_at: payment.expiresAt / 1000,
        metadata,
        locale: 'en-GB',
        ...(payment.acceptsCodes ? { allow_promotion_codes: true } : {}),
        payment_intent_data: { metadata, ...described },
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: payment.currency,
              unit_amount: payment.amount,
              product_data: {
                name: `${siteName} lessons: ${creditCount(payment.credits)}`,
                ...described,
              },
            },
          },
        ],
        success_url: `${appUrl}${paths.familyHome}?payment=success&session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${appUrl}${page}${page.includes('?') ? '&' : '?'}payment=cancelled`,
      },
      { idempotencyKey: payment.id },
    );
    if (session.url === null) throw new Refusal('payment_provider_error');
    return { sessionId: session.id, url: session.url };
  } catch (error) {
    if (isStripeError(error)) throw new Refusal('payment_provider_error', {}, error);
    throw error;
  }
}

/** The facts of a checkout session that fulfilment needs. */
export interface SessionFacts {
  readonly sessionId: string;
  readonly paymentId: string | null;
  readonly paymentIntent: string | null;
  readonly outcome: 'open' | 'paid' | 'failed' | 'expired';
  /** What is to be paid, in minor units. */
  readonly amount: number | null;
  /** The price before promotion codes, in minor units. */
  readonly subtotal?: number | null;
  readonly currency: string | null;
}

/** The id of an object that Stripe sends either as an id or expanded. */
export const idOf = (reference: string | { id: string } | null) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** Reads the facts of a session. `hasFailed`: the payment failed after checkout completed. */
export function sessionFactsOf(session: Stripe.Checkout.Session, hasFailed = false): SessionFacts {
  const isFree = session.status === 'complete' && session.payment_status === 'no_payment_required';
  const isPaid = session.payment_status === 'paid' || isFree;
  return {
    sessionId: session.id,
    paymentId: session.client_reference_id ?? session.metadata?.[PAYMENT_ID_KEY] ?? null,
    paymentIntent: idOf(session.payment_intent),
    outcome: isPaid
      ? 'paid'
      : hasFailed
        ? 'failed'
        : session.status === 'expired'
          ? 'expired'
          : 'open',
    amount: session.amount_total,
    subtotal: session.amount_subtotal,
    currency: session.currency,
  };
}

/**
 * Whether a bank debit failed after checkout completed. The session itself only keeps reporting
 * 'unpaid'.
 */
export function hasFailedLater({
  status,
  payment_status,
  payment_intent,
}: Stripe.Checkout.Session): boolean {
  if (status !== 'complete' || payment_status !== 'unpaid') return false;
  return typeof payment_intent === 'object' && payment_intent?.status === 'requires_payment_method';
}

/** Why a check has no result: Stripe is unavailable, or does not know the object. */
export type NoAnswer = 'away' | 'unknown';

/** Throws every error that is not Stripe's. */
export function whyNoAnswer(error: unknown): NoAnswer {
  if (!isStripeError(error)) throw error;
  return error.code === 'resource_missing' ? 'unknown' : 'away';
}

/** The session's current state at Stripe. */
export async function lookUpSession(
  { client }: PaymentProvider,
  sessionId: string,
): Promise<SessionFacts | NoAnswer> {
  try {
    const { checkout } = await client();
    const session = await checkout.sessions.retrieve(sessionId, {
      expand: ['payment_intent'],
    });
    return sessionFactsOf(session, hasFailedLater(session));
  } catch (error) {
    return whyNoAnswer(error);
  }
}

/** Expires a session, so that it can no longer be paid, and returns its state at Stripe. */
export async function expireSession(
  provider: PaymentProvider,
  sessionId: string,
): Promise<SessionFacts | NoAnswer> {
  try {
    const { checkout } = await provider.client();
    return sessionFactsOf(await checkout.sessions.expire(sessionId));
  } catch (error) {
    // Stripe refuses because the session was already paid or has expired.
    if (isStripeError(error, 'InvalidRequestError')) return lookUpSession(provider, sessionId);
    return whyNoAnswer(error);
  }
}

/** The maximum time between creating a payment and opening its session, including clock skew. */
const OPENED_WITHIN_SECONDS = 15 * 60;

/**
 * Finds the session that was opened for a payment created at `createdAt` (epoch milliseconds), in
 * its current state at Stripe.
 */
export async function findSession(
  { client }: PaymentProvider,
  paymentId: string,
  createdAt: number,
): Promise<SessionFacts | NoAnswer> {
  const seconds = Math.floor(createdAt / 1000);
  const created = { gte: seconds - OPENED_WITHIN_SECONDS, lte: seconds + OPENED_WITHIN_SECONDS };
  try {
    const { checkout } = await client();
    const sessions = checkout.sessions.list({
      created,
      limit: 100,
      expand: ['data.payment_intent'],
    });
    for await (const session of sessions)
      if (session.client_reference_id === paymentId)
        return sessionFactsOf(session, hasFailedLater(session));
    return 'unknown';
  } catch (error) {
    return whyNoAnswer(error);
  }
}

/**
 * The payment here that a Stripe payment intent belongs to; 'unknown' when it is not from this
 * product.
 */
export async function lookUpPayment(
  { client }: PaymentProvider,
  paymentIntent: string,
): Promise<{ readonly paymentId: string } | NoAnswer> {
  try {
    const { paymentIntents } = await client();
    const { metadata } = await paymentIntents.retrieve(paymentIntent);
    const paymentId = metadata[PAYMENT_ID_KEY];
    return paymentId === undefined ? 'unknown' : { paymentId };
  } catch (error) {
    return whyNoAnswer(error);
  }
}
