// Confirmation of an account's email address: the link that confirms it, and the check that
// refuses calls until then.
import { CONFIRMATION_LINK_DAYS } from '../../domain/auth/passwords.ts';
import { Refusal } from '../../domain/errors.ts';
import { confirmEmailPath } from '../../domain/paths.ts';
import { refuseUnconfirmed } from '../../domain/people/account.ts';
import type { ConfirmationOutcome } from '../../domain/people/sign-up.ts';
import { DAY_MS } from '../../domain/time.ts';
import { hashOf, newToken } from '../base/ids.ts';
import { queueEmail } from '../email/queue.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { readRecipient } from '../people/recipients.ts';
import { lockAccount, type LockedAccount } from '../sessions/credentials.ts';
import type { FamilyActor } from '../sessions/sessions.ts';
import { addressConfirmationEmail } from './emails.ts';

/**
 * Creates a link that confirms this person's current address. Returns its page, with the token
 * after the '#'.
 */
export async function makeConfirmationLink({ tx, now }: Work, personId: string): Promise<string> {
  const token = newToken();
  await tx
    .insertInto('email_confirmations')
    .values({
      token_hash: hashOf(token),
      person_id: personId,
      created_at: now,
      expires_at: now + CONFIRMATION_LINK_DAYS * DAY_MS,
    })
    .execute();
  return confirmEmailPath(token);
}

/**
 * Emails the caller another link. Returns true, and sends nothing, if the address is already
 * confirmed.
 */
export function sendConfirmation(context: Context<FamilyActor>): Promise<boolean> {
  return transact(context, async (work) => {
    const { tx, actor, now } = work;
    // An address change locks the account too, so the link goes to the address that it confirms.
    if ((await lockAccount(tx, actor)) === null) throw new Refusal('unauthenticated');
    const to = await readRecipient(tx, actor.id);
    if (to.email_confirmed_at !== null) return true;
    await queueEmail(
      work,
      addressConfirmationEmail(to, await makeConfirmationLink(work, actor.id), now),
    );
    return false;
  });
}

/**
 * Confirms an address by its link; null if the link is unknown, revoked or expired. The link works
 * more than once without further effect, because people press a button twice.
 */
export async function followConfirmation(
  work: Work,
  token: string,
): Promise<Extract<ConfirmationOutcome, 'confirmed'> | null> {
  const { tx, now } = work;
  const valid = tx
    .selectFrom('email_confirmations')
    .select('person_id')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now);
  const link = await valid.executeTakeFirst();
  if (link === undefined) return null;
  await lockAccount(tx, { audience: 'family', id: link.person_id });
  // Checked again under the lock: a changed address or password revokes the link.
  if ((await valid.executeTakeFirst()) === undefined) return null;
  await confirmAddress(work, link.person_id);
  return 'confirmed';
}

/**
 * Marks a person's current address as confirmed, if it is `email` where one is given. Returns
 * whether it was unconfirmed before.
 */
export async function confirmAddress(
  { tx, now }: Work,
  personId: string,
  email?: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('people')
    .set({ email_confirmed_at: now })
    .where('id', '=', personId)
    .$if(email !== undefined, (people) => people.where('email', '=', email ?? ''))
    .where('email_confirmed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Revokes a person's confirmation links. */
export async function revokeConfirmations({ tx }: Work, { id }: LockedAccount): Promise<void> {
  await tx.deleteFrom('email_confirmations').where('person_id', '=', id).execute();
}

/** Throws email_unconfirmed unless this person's address is confirmed. */
export async function requireConfirmed(db: Db, personId: string): Promise<void> {
  const person = await db
    .selectFrom('people')
    .select('email_confirmed_at')
    .where('id', '=', personId)
    .executeTakeFirst();
  if (person === undefined) throw new Refusal('unauthenticated');
  const refusal = refuseUnconfirmed({ email_confirmed: person.email_confirmed_at !== null });
  if (refusal !== null) throw new Refusal(refusal);
}
