// The queue of outgoing email: rows written together with what they report.
import { sql } from 'kysely';

import type { Work } from '../db/context.ts';
import { newId } from '../ids.ts';
import type { CalendarEvent, Paragraph } from './content.ts';

export interface Mail {
  /** Names what happened, once: a second email with the same cause is not queued. */
  readonly cause: string;
  readonly to: string;
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
  /** Where an answer goes, if not to the tutor. */
  readonly replyTo?: string;
  /** The family it goes to or is about, so that it can be erased with it. */
  readonly familyId?: string;
  /** The enquiry it is about, so that it can be erased with it. */
  readonly enquiryId?: string;
  /** The last email to a family that has left: the only one that is still sent, and erased then. */
  readonly isLast?: boolean;
  /** Emails with the same thread are sent in the order in which they were queued; it is also the UID of their event. */
  readonly thread?: string;
  /** What it makes, moves or removes in a calendar. Needs a thread. */
  readonly event?: CalendarEvent;
  /** Marks a reminder: it is sent only while the booking is live and its lesson starts at this instant. */
  readonly reminderOf?: { readonly bookingId: string; readonly startsAt: number };
}

/** Queues the email in the caller's transaction; it is sent only if that commits, and not to a family that has left. */
export async function queueMail({ tx, now }: Work, mail: Mail): Promise<void> {
  const { thread = null, reminderOf } = mail;
  await tx
    .insertInto('mails')
    .values({
      id: newId(),
      cause: mail.cause,
      family_id: mail.familyId ?? null,
      enquiry_id: mail.enquiryId ?? null,
      erased_once_sent: mail.isLast === true ? 1 : 0,
      recipient: mail.to,
      reply_to: mail.replyTo ?? null,
      subject: mail.subject,
      body: JSON.stringify(mail.paragraphs),
      calendar: mail.event === undefined ? null : JSON.stringify(mail.event),
      thread,
      // Whoever queues for a booking holds its lesson's row, so that no two of them count at once.
      thread_number:
        thread === null
          ? null
          : sql<number>`(select coalesce(max(thread_number) + 1, 0) from mails where thread = ${thread})`,
      booking_id: reminderOf?.bookingId ?? null,
      lesson_start: reminderOf?.startsAt ?? null,
      created_at: now,
      due_at: now,
      sent_at: null,
      failed_at: null,
      last_error: null,
    })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .execute();
}
