// The payment page at the provider: opened for a payment, replaced by a newer one, and closed.
import { CURRENCY } from '../../../domain/business-words.ts';
import { Refusal } from '../../../domain/errors.ts';
import { withClashes, type WithClashes } from '../../../domain/lessons/student-day.ts';
import { type CreditPackage, priceOf } from '../../../domain/payments/credits.ts';
import type { Context } from '../../engine/context.ts';
import type { FamilyActor } from '../../sessions/sessions.ts';
import { releaseReservationOfPayment, applySession, attachSession } from '../payments.ts';
import type { LessonChoice } from '../reservations/reserve-lessons.ts';
import { expireSession, openCheckout, type PaymentProvider } from '../stripe.ts';
import { createPayment, type NewPayment, type PendingPayment } from './create-payment.ts';

export interface Checkout {
  readonly provider: PaymentProvider;
  readonly appUrl: string;
  /** The published name. */
  readonly siteName: string;
  /** Reports that the replaced page could not be closed. */
  readonly warn: (error: unknown) => void;
}

/** A payment for so many credits at the prices of these packages. */
export const priceCredits = (
  credits: number,
  packages: readonly CreditPackage[],
  acceptsCodes: boolean,
): NewPayment => ({
  credits,
  amount: priceOf(credits, packages),
  currency: CURRENCY,
  acceptsCodes,
  packageName: packages.find((one) => one.credits === credits)?.name ?? null,
});

/**
 * Creates the payment, opens its page and closes the one whose reservation it replaces. Throws what
 * createPayment throws, and payment_provider_error if the page cannot be opened; its spots are then
 * released.
 */
export async function startCheckout(
  context: Context<Pick<FamilyActor, 'id' | 'familyId'>>,
  { warn, ...site }: Checkout,
  payment: NewPayment,
  lessons: LessonChoice | null,
): Promise<{ checkout_url: string; session_id: string } & WithClashes> {
  const placed = await createPayment(context, payment, lessons);
  const expire = (sessionId: string) =>
    expireReplacedSession(context, site.provider, sessionId).catch(warn);
  // Both run in parallel. Failing to expire the old session does not fail the new one.
  const [{ isReserved, ...opened }] = await Promise.all([
    openPage(context, site, placed),
    placed.replacedSession === null ? null : expire(placed.replacedSession),
  ]);
  // Replaced while it was being opened, before its session id was recorded.
  if (lessons !== null && !isReserved) await expire(opened.session_id);
  return { ...opened, ...withClashes(placed.clashes) };
}

async function openPage(
  context: Context,
  { provider, ...site }: Omit<Checkout, 'warn'>,
  payment: PendingPayment,
) {
  try {
    const { sessionId, url } = await openCheckout(provider, payment, {
      ...site,
      page: payment.page,
    });
    const isReserved = await attachSession(context, { paymentId: payment.id, sessionId });
    return { checkout_url: url, session_id: sessionId, isReserved };
  } catch (error) {
    await releaseReservationOfPayment(context, 'id', payment.id);
    throw error;
  }
}

/**
 * Expires the session of a replaced payment. If it was paid after all, the payment is fulfilled.
 */
async function expireReplacedSession(
  context: Context,
  provider: PaymentProvider,
  sessionId: string,
) {
  const session = await expireSession(provider, sessionId);
  if (typeof session === 'object') await applySession(context, session);
}

/**
 * Closes the page of a pending payment and applies its outcome. Throws payment_provider_error if
 * the page could not be closed; its reservation is released all the same.
 */
export async function closeCheckout(
  context: Context,
  provider: PaymentProvider,
  sessionId: string,
): Promise<void> {
  const session = await expireSession(provider, sessionId);
  if (typeof session !== 'object') {
    await releaseReservationOfPayment(context, 'session_id', sessionId);
    throw new Refusal('payment_provider_error', { message: CANNOT_END });
  }
  await applySession(context, session);
}

const CANNOT_END = 'The payment page could not be closed. Please try again.';
