// Emails to the tutor, sent to every admin who is not blocked.
import { type Email, queueEmail } from '../email/queue.ts';
import type { Work } from '../engine/context.ts';
import type { Credentials } from '../sessions/credentials.ts';
import { tutorEmails } from './admins.ts';
import { type SecurityNotice, securityNoticeEmail } from './security-emails.ts';

/** Queues an email for each of them; `write` composes the email for one address. */
export async function queueForAdmins(work: Work, write: (email: string) => Email): Promise<void> {
  for (const email of await tutorEmails(work.tx))
    await queueEmail(work, { ...write(email), isConfirmed: true });
}

/** Queues the notice about one admin's account. */
export async function notifyAdmins(
  work: Work,
  notice: SecurityNotice,
  account: Pick<Credentials, 'id' | 'name' | 'email'>,
): Promise<void> {
  const left = notice.kind === 'recovery_code_used' ? `:${notice.left}` : '';
  const cause = `${notice.kind}:${account.id}:${work.now}${left}`;
  await queueForAdmins(work, (email) => securityNoticeEmail(cause, notice, account, email));
}
