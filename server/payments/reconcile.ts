// Asks Stripe about payments whose webhook never came, so that no paid credit depends on one message.
import type { FastifyBaseLogger } from 'fastify';

import type { Db } from '../db/index.ts';
import { applySession, listOverdueSessions } from './store.ts';
import { lookUpSession, type PaymentProvider } from './stripe.ts';

const EVERY_MS = 5 * 60_000;

/** Looks once at every overdue session. `now` is epoch milliseconds. */
export async function reconcile(db: Db, now: number, provider: PaymentProvider): Promise<void> {
  for (const sessionId of await listOverdueSessions(db, now)) {
    const session = await lookUpSession(provider, sessionId);
    if (session !== null) await applySession(db, now, session);
  }
}

/** Does so now and every few minutes; the returned function stops it and waits for a look that is under way. */
export function startReconciling(
  db: Db,
  clock: () => number,
  provider: PaymentProvider,
  log: FastifyBaseLogger,
): () => Promise<void> {
  let current = Promise.resolve();
  const look = () => {
    current = reconcile(db, clock(), provider).catch((error: unknown) => {
      log.error({ err: error }, 'could not look up overdue payments; will try again');
    });
  };
  look();
  const timer = setInterval(look, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await current;
  };
}
