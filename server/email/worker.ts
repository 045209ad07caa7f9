// Sends the queue, beside the requests and never in their way.
import { setTimeout as pause } from 'node:timers/promises';

import type { FastifyBaseLogger } from 'fastify';

import type { Context } from '../engine/context.ts';
import type { Database, Db } from '../engine/database.ts';
import { repeat } from '../repeat.ts';
import { isAddressAtFault, isRefusedForGood, loggable, reasonOf } from './failure.ts';
import {
  LEASE_MS,
  leaseDueEmail,
  type LeasedEmail,
  markFailed,
  markSent,
  renewLease,
  withdraw,
} from './leases.ts';
import { MAX_CONNECTIONS, type EmailTransport } from './transport.ts';

const LOOK_EVERY_MS = 5000;
const RENEW_EVERY_MS = LEASE_MS / 3;
/** Longer than a server that is merely slow takes; one that never comes to an end is given up. */
const SENDING_MS = 15 * 60_000;
/** What is being sent when the process stops may take this long to end well. */
const STOP_MS = 5000;
const ABORT_MS = 1000;
const NOTE_AGAIN_MS = 1000;

/**
 * Why an email is not to be sent any more: it is withdrawn without a word, or it has failed because
 * it is late.
 */
export type Outdated = 'withdrawn' | 'late';

interface Mailing {
  readonly database: Database;
  /** Asked before each try; null: it is to be sent. */
  readonly findOutdated: (
    at: { readonly db: Db; readonly now: number },
    message: Pick<LeasedEmail, 'cause' | 'booking_id' | 'lesson_start'>,
  ) => Promise<Outdated | null>;
  readonly clock: () => number;
  readonly transport: EmailTransport;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

interface Senders {
  /** Starts sending what is due. */
  look(): void;
  /** Resolves once nothing more is due and nothing is under way. */
  settled(): Promise<void>;
  /** Leases nothing more, gives what is under way a little time, then ends it. */
  stop(): Promise<void>;
}

const at = ({ database, clock }: Mailing): Context => ({ database, now: clock(), actor: null });
const after = (ms: number) => pause(ms, undefined, { ref: false });

/**
 * A few senders side by side: each takes one email at a time, so that a slow one holds up no other.
 */
function createSenders(mailing: Mailing): Senders {
  const { log } = mailing;
  const senders = new Set<Promise<void>>();
  const ended = new AbortController();
  let isStopping = false;
  // One after the other: two at once would want the same row, and one of them would go without.
  let leasing: Promise<unknown> = Promise.resolve();
  const leaseNext = () => {
    const leased = leasing.then(() => (isStopping ? null : leaseDueEmail(at(mailing))));
    leasing = leased.catch(() => undefined);
    return leased;
  };
  const work = async () => {
    for (let message = await leaseNext(); message !== null; message = await leaseNext()) {
      look();
      await deliver(mailing, message, ended.signal);
    }
  };
  const look = () => {
    if (isStopping || senders.size === MAX_CONNECTIONS) return;
    const sender = work()
      .catch((error: unknown) => {
        log.error({ err: error }, 'the queue of emails could not be read; will try again');
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
 * Sends one email and keeps its lease meanwhile. A sender that loses the lease stops, and marks
 * nothing.
 */
async function deliver(mailing: Mailing, message: LeasedEmail, ended: AbortSignal): Promise<void> {
  const { transport, log } = mailing;
  const outdated = await mailing.findOutdated(
    { db: mailing.database.db, now: mailing.clock() },
    message,
  );
  if (outdated === 'withdrawn') return withdraw(at(mailing), message);
  if (outdated === 'late') {
    const reason = 'The lesson began before this reminder could be sent.';
    await markFailed(at(mailing), message, { reason, isFinal: true });
    return;
  }
  const lost = new AbortController();
  const renewing = setInterval(() => {
    renewLease(at(mailing), message)
      .then((isReserved) => {
        if (!isReserved) lost.abort();
      })
      .catch((error: unknown) => {
        log.warn({ err: error, message: message.id }, 'the lease of an email could not be renewed');
      });
  }, RENEW_EVERY_MS).unref();
  try {
    await transport.send(
      message,
      AbortSignal.any([lost.signal, ended, AbortSignal.timeout(SENDING_MS)]),
    );
    await noteSent(mailing, message, ended);
  } catch (error) {
    const outcome = await markFailed(at(mailing), message, {
      reason: reasonOf(error),
      isFinal: isRefusedForGood(error),
      isRefused: isAddressAtFault(error),
    });
    const { id, attempts, recipient } = message;
    log.warn(
      { message: id, attempts, outcome, ...loggable(error, recipient) },
      'an email was not sent',
    );
  } finally {
    clearInterval(renewing);
  }
}

/**
 * Does not give up when the database is away for a while: an email whose sending is not noted is
 * sent twice. Tries once in any case.
 */
async function noteSent(mailing: Mailing, message: LeasedEmail, ended: AbortSignal): Promise<void> {
  const { log } = mailing;
  for (let tries = 1; tries === 1 || !ended.aborted; tries += 1) {
    try {
      if (!(await markSent(at(mailing), message)))
        log.warn({ message: message.id }, 'an email was sent after its lease had been lost');
      return;
    } catch (error) {
      log.error(
        { err: error, message: message.id, tries },
        'an email was sent, but that could not be noted',
      );
      await after(NOTE_AGAIN_MS);
    }
  }
}

/** Sends all that is due now. One bad address holds up no other email. */
export async function sendDueEmails(mailing: Mailing): Promise<void> {
  const senders = createSenders(mailing);
  senders.look();
  await senders.settled();
}

/** Looks for due emails now and every few seconds. The returned function ends it. */
export function startMailing(mailing: Mailing): () => Promise<void> {
  const senders = createSenders(mailing);
  const stopLooking = repeat({
    everyMs: LOOK_EVERY_MS,
    work: async () => senders.look(),
    log: mailing.log,
    complaint: 'the queue of emails could not be read; will try again',
  });
  return async () => {
    await stopLooking();
    await senders.stop();
    mailing.transport.close();
  };
}
