// Asks Stripe about payments whose webhook did not arrive, so that granting paid credits never
// depends on a single webhook.
import type { FastifyBaseLogger } from 'fastify';

import { closedBy } from '../../domain/payments/payment.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import type { Context } from '../engine/context.ts';
import type { Database } from '../engine/database.ts';
import { repeat } from '../repeat.ts';
import { askAboutEach } from './ask-each.ts';
import { numberUnnumbered } from './invoices.ts';
import { claimLook, closeUnknown, listOverdue, noteLook, type OverduePayment } from './overdue.ts';
import { applySession } from './payments.ts';
import { findSession, lookUpSession, type PaymentProvider } from './stripe.ts';

const EVERY_MS = 5 * MINUTE_MS;

/** Checks every due payment once, as `askAboutEach` does. */
export const lookUpPending = async (
  context: Context,
  provider: PaymentProvider,
  signal?: AbortSignal,
): Promise<void> =>
  askAboutEach(await listOverdue(context), {
    what: 'payments',
    claim: (payment) => claimLook(context, payment),
    ask: (payment) => lookAt(context, provider, payment),
    signal,
  });

/** Returns whether the provider answered. */
async function lookAt(
  context: Context,
  provider: PaymentProvider,
  payment: OverduePayment,
): Promise<boolean> {
  const session =
    payment.session_id === null
      ? await findSession(provider, payment.id, payment.created_at)
      : await lookUpSession(provider, payment.session_id);
  if (session === 'away') return false;
  if (session !== 'unknown') await applySession(context, session);
  else if (context.now >= closedBy(payment.expires_at)) await closeUnknown(context, payment);
  await noteLook(context, payment);
  return true;
}

/**
 * Looks now and every few minutes. The returned function stops it and waits for the current
 * round.
 */
export function startLookingUpPending(
  database: Database,
  clock: () => number,
  provider: PaymentProvider,
  log: FastifyBaseLogger,
): () => Promise<void> {
  return repeat({
    everyMs: EVERY_MS,
    async work(signal) {
      const context = { database, now: clock(), actor: null };
      await numberUnnumbered(context);
      await lookUpPending(context, provider, signal);
    },
    log,
    complaint: 'failed to look up overdue payments; will retry',
  });
}
