// Links emailed to people with accounts, and how they are revoked before use.
import type { DeleteQueryBuilder, DeleteResult } from 'kysely';

import { eraseEmails } from '../email/erasure.ts';
import type { Work } from '../engine/context.ts';
import type { Tables } from '../schema/tables.ts';
import type { LockedAccount } from '../sessions/credentials.ts';
import { ownerColumn } from '../sessions/sessions.ts';

/** Revokes every link of the account, to a password and to a new email. */
export async function revokeLinks(work: Work, { audience, id }: LockedAccount): Promise<void> {
  const { tx, now } = work;
  await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where(ownerColumn[audience], '=', id)
    .where('used_at', 'is', null)
    .execute();
  if (audience === 'admin') return;
  await tx.deleteFrom('email_changes').where('person_id', '=', id).execute();
  await revokeImportInvitations(work, (invitations) => invitations.where('person_id', '=', id));
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
export async function revokeInvitations(
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

type ImportInvitations = DeleteQueryBuilder<Tables, 'import_invitations', DeleteResult>;

/** The kind, in the queue, of the emails with links to a first password; the person follows. */
export const KIND_OF_IMPORT = 'import-invitation';

/**
 * Revokes the invitations to a first password that `narrow` selects and erases the emails with
 * their links. Returns the number of invitations.
 */
export async function revokeImportInvitations(
  work: Work,
  narrow: (invitations: ImportInvitations) => ImportInvitations,
): Promise<number> {
  const ended = await narrow(work.tx.deleteFrom('import_invitations'))
    .returning('person_id')
    .execute();
  await eraseEmails(
    work,
    'cause',
    ended.map(({ person_id }) => `${KIND_OF_IMPORT}:${person_id}`),
  );
  return ended.length;
}

/** Deletes every expired link and invitation, of any account. */
export async function deleteExpiredLinks(work: Work): Promise<void> {
  const { tx, now } = work;
  await tx.deleteFrom('password_resets').where('expires_at', '<=', now).execute();
  await tx.deleteFrom('email_changes').where('expires_at', '<=', now).execute();
  await tx.deleteFrom('email_confirmations').where('expires_at', '<=', now).execute();
  await revokeInvitations(work, (invitations) => invitations.where('expires_at', '<=', now));
  await revokeImportInvitations(work, (invitations) => invitations.where('expires_at', '<=', now));
}
