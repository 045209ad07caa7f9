// Asks Stripe about payments whose webhook never came, so that no paid credit depends on one
// message.
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
/** After so many questions without an answer the rest waits for the next round. */
const UNANSWERED = 3;

/**
 * Looks once at every payment that is due; those that fail do not hold up the others. Throws an
 * AggregateError of what failed. Stops early, leaving the rest to the next round, while the
 * provider is away or once `signal` is aborted.
 */
export async function reconcile(
  context: Context,
  provider: PaymentProvider,
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  let unanswered = 0;
  for (const payment of await listOverdue(context)) {
    if (signal?.aborted === true || unanswered === UNANSWERED) break;
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

/** Returns whether the provider could be asked. */
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
 * Does so now and every few minutes; the returned function stops it and waits for a look that is
 * under way.
 */
export function startReconciling(
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
      await reconcile(context, provider, signal);
    },
    log,
    complaint: 'could not look up overdue payments; will try again',
  });
}
