// The mails that did not arrive: what the tutor is shown of them, and what can be done about one.
import { sql } from 'kysely';

import { Refusal } from '../../domain/errors.ts';
import { MAX_UNDELIVERED_LISTED, UNDELIVERED_DAYS_BACK } from '../../domain/limits.ts';
import type { UndeliveredMail } from '../../domain/mail.ts';
import { recordActivity } from '../activity/store.ts';
import { type Db, transact, type Tx } from '../db/index.ts';
import { findOutdated } from '../mail/queue-store.ts';

const DAY_MS = 86_400_000;

/** Failed ones first, then those that wait for another try; within each the latest first. */
export async function listUndelivered(db: Db, now: number): Promise<UndeliveredMail[]> {
  const since = now - UNDELIVERED_DAYS_BACK * DAY_MS;
  const mails = db
    .selectFrom('mails')
    .select(['id', 'recipient', 'subject', 'attempts', 'last_error', 'created_at', 'due_at', 'failed_at'])
    // The last mail to a family that has left is nobody's business.
    .where('erased_once_sent', '=', 0)
    .limit(MAX_UNDELIVERED_LISTED);
  const failed = await mails
    .where('failed_at', 'is not', null)
    .where('dismissed_at', 'is', null)
    .where('failed_at', '>=', since)
    .orderBy('failed_at', 'desc')
    .execute();
  const waiting = await mails
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('last_error', 'is not', null)
    .where('due_at', '>=', since)
    .orderBy('due_at', 'desc')
    .execute();
  return [...failed, ...waiting].map(({ last_error, created_at, due_at, failed_at, ...mail }) => ({
    ...mail,
    state: failed_at === null ? 'waiting' : 'failed',
    error: last_error ?? '',
    created_at: new Date(created_at).toISOString(),
    next_try_at: failed_at === null ? new Date(due_at).toISOString() : null,
  }));
}

/**
 * Puts it back at the head of the queue, with all its tries. Throws not_found, also for one that was sent meanwhile or
 * that something later has overtaken.
 */
export async function sendAgain(db: Db, now: number, adminId: string, id: string): Promise<void> {
  await transact(db, async (tx) => {
    const mail = await undelivered(tx, id)
      .set({ due_at: now, attempts: 0, failed_at: null, dismissed_at: null })
      // 'Booked' after 'Canceled' would tell the opposite of what is true.
      .where(
        sql<boolean>`not exists (select 1 from mails as later where later.thread = mails.thread
          and later.thread_number > mails.thread_number and later.sent_at is not null)`,
      )
      .executeTakeFirst();
    const isOutdated =
      mail === undefined ? await isUnsent(tx, id) : (await findOutdated(tx, now, mail)) !== null;
    if (isOutdated)
      throw new Refusal('not_found', {
        message: 'This email is out of date: the booking has changed since.',
      });
    await recordActivity(tx, now, adminId, 'mail_sent_again', { mailId: idOf(mail) });
  });
}

/** Shows it no more; one that still waits is given up. Throws not_found, also for one that was sent meanwhile. */
export async function dismissMail(db: Db, now: number, adminId: string, id: string): Promise<void> {
  await transact(db, async (tx) => {
    const mail = await undelivered(tx, id)
      .set((eb) => ({ failed_at: eb.fn.coalesce('failed_at', eb.val(now)), dismissed_at: now }))
      .executeTakeFirst();
    await recordActivity(tx, now, adminId, 'mail_dismissed', { mailId: idOf(mail) });
  });
}

async function isUnsent(tx: Tx, id: string): Promise<boolean> {
  const mail = await tx
    .selectFrom('mails')
    .select(['sent_at', 'last_error'])
    .where('id', '=', id)
    .executeTakeFirst();
  return mail !== undefined && mail.sent_at === null && mail.last_error !== null;
}

function undelivered(tx: Tx, id: string) {
  return tx
    .updateTable('mails')
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('last_error', 'is not', null)
    .where('erased_once_sent', '=', 0)
    .returning(['id', 'booking_id', 'lesson_start']);
}

function idOf(mail: { readonly id: string } | undefined): string {
  if (mail === undefined) throw new Refusal('not_found', { message: 'This mail has already been sent.' });
  return mail.id;
}
