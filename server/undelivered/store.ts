// The emails that did not arrive: what the tutor is shown of them, and what can be done about one.
import { Refusal } from '../../domain/errors.ts';
import { MAX_UNDELIVERED_LISTED, UNDELIVERED_DAYS_BACK } from '../../domain/limits.ts';
import type { UndeliveredMail } from '../../domain/mail.ts';
import { toIso } from '../../domain/time.ts';
import type { AdminActor } from '../accounts/session-store.ts';
import { recordActivity } from '../activity/store.ts';
import { findOutdated } from '../bookings/reminder-store.ts';
import { type Context, transact } from '../db/context.ts';
import type { Db } from '../db/database.ts';
import { giveUp, isUndelivered, requeue } from '../mail/undelivered-store.ts';

const DAY_MS = 86_400_000;

/** Failed ones first, then those that wait for another try; within each the latest first. */
export async function listUndelivered(db: Db, now: number): Promise<UndeliveredMail[]> {
  const since = now - UNDELIVERED_DAYS_BACK * DAY_MS;
  const mails = db
    .selectFrom('mails')
    .select(['id', 'recipient', 'subject', 'attempts', 'last_error', 'created_at', 'due_at', 'failed_at'])
    // The last email to a family that has left is nobody's business.
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
    created_at: toIso(created_at),
    next_try_at: failed_at === null ? toIso(due_at) : null,
  }));
}

/** Sends it again. Throws not_found, also for one that was sent meanwhile or that something later has overtaken. */
export async function sendAgain(context: Context<AdminActor>, id: string): Promise<void> {
  await transact(context, async (work) => {
    const mail = await requeue(work, id);
    const isOutdated =
      mail === null
        ? await isUndelivered(work.tx, id)
        : (await findOutdated({ db: work.tx, now: work.now }, mail)) !== null;
    if (isOutdated)
      throw new Refusal('not_found', {
        message: 'This email is out of date: the booking has changed since.',
      });
    if (mail === null) throw alreadySent();
    await recordActivity(work, { adminId: work.actor.id, kind: 'mail_sent_again', mailId: id });
  });
}

/** Shows it no more; one that still waits is given up. Throws not_found, also for one that was sent meanwhile. */
export async function dismissMail(context: Context<AdminActor>, id: string): Promise<void> {
  await transact(context, async (work) => {
    if (!(await giveUp(work, id))) throw alreadySent();
    await recordActivity(work, { adminId: work.actor.id, kind: 'mail_dismissed', mailId: id });
  });
}

const alreadySent = () => new Refusal('not_found', { message: 'This email has already been sent.' });
