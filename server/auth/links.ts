// Links emailed to people with accounts, and how they are revoked before use.
import type { DeleteQueryBuilder, DeleteResult } from 'kysely';

import type { Work } from '../engine/context.ts';
import type { Tables } from '../schema/tables.ts';
import { eraseEmails } from '../email/erasure.ts';
import { forgetExcuseLinks } from '../lessons/excuses/excuse-links.ts';
import type { Owner } from './credentials.ts';
import { ownerColumn } from './sessions.ts';

/**
 * Revokes every link of the account, to a new password and to a new email. The caller has locked
 * the account's row.
 */
export async function endLinks({ tx, now }: Work, { audience, id }: Owner): Promise<void> {
  await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where(ownerColumn[audience], '=', id)
    .where('used_at', 'is', null)
    .execute();
  if (audience === 'family')
    await tx.deleteFrom('email_changes').where('person_id', '=', id).execute();
}

type Invitations = DeleteQueryBuilder<Tables, 'invitations', DeleteResult>;

/** The cause, in the queue, of the email with an invitation link. */
export const causeOfInvitation = (id: string) => `invitation:${id}`;

/** Prefix of the causes of the emails about this person's acceptance; the recipient follows. */
export const causeOfAccepted = (personId: string) => `accepted:${personId}`;

/**
 * Revokes the invitations that `narrow` selects and erases the emails with their links, because
 * people who never accepted must leave no data behind. Returns the number of invitations.
 */
export async function endInvitations(
  work: Work,
  narrow: (invitations: Invitations) => Invitations,
): Promise<number> {
  const ended = await narrow(work.tx.deleteFrom('invitations')).returning('id').execute();
  await eraseEmails(
    work,
    'cause',
    ended.map(({ id }) => causeOfInvitation(id)),
  );
  return ended.length;
}

/** Deletes every expired link and invitation, of any account. */
export async function forgetExpiredLinks(work: Work): Promise<void> {
  const { tx, now } = work;
  await tx.deleteFrom('password_resets').where('expires_at', '<=', now).execute();
  await tx.deleteFrom('email_changes').where('expires_at', '<=', now).execute();
  await tx.deleteFrom('email_confirmations').where('expires_at', '<=', now).execute();
  await endInvitations(work, (invitations) => invitations.where('expires_at', '<=', now));
  await forgetExcuseLinks(work);
}
