// The queue of outgoing email: its rows are written in the same transaction as the events they
// report.
import { type Insertable, sql } from 'kysely';

import { newId } from '../base/ids.ts';
import type { Work } from '../engine/context.ts';
import { each, type Param, prepare } from '../engine/prepared.ts';
import type { Tables } from '../schema/tables.ts';
import type { CalendarEvent, Paragraph } from './content.ts';
import { countEmail } from './unconfirmed-limit.ts';

export interface Email {
  /**
   * Identifies the event uniquely: a second email with the same cause is not queued. The part
   * before the first colon is the kind of email.
   */
  readonly cause: string;
  readonly to: string;
  /**
   * Whether the address is confirmed. Unconfirmed addresses get only a few emails of each kind a
   * day.
   */
  readonly isConfirmed?: boolean;
  /**
   * Always queue each family's first email of this kind to an address in a day, however many other
   * families have sent one.
   */
  readonly isEachFamilysFirst?: boolean;
  readonly subject: string;
  /**
   * What is stored in place of a subject that names a student, once the email is sent or the
   * student is removed.
   */
  readonly lastingSubject?: string;
  readonly paragraphs: readonly Paragraph[];
  /** When to send it at the earliest, in epoch milliseconds; left out: at once. */
  readonly notBefore?: number;
  /** The reply address, if replies do not go to the tutor. */
  readonly replyTo?: string;
  /** The family that it goes to or is about. Erasing the family erases it. */
  readonly familyId?: string;
  /** The person of the family that it goes to or names. Erasing the person erases it. */
  readonly personId?: string;
  /** The enquiry that it is about. Erasing the enquiry erases it. */
  readonly enquiryId?: string;
  /**
   * Somebody waits for it, or it is of use for hours only: sent before the others. Only for emails
   * that the limits allow few of.
   */
  readonly isUrgent?: true;
  /** The last email to a deleted family. It alone is still sent, and erased afterwards. */
  readonly isLast?: boolean;
  /** Emails of one thread reach an address in the order they were queued. */
  readonly thread?: string;
  /** The calendar entries that it creates, moves or removes. Requires a thread. */
  readonly events?: readonly CalendarEvent[];
  /**
   * Marks a reminder, which is sent only while the booking is active and its lesson starts at this
   * instant.
   */
  readonly reminderOf?: { readonly bookingId: string; readonly startsAt: number };
}

const addEmail = prepare((db, param: Param<Omit<Insertable<Tables['emails']>, 'thread_number'>>) =>
  db
    .insertInto('emails')
    .values({
      ...each(param, [
        'id',
        'cause',
        'family_id',
        'person_id',
        'enquiry_id',
        'erased_once_sent',
        'is_urgent',
        'recipient',
        'reply_to',
        'subject',
        'lasting_subject',
        'body',
        'calendar',
        'thread',
        'booking_id',
        'lesson_start',
        'created_at',
        'due_at',
        'failed_at',
        'dismissed_at',
      ]),
      // The booking's lesson is locked, so concurrent inserts cannot get the same number.
      thread_number: sql<number | null>`case when cast(${param('thread')} as text) is not null then
        (select coalesce(max(thread_number) + 1, 0) from emails where thread = ${param('thread')}) end`,
    })
    .onConflict((conflict) => conflict.column('cause').doNothing()),
);

/**
 * Queues the email in the caller's transaction. It is sent only if that commits and the family is
 * not deleted. Returns false if it was dropped because its unconfirmed address reached the daily
 * limit of this kind.
 */
export async function queueEmail(work: Work, message: Email): Promise<boolean> {
  const isQueued = message.isConfirmed === true || (await countEmail(work, message));
  if (isQueued || message.isLast !== true)
    await insertEmail(work, message, { isDropped: !isQueued });
  return isQueued;
}

/**
 * A dropped email is stored with its cause only, so that it is not queued again. It counts as
 * failed, is shown to nobody, and contains neither text nor an address.
 */
async function insertEmail(
  { tx, now }: Work,
  message: Email,
  { isDropped }: { isDropped: boolean },
): Promise<void> {
  const { reminderOf } = message;
  await addEmail.run(tx, {
    id: newId(),
    cause: message.cause,
    family_id: message.familyId ?? null,
    person_id: message.personId ?? null,
    enquiry_id: message.enquiryId ?? null,
    erased_once_sent: message.isLast === true ? 1 : 0,
    is_urgent: message.isUrgent === true ? 1 : 0,
    recipient: isDropped ? '' : message.to,
    reply_to: isDropped ? null : (message.replyTo ?? null),
    subject: isDropped ? '' : message.subject,
    lasting_subject: isDropped ? null : (message.lastingSubject ?? null),
    body: isDropped ? null : JSON.stringify(message.paragraphs),
    calendar: message.events === undefined || isDropped ? null : JSON.stringify(message.events),
    thread: message.thread ?? null,
    booking_id: reminderOf?.bookingId ?? null,
    lesson_start: reminderOf?.startsAt ?? null,
    created_at: now,
    due_at: Math.max(now, message.notBefore ?? now),
    failed_at: isDropped ? now : null,
    dismissed_at: isDropped ? now : null,
  });
}
