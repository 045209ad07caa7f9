// Sends the queue and reminds of lessons, beside the requests and never in their way.
import type { FastifyBaseLogger } from 'fastify';

import { REMINDER_HOURS } from '../../domain/limits.ts';
import { type Db, transact } from '../db/index.ts';
import { lessonReminder } from './messages.ts';
import { findToRemind, leaseDueMails, markFailed, markSent } from './queue-store.ts';
import { queueMail } from './store.ts';
import { isRefusedForGood, type MailTransport } from './transport.ts';

const LOOK_EVERY_MS = 5000;
const HOUR_MS = 3_600_000;

interface Mailing {
  readonly db: Db;
  readonly clock: () => number;
  readonly transport: MailTransport;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

/** Sends all that is due now. One bad address holds up no other mail. */
export async function sendDueMails({ db, clock, transport, log }: Mailing): Promise<void> {
  for (;;) {
    const mails = await leaseDueMails(db, clock());
    if (mails.length === 0) return;
    await Promise.all(
      mails.map(async (mail) => {
        try {
          await transport.send(mail);
        } catch (error) {
          const gaveUp = await markFailed(db, clock(), mail, error, isRefusedForGood(error));
          log.warn({ err: error, mail: mail.id, attempts: mail.attempts, gaveUp }, 'a mail was not sent');
          return;
        }
        await markSent(db, clock(), mail.id);
      }),
    );
  }
}

/** Queues a reminder for every booking whose lesson starts within the next day; each is reminded of once. */
export async function queueReminders({ db, clock }: Pick<Mailing, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  for (const {
    booking_id,
    student_id,
    parent_email,
    parent_name,
    student_name,
    ...lesson
  } of await findToRemind(db, now, now + REMINDER_HOURS * HOUR_MS)) {
    const family = { student_id, parent_email, parent_name, student_name };
    await transact(db, (tx) => queueMail(tx, now, lessonReminder(booking_id, lesson, family)));
  }
}

/** Does both now and every few seconds. The returned function stops it and waits for what is being sent. */
export function startMailing(mailing: Mailing): () => Promise<void> {
  let current: Promise<void> | null = null;
  const look = () => {
    current ??= queueReminders(mailing)
      .then(() => sendDueMails(mailing))
      .catch((error: unknown) => {
        mailing.log.error({ err: error }, 'the mail queue could not be read; will try again');
      })
      .finally(() => {
        current = null;
      });
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await current;
    mailing.transport.close();
  };
}
