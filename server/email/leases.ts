// Takes emails from the queue: each is leased to one sender at a time, whichever process it lives
// in.
import { sql } from 'kysely';

import { type Context, transact } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { newId } from '../ids.ts';
import { noteErased } from './erasure.ts';
import type { OutgoingEmail } from './transport.ts';

/**
 * How long a lease lasts unless it is renewed: what a process that died was sending waits no longer
 * than this.
 */
export const LEASE_MS = 60_000;
const MINUTE_MS = 60_000;
/**
 * Minutes until the next try, by the number of tries so far; after the last one the email counts as
 * failed.
 */
const BACK_OFF_MINUTES = [1, 2, 5, 10, 20, 40, 60, 120, 240, 480, 960];
const MAX_ERROR_LENGTH = 500;

export interface LeasedEmail extends OutgoingEmail {
  /** Names the lease: only who holds it may renew it or say how it ended. */
  readonly lease: string;
  readonly attempts: number;
  readonly cause: string;
  /** Both are null but for a reminder. */
  readonly booking_id: string | null;
  readonly lesson_start: number | null;
}

/**
 * Leases the email that has waited longest among those due; null when there is none. Of a thread to
 * one address only the first one still waiting is given out, and it is due once one of them is due.
 * A lease that runs out, because its process died, is given again.
 */
export async function leaseDueEmail({
  database: { db },
  now,
}: Context): Promise<LeasedEmail | null> {
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
    // Asked again of the row itself: another sender may have been first.
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
 * What the tutor may have changed since an email was queued: how it greets, and where answers go.
 */
function readTutor(db: Db): Promise<Pick<OutgoingEmail, 'admin_email' | 'greeting'>> {
  return db
    .selectFrom('settings')
    .select((eb) => [
      'greeting',
      eb.selectFrom('admins').select('email').orderBy('created_at').limit(1).as('admin_email'),
    ])
    .executeTakeFirstOrThrow();
}

/** The row, as long as the lease is still the sender's own. */
function leased(db: Db, { id, lease }: LeasedEmail) {
  return db
    .updateTable('emails')
    .where('id', '=', id)
    .where('leased_by', '=', lease)
    .where('sent_at', 'is', null);
}

/**
 * Keeps the lease for another while. False when it is lost: it ran out and somebody else has it, or
 * the email is gone.
 */
export async function renewLease(
  { database: { db }, now }: Context,
  message: LeasedEmail,
): Promise<boolean> {
  const { numUpdatedRows } = await leased(db, message)
    .set({ leased_until: now + LEASE_MS })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Notes that it was sent, and forgets what it said: a link in it must not outlive its sending here.
 * False when the lease was lost.
 */
export async function markSent(
  { database: { db }, now }: Context,
  message: LeasedEmail,
): Promise<boolean> {
  const { numUpdatedRows } = await leased(db, message)
    .set({
      sent_at: now,
      leased_by: null,
      body: null,
      calendar: null,
      reply_to: null,
      last_error: null,
      failed_at: null,
      bounced_at: null,
    })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Plans the next try, before which nothing else of its thread to that address is tried, or gives
 * up. Returns which; 'lost' when the lease was.
 */
export async function markFailed(
  context: Context,
  message: LeasedEmail,
  {
    reason,
    isFinal,
    isRefused = false,
  }: {
    readonly reason: string;
    readonly isFinal: boolean;
    /** The address is at fault. */
    readonly isRefused?: boolean;
  },
): Promise<'waiting' | 'failed' | 'lost'> {
  const minutes = BACK_OFF_MINUTES[message.attempts - 1];
  const next = isFinal || minutes === undefined ? null : context.now + minutes * MINUTE_MS;
  // At once: between the two, another sender would find the rest of the thread due, and try this
  // one again.
  return transact(context, async ({ tx, now }) => {
    const { numUpdatedRows } = await leased(tx, message)
      .set({
        leased_until: 0,
        leased_by: null,
        last_error: reason.slice(0, MAX_ERROR_LENGTH),
        ...(next === null ? { failed_at: now } : { due_at: next }),
        ...(isRefused ? { bounced_at: now } : {}),
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
 * Removes a reminder that has nothing to remind of any more, and the file of it that a sender has
 * left which died before it noted that.
 */
export async function withdraw(context: Context, { id, lease }: LeasedEmail): Promise<void> {
  await transact(context, async (work) => {
    const { numDeletedRows } = await work.tx
      .deleteFrom('emails')
      .where('id', '=', id)
      .where('leased_by', '=', lease)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await noteErased(work, [id]);
  });
}
