// A purchase of credits, without the stand-in of the payment provider.
import type { FamilyActor } from '../auth/sessions.ts';
import { applySession, attachSession, createPayment } from '../payments/payments.ts';
import type { TestApp } from './app.ts';

/** Buys credits for £30, or this many pence, as the provider reports it. Returns the payment's id. */
export async function buyCredits(
  api: TestApp,
  parent: FamilyActor,
  { credits = 1, amount = 3000 } = {},
): Promise<string> {
  const price = { amount, currency: 'gbp' };
  const { id: paymentId } = await createPayment(api.context(parent), { credits, ...price });
  const session = { paymentId, sessionId: `cs_test_${paymentId}` };
  await attachSession(api.context(null), session);
  const paid = { ...session, ...price, paymentIntent: `pi_${paymentId}`, outcome: 'paid' } as const;
  await applySession(api.context(null), paid);
  return paymentId;
}
