// Undelivered emails: lists them for the tutor, resends them and dismisses them.
import { Refusal } from '../../domain/errors.ts';
import { DAY_MS, toIso } from '../../domain/time.ts';
import type { UndeliveredEmail } from '../../domain/tutor/undelivered-email.ts';
import { recordActivity } from '../activity/activities.ts';
import { giveUp, isUndelivered, requeue, UNDELIVERED_DAYS } from '../email/undelivered.ts';
import { type Context, transact } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { findOutdated } from '../lessons/reminders/reminders.ts';
import type { AdminActor } from '../sessions/sessions.ts';

const MAX_UNDELIVERED_LISTED = 200;

/** Failed emails first, then those waiting for a retry, each group latest first. */
export async function listUndelivered(db: Db, now: number): Promise<UndeliveredEmail[]> {
  const since = now - UNDELIVERED_DAYS * DAY_MS;
  const emails = db
    .selectFrom('emails')
    .select([
      'id',
      'recipient',
      'subject',
      'attempts',
      'last_error',
      'created_at',
      'due_at',
      'failed_at',
    ])
    // The last email to a deleted family is not shown.
    .where('erased_once_sent', '=', 0)
    .limit(MAX_UNDELIVERED_LISTED);
  const failed = await emails
    .where('failed_at', 'is not', null)
    .where('dismissed_at', 'is', null)
    .where('failed_at', '>=', since)
    .orderBy('failed_at', 'desc')
    .execute();
  const waiting = await emails
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('last_error', 'is not', null)
    .where('due_at', '>=', since)
    .orderBy('due_at', 'desc')
    .execute();
  return [...failed, ...waiting].map(
    ({ last_error, created_at, due_at, failed_at, ...message }) => ({
      ...message,
      state: failed_at === null ? 'waiting' : 'failed',
      error: last_error ?? '',
      created_at: toIso(created_at),
      next_try_at: failed_at === null ? toIso(due_at) : null,
    }),
  );
}

/** Resends an email. Throws not_found if it was already sent or a later event made it outdated. */
export async function sendAgain(context: Context<AdminActor>, id: string): Promise<void> {
  await transact(context, async (work) => {
    const message = await requeue(work, id);
    const isOutdated =
      message === null
        ? await isUndelivered(work.tx, id)
        : (await findOutdated({ db: work.tx, now: work.now }, message)) !== null;
    if (isOutdated)
      throw new Refusal('not_found', {
        message: 'This email is out of date: the booking has changed since.',
      });
    if (message === null) throw alreadySent();
    await recordActivity(work, { adminId: work.actor.id, kind: 'email_sent_again', emailId: id });
  });
}

/**
 * Dismisses an email. One that is still waiting is given up. Throws not_found if it was already
 * sent.
 */
export async function dismissEmail(context: Context<AdminActor>, id: string): Promise<void> {
  await transact(context, async (work) => {
    if (!(await giveUp(work, id))) throw alreadySent();
    await recordActivity(work, { adminId: work.actor.id, kind: 'email_dismissed', emailId: id });
  });
}

const alreadySent = () =>
  new Refusal('not_found', { message: 'This email has already been sent.' });
