// A sample payment and a sample return, made at the stand-in, so that the books of both agree.
import { MOST_POPULAR_PACKAGE, packagesOf } from '../domain/payments/credits.ts';
import type { Context } from '../server/engine/context.ts';
import { NEW_REQUEST } from '../server/engine/idempotency.ts';
import { createPayment } from '../server/payments/checkout/create-payment.ts';
import { applySession } from '../server/payments/payments.ts';
import { requestRefund } from '../server/payments/refunds/request-refund.ts';
import { connectStripe, PAYMENT_ID_KEY } from '../server/payments/stripe.ts';
import { findParent } from '../server/people/recipients.ts';
import { readSettings } from '../server/settings/settings.ts';
import type { StripeSandbox } from './stripe.ts';

const HOUR_SECONDS = 3600;

/** The parent with this address buys the package that most families buy. */
export async function buyPackage(
  context: Context,
  stripe: StripeSandbox,
  email: string,
): Promise<{ readonly paymentId: string; readonly familyId: string }> {
  const parent = await findParent(context.database.db, email);
  const packages = packagesOf((await readSettings(context.database.db)).business);
  const product = packages.find(({ id }) => id === MOST_POPULAR_PACKAGE);
  if (parent === null || product === undefined)
    throw new Error('expected a second parent and a package');
  const { credits, name: packageName, price: amount, currency } = product;
  const actor = { id: parent.person_id, familyId: parent.family_id };
  const { id } = await createPayment(
    { ...context, actor },
    { credits, amount, currency, packageName },
  );
  const metadata = { [PAYMENT_ID_KEY]: id };
  const { id: sessionId } = stripe.open({
    items: [{ name: packageName, description: null, unitAmount: amount, quantity: 1 }],
    currency,
    total: amount,
    successUrl: 'http://localhost',
    cancelUrl: null,
    clientReferenceId: id,
    customerEmail: email,
    metadata,
    paymentIntent: { metadata, description: null },
    allowPromotionCodes: null,
    locale: null,
    expiresAt: Math.floor(Date.now() / 1000) + HOUR_SECONDS,
  });
  stripe.pay(sessionId);
  const { id: paymentIntent } = stripe.paymentIntent(sessionId);
  const session = { sessionId, paymentId: id, paymentIntent, amount, currency } as const;
  await applySession(context, { ...session, outcome: 'paid' });
  return { paymentId: id, familyId: actor.familyId };
}

/** Returns some of the credits of a sample payment, as its parent. */
export async function returnCredits(
  context: Context,
  stripe: StripeSandbox,
  payment: { paymentId: string; familyId: string },
  credits: number,
): Promise<void> {
  const { url, secretKey, webhookSecret } = stripe;
  const provider = connectStripe({ secretKey, webhookSecret, apiUrl: url });
  const { paymentId, familyId } = payment;
  const requester = { by: 'family', familyId } as const;
  await requestRefund(context, provider, { paymentId, credits, requester }, NEW_REQUEST);
}
