// Takes mails from the queue: each is leased to one sender at a time, whichever process it lives in.
import { sql } from 'kysely';

import type { Db } from '../db/index.ts';
import type { OutgoingMail } from './transport.ts';

const BATCH = 10;
const LEASE_MS = 3 * 60_000;
const MINUTE_MS = 60_000;
/** Minutes until the next try, by the number of tries so far; after the last one the mail counts as failed. */
const BACK_OFF_MINUTES = [1, 2, 5, 10, 20, 40, 60, 120, 240, 480, 960];
const MAX_ERROR_LENGTH = 500;

export type LeasedMail = OutgoingMail & { readonly attempts: number };

/** Leases what is due, the longest waiting first. A lease that runs out, because its process died, is given again. */
export async function leaseDueMails(db: Db, now: number): Promise<LeasedMail[]> {
  const due = db
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('due_at', '<=', now)
    .where('leased_until', '<=', now)
    .orderBy('due_at')
    .limit(BATCH);
  const rows = await db
    .updateTable('mails')
    .set((eb) => ({ leased_until: now + LEASE_MS, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', due)
    // Asked again of the row itself: another sender may have been first.
    .where('leased_until', '<=', now)
    .returning(['id', 'recipient', 'subject', 'body_text', 'body_html', 'calendar', 'attempts'])
    .execute();
  return rows.map((row) => ({ ...row, body_text: row.body_text ?? '', body_html: row.body_html ?? '' }));
}

/** Notes that it was sent, and forgets what it said: a link in it must not outlive its sending here. */
export async function markSent(db: Db, now: number, id: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ sent_at: now, body_text: null, body_html: null, calendar: null, last_error: null })
    .where('id', '=', id)
    .execute();
}

/** Plans the next try, or gives up. Answers whether it gave up. */
export async function markFailed(
  db: Db,
  now: number,
  mail: LeasedMail,
  error: unknown,
  isFinal: boolean,
): Promise<boolean> {
  const minutes = BACK_OFF_MINUTES[mail.attempts - 1];
  const givesUp = isFinal || minutes === undefined;
  await db
    .updateTable('mails')
    .set({
      leased_until: 0,
      last_error: (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR_LENGTH),
      ...(givesUp ? { failed_at: now } : { due_at: now + minutes * MINUTE_MS }),
    })
    .where('id', '=', mail.id)
    .execute();
  return givesUp;
}

/** Live bookings of lessons that start after `from` and up to `until`, with all that a reminder says. */
export function findToRemind(db: Db, from: number, until: number) {
  return db
    .selectFrom('lessons')
    .innerJoin('bookings', 'bookings.lesson_id', 'lessons.id')
    .innerJoin('students', 'students.id', 'bookings.student_id')
    .select([
      'bookings.id as booking_id',
      'lessons.id as id',
      'date',
      'time',
      'starts_at',
      'name',
      'meeting_link',
      'students.id as student_id',
      'parent_email',
      'parent_name',
      'student_name',
    ])
    .where('lessons.deleted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('starts_at', '>', from)
    .where('starts_at', '<=', until)
    .where(sql<boolean>`not exists (select 1 from mails where cause = 'reminder:' || bookings.id)`)
    .execute();
}
