// Leases queued emails. Each email is leased to one sender at a time, across all processes.
import { sql } from 'kysely';

import { MINUTE_MS } from '../../domain/time.ts';
import { settingsFrom } from '../../domain/tutor/settings.ts';
import { newId } from '../base/ids.ts';
import { type Context, transact } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { CLEARED, recordErasedEmails } from './erasure.ts';
import type { OutgoingEmail } from './transport.ts';

/**
 * How long a lease lasts unless it is renewed. An email waits at most this long after its process
 * died.
 */
export const LEASE_MS = MINUTE_MS;
/**
 * Minutes until the next attempt, by the number of attempts so far. After the last one the email
 * has failed.
 */
const BACK_OFF_MINUTES = [1, 2, 5, 10, 20, 40, 60, 120, 240, 480, 960];
/** How far ahead an attempt that failed may put off the next one. */
export const LONGEST_PAUSE_MS = Math.max(...BACK_OFF_MINUTES) * MINUTE_MS;
const MAX_ERROR_LENGTH = 500;

export interface LeasedEmail extends OutgoingEmail {
  /** Identifies the lease. Only its owner may renew it or record the outcome. */
  readonly lease: string;
  readonly attempts: number;
  readonly cause: string;
  /** Both are null except for reminders. */
  readonly booking_id: string | null;
  readonly lesson_start: number | null;
}

/** Every fourth lease goes to the email that has waited longest, however many are urgent. */
const PATIENT_TURN = 4;

/**
 * Leases the urgent email that is due for longest, or else the other one; null when none is due.
 * `turn` counts the leases: now and then that order is left, so that nothing waits for ever. Within
 * a thread to one address, only the first waiting email is leased, and the earliest due time of
 * them all counts. The email of an expired lease, whose process died, is leased again.
 */
export async function leaseDueEmail(context: Context, turn = 0): Promise<LeasedEmail | null> {
  const isPatient = turn % PATIENT_TURN === PATIENT_TURN - 1;
  const urgent = isPatient ? null : await leaseFirstDue(context, { areUrgent: true });
  return urgent ?? leaseFirstDue(context, { areUrgent: false });
}

async function leaseFirstDue(
  { database: { db }, now }: Context,
  { areUrgent }: { areUrgent: boolean },
): Promise<LeasedEmail | null> {
  const lease = newId();
  const firstOfThread = sql<string>`coalesce((
    select waiting.id from emails as waiting
    where waiting.thread = due.thread and waiting.recipient = due.recipient
      and waiting.sent_at is null and waiting.failed_at is null
    order by waiting.thread_number, waiting.id limit 1
  ), due.id)`;
  const next = db
    .selectFrom('emails as due')
    .innerJoin('emails as first', (join) => join.on('first.id', '=', firstOfThread))
    .select('first.id')
    .where('due.sent_at', 'is', null)
    .where('due.failed_at', 'is', null)
    .where('due.due_at', '<=', now)
    // Not as a parameter, or the index of these is not used.
    .$if(areUrgent, (due) => due.where('due.is_urgent', '=', sql.lit(1)))
    .where('first.leased_until', '<=', now)
    .orderBy('due.due_at')
    .limit(1);
  const row = await db
    .updateTable('emails')
    .set((eb) => ({
      leased_until: now + LEASE_MS,
      leased_by: lease,
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', '=', next)
    // Check the row again: another sender may have leased it first.
    .where('leased_until', '<=', now)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .returning([
      'id',
      'recipient',
      'reply_to',
      'subject',
      'body',
      'calendar',
      'thread',
      'thread_number',
      'attempts',
      'cause',
      'booking_id',
      'lesson_start',
    ])
    .executeTakeFirst();
  return row === undefined ? null : { ...row, lease, ...(await readTutor(db)) };
}

/**
 * Settings that the tutor may have changed since an email was queued: the greeting and the reply
 * address.
 */
async function readTutor(db: Db): Promise<Pick<OutgoingEmail, 'admin_email' | 'greeting'>> {
  const { overrides, admin_email } = await db
    .selectFrom('settings')
    .select((eb) => [
      'overrides',
      eb
        .selectFrom('admins')
        .select('email')
        // A blocked admin has no password. NO_PASSWORD belongs to a later feature.
        .where('password_hash', '<>', '')
        .orderBy('created_at')
        .limit(1)
        .as('admin_email'),
    ])
    .executeTakeFirstOrThrow();
  return { admin_email, greeting: settingsFrom(overrides).greeting };
}

/** An update of the row, limited to the sender's own lease. */
function leaseQuery(db: Db, { id, lease }: LeasedEmail) {
  return db
    .updateTable('emails')
    .where('id', '=', id)
    .where('leased_by', '=', lease)
    .where('sent_at', 'is', null);
}

/**
 * Renews the lease. False if it was lost: it expired and another sender has it, or the email was
 * erased.
 */
export async function renewLease(
  { database: { db }, now }: Context,
  message: LeasedEmail,
): Promise<boolean> {
  const { numUpdatedRows } = await leaseQuery(db, message)
    .set({ leased_until: now + LEASE_MS })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Marks the email as sent and clears its content: links in it must not outlive the sending. False
 * if the lease was lost.
 */
export async function markSent(
  { database: { db }, now }: Context,
  message: LeasedEmail,
): Promise<boolean> {
  const { numUpdatedRows } = await leaseQuery(db, message)
    .set({
      sent_at: now,
      leased_by: null,
      ...CLEARED,
      last_error: null,
      failed_at: null,
      bounced_at: null,
    })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Schedules the next attempt or fails the email, and returns which; 'lost' if the lease was lost.
 * Until that attempt, later emails of its thread to that address wait.
 */
export async function markFailed(
  context: Context,
  message: LeasedEmail,
  {
    reason,
    isFinal,
    isBounced = false,
  }: {
    reason: string;
    isFinal: boolean;
    /** The mail server has rejected the recipient for good. */
    isBounced?: boolean;
  },
): Promise<'waiting' | 'failed' | 'lost'> {
  const minutes = BACK_OFF_MINUTES[message.attempts - 1];
  const next = isFinal || minutes === undefined ? null : context.now + minutes * MINUTE_MS;
  // One transaction changes the email and its thread. Otherwise another sender could find the rest
  // of the thread due and lease this email again.
  return transact(context, async ({ tx, now }) => {
    const { numUpdatedRows } = await leaseQuery(tx, message)
      .set({
        leased_until: 0,
        leased_by: null,
        last_error: reason.slice(0, MAX_ERROR_LENGTH),
        ...(next === null ? { failed_at: now } : { due_at: next }),
        ...(isBounced ? { bounced_at: sql<number>`coalesce(bounced_at, ${now})` } : {}),
      })
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return 'lost';
    if (next === null) return 'failed';
    if (message.thread !== null)
      await tx
        .updateTable('emails')
        .set({ due_at: next })
        .where('thread', '=', message.thread)
        .where('recipient', '=', message.recipient)
        .where('sent_at', 'is', null)
        .where('failed_at', 'is', null)
        .where('due_at', '<', next)
        .execute();
    return 'waiting';
  });
}

/**
 * Deletes an obsolete reminder. Also erases its file, which a sender that died before recording the
 * sending may have left.
 */
export async function withdraw(context: Context, { id, lease }: LeasedEmail): Promise<void> {
  await transact(context, async (work) => {
    const { numDeletedRows } = await work.tx
      .deleteFrom('emails')
      .where('id', '=', id)
      .where('leased_by', '=', lease)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await recordErasedEmails(work, [id]);
  });
}

/** How many emails wait to be sent, whenever they are due. */
export async function countWaitingEmails(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('emails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
