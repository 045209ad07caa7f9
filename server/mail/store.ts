// The queue of outgoing mail: rows written together with what they tell of.
import type { Tx } from '../db/index.ts';
import { newId } from '../ids.ts';

export interface Mail {
  /** Names what happened, once: a second mail with the same cause is not queued. */
  readonly cause: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The account it belongs to, so that it can be forgotten with it. */
  readonly studentId?: string;
  /** The enquiry it is about, so that it can be erased with it. */
  readonly enquiryId?: string;
  /** An iCalendar invitation, where one belongs to it. */
  readonly calendar?: string;
}

/** Queues the mail in the caller's transaction; it is sent only if that commits. */
export async function queueMail(tx: Tx, now: number, mail: Mail): Promise<void> {
  await tx
    .insertInto('mails')
    .values({
      id: newId(),
      cause: mail.cause,
      student_id: mail.studentId ?? null,
      enquiry_id: mail.enquiryId ?? null,
      recipient: mail.to,
      subject: mail.subject,
      body_text: mail.text,
      body_html: mail.html,
      calendar: mail.calendar ?? null,
      created_at: now,
      due_at: now,
      sent_at: null,
      failed_at: null,
      last_error: null,
    })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .execute();
}

/** Forgets every mail of an account, sent or not. */
export async function forgetMails(tx: Tx, studentId: string): Promise<void> {
  await tx.deleteFrom('mails').where('student_id', '=', studentId).execute();
}
