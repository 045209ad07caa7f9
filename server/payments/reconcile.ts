// Asks Stripe about payments whose webhook never came, so that no paid credit depends on one message.
import type { FastifyBaseLogger } from 'fastify';

import { closedBy } from '../../domain/payment.ts';
import { type Db, isDatabaseAway } from '../db/index.ts';
import { claimLook, closeUnopened, listOverdue, noteLook, type OverduePurchase } from './overdue-store.ts';
import { applySession } from './store.ts';
import { findSession, lookUpSession, type PaymentProvider } from './stripe.ts';

const EVERY_MS = 5 * 60_000;
/** After so many questions without an answer the rest waits for the next round. */
const UNANSWERED = 3;

/**
 * Looks once at every payment that is due; those that fail do not hold up the others. `now` is epoch milliseconds.
 * Throws an AggregateError of what failed. Stops early, leaving the rest to the next round, while the provider is away
 * or once `signal` is aborted.
 */
export async function reconcile(
  db: Db,
  now: number,
  provider: PaymentProvider,
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  let unanswered = 0;
  for (const purchase of await listOverdue(db, now)) {
    if (signal?.aborted === true || unanswered === UNANSWERED) break;
    try {
      if (!(await claimLook(db, now, purchase))) continue;
      const isAnswered = await lookAt(db, now, provider, purchase);
      unanswered = isAnswered ? 0 : unanswered + 1;
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} payments failed: ${String(failures[0])}`);
}

/** Returns whether the provider could be asked. */
async function lookAt(
  db: Db,
  now: number,
  provider: PaymentProvider,
  purchase: OverduePurchase,
): Promise<boolean> {
  const session =
    purchase.session_id === null
      ? await findSession(provider, purchase.id, purchase.created_at)
      : await lookUpSession(provider, purchase.session_id);
  if (session === 'away') return false;
  if (session !== 'unknown') await applySession(db, now, session);
  else if (now >= closedBy(purchase.expires_at)) await closeUnopened(db, now, purchase);
  await noteLook(db, now, purchase);
  return true;
}

/** Does so now and every few minutes; the returned function stops it and waits for a look that is under way. */
export function startReconciling(
  db: Db,
  clock: () => number,
  provider: PaymentProvider,
  log: FastifyBaseLogger,
): () => Promise<void> {
  const stopping = new AbortController();
  let current: Promise<void> | null = null;
  const look = () => {
    // A round that takes longer than the pause is not overtaken by the next one.
    current ??= reconcile(db, clock(), provider, stopping.signal)
      .catch((error: unknown) => {
        log.error({ err: error }, 'could not look up overdue payments; will try again');
      })
      .finally(() => {
        current = null;
      });
  };
  look();
  const timer = setInterval(look, EVERY_MS);
  timer.unref();
  return async () => {
    stopping.abort();
    clearInterval(timer);
    await current;
  };
}
