// Asks Stripe about payments whose webhook did not arrive, so that granting paid credits never
// depends on a single webhook.
import { closedBy } from '../../../domain/payments/payment.ts';
import { MINUTE_MS } from '../../../domain/time.ts';
import type { Context } from '../../engine/context.ts';
import type { Job } from '../../process/repeat.ts';
import { checkEach } from '../check-each.ts';
import { applySession } from '../payments.ts';
import { findSession, lookUpSession, type PaymentProvider } from '../stripe.ts';
import {
  claimCheck,
  expirePayment,
  listOverdue,
  type OverduePayment,
  recordCheck,
} from './overdue.ts';

const EVERY_MS = 5 * MINUTE_MS;

/** Checks every due payment once, as `checkEach` does. */
export const lookUpPending = async (
  context: Context,
  provider: PaymentProvider,
  signal?: AbortSignal,
): Promise<void> =>
  checkEach(await listOverdue(context), {
    what: 'payments',
    claim: (payment) => claimCheck(context, payment),
    check: (payment) => checkPayment(context, provider, payment),
    signal,
  });

/** Returns whether the provider answered. */
async function checkPayment(context: Context, provider: PaymentProvider, payment: OverduePayment) {
  const session =
    payment.session_id === null
      ? await findSession(provider, payment.id, payment.created_at)
      : await lookUpSession(provider, payment.session_id);
  if (session === 'away') return false;
  if (session !== 'unknown') await applySession(context, session);
  else if (context.now >= closedBy(payment.expires_at)) await expirePayment(context, payment);
  await recordCheck(context, payment);
  return true;
}

export const lookUpPendingJob = (provider: PaymentProvider): Job => ({
  everyMs: EVERY_MS,
  work: (context, signal) => lookUpPending(context, provider, signal),
  complaint: 'failed to look up overdue payments; will retry',
});
