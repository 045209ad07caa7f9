// Manual actions on undelivered emails.
import { sql } from 'kysely';

import type { Work } from '../engine/context.ts';
import type { Db, Tx } from '../engine/database.ts';
import type { LeasedEmail } from './leases.ts';

/** How long the tutor can act on an undelivered email. Then its text is cleared. */
export const UNDELIVERED_DAYS = 30;

/**
 * Requeues an email as due now, with all its attempts. Null if it did not fail, was sent meanwhile,
 * or a later email of its thread was sent, is being sent or waits. Otherwise 'Booked' could arrive
 * after 'Canceled'.
 */
export async function requeue(
  { tx, now }: Work,
  id: string,
): Promise<Pick<LeasedEmail, 'cause' | 'booking_id' | 'lesson_start'> | null> {
  const message = await undeliveredQuery(tx, id)
    .set({ due_at: now, attempts: 0, failed_at: null, dismissed_at: null })
    .where(
      sql<boolean>`not exists (select 1 from emails as later where later.thread = emails.thread
        and coalesce(later.person_id, later.recipient) =
          coalesce(emails.person_id, emails.recipient)
        and later.thread_number > emails.thread_number and later.failed_at is null)`,
    )
    .returning(['cause', 'booking_id', 'lesson_start'])
    .executeTakeFirst();
  return message ?? null;
}

/** Gives an email up for good. False if it did not fail or was sent meanwhile. */
export async function giveUp({ tx, now }: Work, id: string): Promise<boolean> {
  const { numUpdatedRows } = await undeliveredQuery(tx, id)
    .set((eb) => ({ failed_at: eb.fn.coalesce('failed_at', eb.val(now)), dismissed_at: now }))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Whether an attempt has failed and none has succeeded. */
export async function isUndelivered(db: Db, id: string): Promise<boolean> {
  const message = await db
    .selectFrom('emails')
    .select(['sent_at', 'last_error'])
    .where('id', '=', id)
    .executeTakeFirst();
  return message !== undefined && message.sent_at === null && message.last_error !== null;
}

function undeliveredQuery(tx: Tx, id: string) {
  return (
    tx
      .updateTable('emails')
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('last_error', 'is not', null)
      .where('body', 'is not', null)
      // The tutor cannot act on the last email to a deleted family.
      .where('erased_once_sent', '=', 0)
  );
}
