// Email changes: a new address takes effect when its owner follows the link sent to it.
import { EMAIL_LINK_HOURS } from '../../domain/auth/passwords.ts';
import { fieldRefusal, Refusal } from '../../domain/errors.ts';
import { confirmEmailPath } from '../../domain/paths.ts';
import type { ConfirmationOutcome } from '../../domain/people/sign-up.ts';
import { HOUR_MS } from '../../domain/time.ts';
import { revokeConfirmations, followConfirmation } from '../auth/confirmation.ts';
import { addressChangedEmail, newAddressEmail, otherAddressChangedEmail } from '../auth/emails.ts';
import { deleteExpiredLinks, revokeLinks } from '../auth/links.ts';
import { hashOf, newToken } from '../base/ids.ts';
import { withOwnLessons } from '../booking/own-lessons.ts';
import { queueEmail } from '../email/queue.ts';
import { readdressUnsent } from '../email/readdress.ts';
import { enoughEmails } from '../email/unconfirmed-limit.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import { isUniqueViolation } from '../engine/database.ts';
import { rotateJoinLinks } from '../lessons/join-links/rotate-join-links.ts';
import { emailMarkUnlessBusy } from '../people/contact-marks.ts';
import { readParents, readRecipient } from '../people/recipients.ts';
import {
  findCredentials,
  lockAccount,
  lockProven,
  type ProvenOwner,
} from '../sessions/credentials.ts';
import type { FamilyActor } from '../sessions/sessions.ts';
import type { AccountListeners, AddressChange } from './listeners.ts';

/**
 * Emails a link to the new address, replacing any earlier one. Throws email_taken, and rate_limited
 * if the address has had too many emails.
 */
export async function requestEmailChange(
  context: Context<FamilyActor>,
  proven: ProvenOwner,
  email: string,
): Promise<void> {
  const { now } = context;
  const token = newToken();
  const pending = {
    email,
    token_hash: hashOf(token),
    created_at: now,
    expires_at: now + EMAIL_LINK_HOURS * HOUR_MS,
  };
  await transact(context, async (work) => {
    const { tx } = work;
    await lockProven(tx, proven);
    // This check only tells the family early. The unique email decides when the link is followed.
    if ((await findCredentials(tx, 'family', email)) !== undefined)
      throw fieldRefusal('Parent_Email', 'email_taken');
    await deleteExpiredLinks(work);
    await tx
      .insertInto('email_changes')
      .values({ person_id: proven.id, ...pending })
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet(pending))
      .execute();
    const message = newAddressEmail(
      pending.token_hash,
      { person_id: proven.id, family_id: work.actor.familyId, email },
      confirmEmailPath(token),
    );
    // Otherwise an earlier link would be revoked for a new one that is never sent.
    if (!(await queueEmail(work, message))) throw enoughEmails();
  });
}

/**
 * Follows the link to an address: confirms the account's current address or replaces it with the
 * new one. Throws invalid_confirmation_token if the link is unknown, used, revoked or expired;
 * email_taken if another account has taken that email meanwhile; service_unavailable if too many
 * hashes are being computed.
 */
export async function confirmEmail(
  context: Context,
  token: string,
  listeners: AccountListeners,
): Promise<ConfirmationOutcome> {
  const marks = await readMarks(context, hashOf(token));
  try {
    return await transact(
      context,
      async (work) =>
        (await followConfirmation(work, token)) ??
        (await changeEmail(work, token, marks, listeners)),
    );
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new Refusal('email_taken', {
      message: 'Another account has this email by now. Yours keeps its old one.',
    });
  }
}

/**
 * The marks of the addresses of an email change, by the hash of its token. Slow, as marksOf is.
 * Throws service_unavailable if a free lesson depends on a mark that cannot be computed now.
 */
async function readMarks({ database: { db }, now }: Context, tokenHash: string) {
  const change = await db
    .selectFrom('email_changes')
    .innerJoin('people', 'people.id', 'person_id')
    .leftJoin('unconfirmed_grants', (join) =>
      join
        .onRef('unconfirmed_grants.family_id', '=', 'people.family_id')
        .on('withdrawn_entry', 'is', null),
    )
    .select(['person_id', 'email_mark', 'email_changes.email as email', 'marks'])
    .where('token_hash', '=', tokenHash)
    .where('email_changes.expires_at', '>', now)
    .executeTakeFirst();
  if (change === undefined) return { before: null, after: null };
  const after = await emailMarkUnlessBusy(db, change.email, change.person_id);
  if (change.marks !== null && after === null) throw new Refusal('service_unavailable');
  return { before: change.email_mark, after };
}

/**
 * Gives the account the new address, notifies the old one and the other parent, and revokes what
 * the old mailbox has: the account's other links, and the links to the family's lessons.
 */
async function changeEmail(
  work: Work,
  token: string,
  marks: AddressChange['marks'],
  listeners: AccountListeners,
): Promise<Extract<ConfirmationOutcome, 'changed'>> {
  const { tx, now } = work;
  const token_hash = hashOf(token);
  const person = await tx
    .selectFrom('email_changes')
    .innerJoin('people', 'people.id', 'person_id')
    .select(['person_id', 'family_id'])
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();
  if (person === undefined) throw new Refusal('invalid_confirmation_token');
  const owner = { audience: 'family', id: person.person_id } as const;
  return withOwnLessons(work, person.family_id, async (own) => {
    const before = await lockAccount(tx, owner);
    const followed = await tx
      .deleteFrom('email_changes')
      .where('token_hash', '=', token_hash)
      .where('expires_at', '>', now)
      .returning('email')
      .executeTakeFirst();
    if (before === null || followed === undefined) throw new Refusal('invalid_confirmation_token');
    const { email } = followed;
    const old = await readRecipient(tx, owner.id);
    await tx
      .updateTable('people')
      .set({ email, email_mark: marks.after, email_confirmed_at: now })
      .where('id', '=', owner.id)
      .execute();
    // Nobody has proved that the old address was this person's, and now nobody can.
    if (old.email_confirmed_at === null)
      for (const { afterAddressChange } of listeners)
        await afterAddressChange?.(work, { familyId: person.family_id, email: old.email, marks });
    await revokeLinks(work, before);
    await revokeConfirmations(work, before);
    const addressee = { familyId: person.family_id, personId: owner.id };
    await readdressUnsent(work, addressee, { from: old.email, to: email });
    await rotateJoinLinks(work, own);
    await queueEmail(work, addressChangedEmail(old, email, now));
    for (const parent of await readParents(tx, person.family_id))
      if (parent.person_id !== owner.id)
        await queueEmail(work, otherAddressChangedEmail(parent, { name: before.name, email }, now));
    return 'changed' as const;
  });
}
