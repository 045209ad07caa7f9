// The queue of outgoing email: rows written together with what they report.
import { type Insertable, sql } from 'kysely';

import type { Work } from '../engine/context.ts';
import { each, type Param, prepare } from '../engine/prepared.ts';
import type { Tables } from '../schema/tables.ts';
import { newId } from '../ids.ts';
import { countEmail } from './unconfirmed-limit.ts';
import type { CalendarEvent, Paragraph } from './content.ts';

export interface Email {
  /**
   * Names what happened, once: a second email with the same cause is not queued. Up to its first
   * colon stands the kind of email.
   */
  readonly cause: string;
  readonly to: string;
  /**
   * Whether the address is known to be its owner's. To any other one go few emails of each kind in
   * a day.
   */
  readonly isConfirmed?: boolean;
  /**
   * The first of this kind that each family sends to an address in a day is queued, however many
   * others have sent one.
   */
  readonly isEachFamilysFirst?: boolean;
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
  /** Where an answer goes, if not to the tutor. */
  readonly replyTo?: string;
  /** The family it goes to or is about, so that it can be erased with it. */
  readonly familyId?: string;
  /** Whom of the family it goes to or names, so that it can be erased with them. */
  readonly personId?: string;
  /** The enquiry it is about, so that it can be erased with it. */
  readonly enquiryId?: string;
  /** The last email to a family that has left: the only one that is still sent, and erased then. */
  readonly isLast?: boolean;
  /** Emails of one thread reach an address in the order in which they were queued. */
  readonly thread?: string;
  /** What it makes, moves or removes in a calendar. Needs a thread. */
  readonly events?: readonly CalendarEvent[];
  /**
   * Marks a reminder: it is sent only while the booking is live and its lesson starts at this
   * instant.
   */
  readonly reminderOf?: { readonly bookingId: string; readonly startsAt: number };
}

const queueing = prepare((db, param: Param<Omit<Insertable<Tables['emails']>, 'thread_number'>>) =>
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
        'recipient',
        'reply_to',
        'subject',
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
      // Whoever queues for a booking holds its lesson's row, so that no two of them count at once.
      thread_number: sql<number | null>`case when cast(${param('thread')} as text) is not null then
        (select coalesce(max(thread_number) + 1, 0) from emails where thread = ${param('thread')}) end`,
    })
    .onConflict((conflict) => conflict.column('cause').doNothing()),
);

/**
 * Queues the email in the caller's transaction; it is sent only if that commits, and not to a
 * family that has left. False where it was dropped: its address is unconfirmed and has had enough
 * of this kind today.
 */
export async function queueEmail(work: Work, message: Email): Promise<boolean> {
  const isQueued = message.isConfirmed === true || (await countEmail(work, message));
  if (isQueued || message.isLast !== true)
    await insertMail(work, message, { isDropped: !isQueued });
  return isQueued;
}

/**
 * One that was dropped is there by its cause alone, so that nobody tries again: it has failed, is
 * shown to nobody, and holds neither words nor an address.
 */
async function insertMail(
  { tx, now }: Work,
  message: Email,
  { isDropped }: { readonly isDropped: boolean },
): Promise<void> {
  const { reminderOf } = message;
  await queueing.run(tx, {
    id: newId(),
    cause: message.cause,
    family_id: message.familyId ?? null,
    person_id: message.personId ?? null,
    enquiry_id: message.enquiryId ?? null,
    erased_once_sent: message.isLast === true ? 1 : 0,
    recipient: isDropped ? '' : message.to,
    reply_to: isDropped ? null : (message.replyTo ?? null),
    subject: isDropped ? '' : message.subject,
    body: isDropped ? null : JSON.stringify(message.paragraphs),
    calendar: message.events === undefined || isDropped ? null : JSON.stringify(message.events),
    thread: message.thread ?? null,
    booking_id: reminderOf?.bookingId ?? null,
    lesson_start: reminderOf?.startsAt ?? null,
    created_at: now,
    due_at: now,
    failed_at: isDropped ? now : null,
    dismissed_at: isDropped ? now : null,
  });
}
