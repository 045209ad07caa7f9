// Asks Stripe about payments whose webhook did not arrive, so that granting paid credits never
// depends on a single webhook.
import type { FastifyBaseLogger } from 'fastify';

import { closedBy } from '../../domain/payment.ts';
import type { Context } from '../engine/context.ts';
import { type Database, isDatabaseAway } from '../engine/database.ts';
import { repeat } from '../repeat.ts';
import { numberUnnumbered } from './invoices.ts';
import { claimLook, closeUnknown, listOverdue, noteLook, type OverduePayment } from './overdue.ts';
import { applySession } from './payments.ts';
import { findSession, lookUpSession, type PaymentProvider } from './stripe.ts';

const EVERY_MS = 5 * 60_000;
/** After this many consecutive unanswered requests, the rest wait for the next round. */
const MAX_UNANSWERED = 3;

/**
 * Checks every due payment once; a failure does not delay the others. Throws an AggregateError of
 * all failures. Stops early, and leaves the rest to the next round, while the provider is
 * unavailable or once `signal` is aborted.
 */
export async function lookUpPending(
  context: Context,
  provider: PaymentProvider,
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  let unanswered = 0;
  for (const payment of await listOverdue(context)) {
    if (signal?.aborted === true || unanswered === MAX_UNANSWERED) break;
    try {
      if (!(await claimLook(context, payment))) continue;
      const isAnswered = await lookAt(context, provider, payment);
      unanswered = isAnswered ? 0 : unanswered + 1;
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `${failures.length} payments failed: ${String(failures[0])}`,
    );
}

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
