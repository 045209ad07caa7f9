// Tells the tutor of changes to who can sign in.
import type { Tx } from '../db/index.ts';
import { type SecurityNotice, securityNotice } from '../mail/security-messages.ts';
import { queueMail } from '../mail/store.ts';
import type { Credentials } from './credentials-store.ts';
import { adminEmails } from './store.ts';

/** Queues the notice about one admin's account for every admin. */
export async function tellAdmins(
  tx: Tx,
  now: number,
  notice: SecurityNotice,
  account: Pick<Credentials, 'id' | 'name' | 'email'>,
): Promise<void> {
  const left = notice.kind === 'recovery_code_used' ? `:${notice.left}` : '';
  const cause = `${notice.kind}:${account.id}:${now}${left}`;
  for (const email of await adminEmails(tx))
    await queueMail(tx, now, securityNotice(cause, notice, account, email));
}
