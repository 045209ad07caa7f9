// What is done by hand to emails that did not arrive.
import { sql } from 'kysely';

import type { Work } from '../db/context.ts';
import type { Db, Tx } from '../db/database.ts';
import type { LeasedMail } from './queue-store.ts';

/**
 * Puts it back at the head of the queue, with all its tries. Null when it did not fail, was sent meanwhile, or when
 * something later of its thread was sent, is being sent or waits: 'Booked' after 'Canceled' would say the opposite of what
 * is true.
 */
export async function requeue(
  { tx, now }: Work,
  id: string,
): Promise<Pick<LeasedMail, 'cause' | 'booking_id' | 'lesson_start'> | null> {
  const mail = await undelivered(tx, id)
    .set({ due_at: now, attempts: 0, failed_at: null, dismissed_at: null })
    .where(
      sql<boolean>`not exists (select 1 from mails as later where later.thread = mails.thread
        and coalesce(later.person_id, later.recipient) = coalesce(mails.person_id, mails.recipient)
        and later.thread_number > mails.thread_number and later.failed_at is null)`,
    )
    .returning(['cause', 'booking_id', 'lesson_start'])
    .executeTakeFirst();
  return mail ?? null;
}

/** Gives it up for good. False when it did not fail or was sent meanwhile. */
export async function giveUp({ tx, now }: Work, id: string): Promise<boolean> {
  const { numUpdatedRows } = await undelivered(tx, id)
    .set((eb) => ({ failed_at: eb.fn.coalesce('failed_at', eb.val(now)), dismissed_at: now }))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Whether a try has failed and none has worked. */
export async function isUndelivered(db: Db, id: string): Promise<boolean> {
  const mail = await db
    .selectFrom('mails')
    .select(['sent_at', 'last_error'])
    .where('id', '=', id)
    .executeTakeFirst();
  return mail !== undefined && mail.sent_at === null && mail.last_error !== null;
}

function undelivered(tx: Tx, id: string) {
  return (
    tx
      .updateTable('mails')
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('last_error', 'is not', null)
      // The last email to a family that has left is nobody's business.
      .where('erased_once_sent', '=', 0)
  );
}
