// Sends the queued emails in the background, independently of requests.
import { setTimeout as pause } from 'node:timers/promises';

import type { FastifyBaseLogger } from 'fastify';

import { MINUTE_MS } from '../../domain/time.ts';
import type { Context } from '../engine/context.ts';
import type { Database, Db } from '../engine/database.ts';
import { repeat } from '../process/repeat.ts';
import {
  hasStatusCode,
  isAddressAtFault,
  isPermanentRejection,
  loggable,
  explainFailure,
  siteRejected,
} from './failure.ts';
import {
  LEASE_MS,
  type LeasedEmail,
  leaseDueEmail,
  markFailed,
  markSent,
  renewLease,
  withdraw,
} from './leases.ts';
import { retryIfAllAreRejected } from './rejected-site.ts';
import { type EmailTransport, MAX_CONNECTIONS } from './transport.ts';

const CHECK_EVERY_MS = 5000;
const RENEW_EVERY_MS = LEASE_MS / 3;
/** Longer than a slow server needs; a connection that never ends is given up. */
const SENDING_MS = 15 * MINUTE_MS;
/** How long emails in progress may take when the process stops. */
const STOP_MS = 5000;
const ABORT_MS = 1000;
const RECORD_RETRY_MS = 1000;

/** Why an email must not be sent: it is withdrawn silently, or it fails because it is late. */
type OutdatedReason = 'withdrawn' | 'late';

export interface Delivery {
  readonly database: Database;
  /** Called before each attempt; null: send it. */
  readonly findOutdated: (
    at: { db: Db; now: number },
    message: Pick<LeasedEmail, 'cause' | 'booking_id' | 'lesson_start'>,
  ) => Promise<OutdatedReason | null>;
  readonly clock: () => number;
  readonly transport: EmailTransport;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

interface Senders {
  /** Starts sending due emails. */
  look(): void;
  /** Resolves once no email is due or in progress. */
  settled(): Promise<void>;
  /** Leases no more emails, waits briefly for those in progress, then aborts them. */
  stop(): Promise<void>;
}

const at = ({ database, clock }: Delivery): Context => ({ database, now: clock(), actor: null });
const after = (ms: number) => pause(ms, undefined, { ref: false });

/**
 * Several senders in parallel. Each takes one email at a time, so a slow one does not delay the
 * others.
 */
function createSenders(delivery: Delivery): Senders {
  const { log } = delivery;
  const senders = new Set<Promise<void>>();
  const ended = new AbortController();
  let isStopping = false;
  // Leases are taken one after the other: two concurrent calls would want the same row, and one
  // would get none.
  let leasing: Promise<unknown> = Promise.resolve();
  let turn = 0;
  const leaseNext = () => {
    const leased = leasing.then(() => (isStopping ? null : leaseDueEmail(at(delivery), turn++)));
    leasing = leased.catch(() => undefined);
    return leased;
  };
  const work = async () => {
    for (let message = await leaseNext(); message !== null; message = await leaseNext()) {
      look();
      await deliver(delivery, message, ended.signal);
    }
  };
  const look = () => {
    if (isStopping || senders.size === MAX_CONNECTIONS) return;
    const sender = work()
      .catch((error: unknown) => {
        log.error({ err: error }, 'failed to read the email queue; will retry');
      })
      .finally(() => senders.delete(sender));
    senders.add(sender);
  };
  const settled = async () => {
    while (senders.size > 0) await Promise.all(senders);
  };
  return {
    look,
    settled,
    async stop() {
      isStopping = true;
      await Promise.race([settled(), after(STOP_MS)]);
      ended.abort();
      await Promise.race([settled(), after(ABORT_MS)]);
    },
  };
}

/**
 * Sends one email and renews its lease meanwhile. A sender that loses the lease stops and records
 * nothing.
 */
async function deliver(delivery: Delivery, message: LeasedEmail, ended: AbortSignal) {
  const { transport, log } = delivery;
  const outdated = await delivery.findOutdated(
    { db: delivery.database.db, now: delivery.clock() },
    message,
  );
  if (outdated === 'withdrawn') return withdraw(at(delivery), message);
  if (outdated === 'late') {
    const reason = 'The lesson began before this reminder could be sent.';
    await markFailed(at(delivery), message, { reason, isFinal: true });
    return;
  }
  const lost = new AbortController();
  const renewing = setInterval(() => {
    renewLease(at(delivery), message)
      .then((isRenewed) => {
        if (!isRenewed) lost.abort();
      })
      .catch((error: unknown) => {
        log.warn({ err: error, message: message.id }, 'failed to renew the lease of an email');
      });
  }, RENEW_EVERY_MS).unref();
  try {
    await transport.send(
      message,
      AbortSignal.any([lost.signal, ended, AbortSignal.timeout(SENDING_MS)]),
    );
    await recordSent(delivery, message, ended);
  } catch (error) {
    const isVague = isAddressAtFault(error) && !hasStatusCode(error);
    const isOfSite = isVague && (await retryIfAllAreRejected(at(delivery), message));
    const reason = explainFailure(error);
    const outcome = await markFailed(
      at(delivery),
      message,
      isOfSite
        ? { reason: siteRejected(reason), isFinal: false, isBounced: true }
        : { reason, isFinal: isPermanentRejection(error), isBounced: isAddressAtFault(error) },
    );
    // Of those that bounce at the same moment, the last one sees all.
    if (isVague && !isOfSite) await retryIfAllAreRejected(at(delivery), message);
    const { id, attempts, recipient } = message;
    log.warn(
      { message: id, attempts, outcome, ...loggable(error, recipient) },
      'failed to send an email',
    );
  } finally {
    clearInterval(renewing);
  }
}

/**
 * Retries while the database is unavailable, because an email that is not marked as sent is sent
 * twice. Tries at least once.
 */
async function recordSent(delivery: Delivery, message: LeasedEmail, ended: AbortSignal) {
  const { log } = delivery;
  for (let tries = 1; tries === 1 || !ended.aborted; tries += 1) {
    try {
      if (!(await markSent(at(delivery), message)))
        log.warn({ message: message.id }, 'sent an email after losing its lease');
      return;
    } catch (error) {
      log.error(
        { err: error, message: message.id, tries },
        'sent an email but failed to mark it as sent',
      );
      await after(RECORD_RETRY_MS);
    }
  }
}

/** Sends all emails that are due now. A failing address does not delay other emails. */
export async function sendDueEmails(delivery: Delivery): Promise<void> {
  const senders = createSenders(delivery);
  senders.look();
  await senders.settled();
}

/** Looks for due emails now and every few seconds. The returned function stops it. */
export function startSendingEmails(delivery: Delivery): () => Promise<void> {
  const senders = createSenders(delivery);
  const stopLooking = repeat({
    everyMs: CHECK_EVERY_MS,
    work: async () => senders.look(),
    log: delivery.log,
    complaint: 'failed to read the email queue; will retry',
  });
  return async () => {
    await stopLooking();
    await senders.stop();
    delivery.transport.close();
  };
}
