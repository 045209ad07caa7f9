// Erases emails. It deletes their rows here; erased-files.ts deletes their files.
import { type DeleteQueryBuilder, type DeleteResult, sql } from 'kysely';

import type { Context, Work } from '../engine/context.ts';
import type { Tables } from '../schema/tables.ts';

const ROWS_AT_ONCE = 500;

/** A subject without a student's name. */
const LASTING_SUBJECT = {
  subject: sql<string>`coalesce(lasting_subject, subject)`,
  lasting_subject: null,
};

/** What is left of an email that is not sent any more. */
export const CLEARED = { ...LASTING_SUBJECT, body: null, calendar: null, reply_to: null };

/** Clears the emails that failed before this instant. */
export async function clearFailedEmails(
  { database: { db } }: Context,
  before: number,
): Promise<void> {
  let cleared = 0n;
  do {
    const { numUpdatedRows } = await db
      .updateTable('emails')
      .set(CLEARED)
      .where('id', 'in', (due) =>
        due
          .selectFrom('emails')
          .select('id')
          .where('failed_at', '<', before)
          .where('body', 'is not', null)
          .limit(ROWS_AT_ONCE),
      )
      // The tutor may be sending it again.
      .where('failed_at', 'is not', null)
      .executeTakeFirstOrThrow();
    cleared = numUpdatedRows;
  } while (cleared > 0n);
}

/**
 * Takes the names of students out of the subjects of a family's emails, sent or not: one is leaving
 * it. The text goes once it is sent.
 */
export async function forgetNamesInSubjects({ tx }: Work, familyId: string): Promise<void> {
  await tx
    .updateTable('emails')
    .set(LASTING_SUBJECT)
    .where('family_id', '=', familyId)
    .where('lasting_subject', 'is not', null)
    .execute();
}

/**
 * Erases the emails with one of these values in this column, sent or not. Unsent ones are no longer
 * sent, except a last email, which is erased once sent.
 */
export async function eraseEmails(
  work: Work,
  column: 'family_id' | 'enquiry_id' | 'cause',
  values: string[],
): Promise<void> {
  if (values.length > 0) await erase(work, (emails) => emails.where(column, 'in', values));
}

/** Erases all emails of a family that is being forgotten, even a last email that was never sent. */
export async function eraseAllEmails(work: Work, familyId: string): Promise<void> {
  const erased = await work.tx
    .deleteFrom('emails')
    .where('family_id', '=', familyId)
    .returning('id')
    .execute();
  await recordErasedEmails(
    work,
    erased.map(({ id }) => id),
  );
}

/** Erases the emails to one person of a family in the same way. */
export async function eraseEmailsTo(
  work: Work,
  { familyId, personId }: { familyId: string; personId: string },
): Promise<void> {
  await erase(work, (emails) =>
    emails.where('family_id', '=', familyId).where('person_id', '=', personId),
  );
}

/**
 * Erases what would still be sent to this admin's address. Emails to a person of a family stay; an
 * invitation into a family, or an email to an enquirer, of the same address goes, too.
 */
export async function eraseUnsentTo(work: Work, adminEmail: string): Promise<void> {
  await erase(work, (emails) =>
    emails
      .where('recipient', '=', adminEmail)
      .where('person_id', 'is', null)
      .where('sent_at', 'is', null),
  );
}

type Emails = DeleteQueryBuilder<Tables, 'emails', DeleteResult>;

async function erase(work: Work, narrow: (emails: Emails) => Emails): Promise<void> {
  const erased = await narrow(work.tx.deleteFrom('emails'))
    .where('erased_once_sent', '=', 0)
    .returning('id')
    .execute();
  await recordErasedEmails(
    work,
    erased.map(({ id }) => id),
  );
}

/**
 * Records these emails as erased, so that erased-files.ts deletes their files too. The caller
 * deletes the rows.
 */
export async function recordErasedEmails({ tx, now }: Work, ids: string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE)
    await tx
      .insertInto('erased_emails')
      .values(
        ids.slice(start, start + ROWS_AT_ONCE).map((email_id) => ({ email_id, erased_at: now })),
      )
      .execute();
}
