// Undelivered emails, as the tutor sees them.
import * as z from 'zod/mini';

import { entityId } from '../entity-id.ts';
import { instant } from '../text.ts';

export const emailIdSchema = entityId('Email');

export const undeliveredEmailSchema = z.object({
  id: z.string(),
  recipient: z.string(),
  subject: z.string(),
  /** A waiting email is retried automatically, a failed one only when the tutor asks. */
  state: z.enum(['waiting', 'failed']),
  attempts: z.int(),
  /** The last error of the mail server or the connection. */
  error: z.string(),
  created_at: instant,
  /** Null for a failed one. */
  next_try_at: z.nullable(instant),
});
export type UndeliveredEmail = z.infer<typeof undeliveredEmailSchema>;

/** How the `error` of an email begins that the mail server accepts from nobody like this site. */
export const SITE_REJECTED =
  "Your mail server does not accept this site's address. Check SMTP_URL and MAIL_FROM.";

/** A sentence or two; null while every email arrives. */
export function undeliveredWords(
  emails: readonly Pick<UndeliveredEmail, 'state' | 'error'>[],
): string | null {
  if (emails.length === 0) return null;
  const isRejected = emails.some(({ error }) => error.startsWith(SITE_REJECTED));
  return isRejected ? `${SITE_REJECTED} ${countWords(emails)}` : countWords(emails);
}

function countWords(emails: readonly Pick<UndeliveredEmail, 'state'>[]): string {
  const isOver = emails.every(({ state }) => state === 'failed');
  const count = emails.length === 1 ? '1 email' : `${emails.length} emails`;
  if (isOver) return `${count} ${emails.length === 1 ? 'was' : 'were'} not delivered.`;
  return `${count} ${emails.length === 1 ? 'has' : 'have'} not been delivered yet.`;
}
