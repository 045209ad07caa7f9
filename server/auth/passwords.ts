// New passwords: set with the old password or through an emailed link.
import { RESET_LINK_MINUTES } from '../../domain/auth/passwords.ts';
import type { Audience } from '../../domain/endpoint.ts';
import { Refusal } from '../../domain/errors.ts';
import { resetPath } from '../../domain/paths.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import { recordActivity } from '../activity/activities.ts';
import { hashOf, newToken } from '../base/ids.ts';
import { queueEmail } from '../email/queue.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import { readRecipient } from '../people/recipients.ts';
import {
  type Credentials,
  findCredentials,
  lockAccount,
  type LockedAccount,
  lockProven,
  type Owner,
  ownerTable,
  type ProvenOwner,
} from '../sessions/credentials.ts';
import { hashPassword } from '../sessions/hashing.ts';
import { type Actor, endSessions, ownerColumn } from '../sessions/sessions.ts';
import { notifyAdmins } from './admin-notices.ts';
import { isBlocked } from './admins.ts';
import { confirmAddress, revokeConfirmations } from './confirmation.ts';
import { passwordChangedEmail, passwordResetEmail } from './emails.ts';
import { deleteExpiredLinks, revokeInvitations, revokeLinks } from './links.ts';

/**
 * Password reset links that an account can have at a time, so that nobody can flood its mailbox.
 */
export const MAX_RESET_LINKS = 5;

/**
 * Sets a new password and ends every other session of the account. `around` runs this in the same
 * transaction: it takes the locks that come before the account's, and calls `set`. Throws
 * validation_failed if the old password has changed meanwhile.
 */
export async function setPassword(
  context: Context<Actor>,
  proven: ProvenOwner,
  password: string,
  around: (work: Work<Actor>, set: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const password_hash = await hashPassword(password, proven.id);
  await transact(context, (work) =>
    around(work, async () => {
      const account = await lockProven(work.tx, proven);
      await replacePassword(work, account, password_hash, work.actor.chain);
      await reportPassword(work, proven, account, 'password_changed');
    }),
  );
}

/**
 * Emails a link if the account exists and has not requested too many; the caller cannot tell.
 * Anybody may request links for anybody, from any number of client addresses.
 */
export async function requestReset(
  context: Context,
  { audience, email }: { audience: Audience; email: string },
): Promise<void> {
  await transact(context, async (work) => {
    const { tx, now } = work;
    const credentials = await findCredentials(tx, audience, email);
    const account =
      credentials === undefined ? null : await lockAccount(tx, { audience, id: credentials.id });
    // Locked first: an address that is being given up gets no link.
    if (account?.email !== email) return;
    if (audience === 'admin' && isBlocked(account)) return;
    await deleteExpiredLinks(work);
    if ((await countResetLinks(work, account)) >= MAX_RESET_LINKS) return;
    const token = newToken();
    const token_hash = hashOf(token);
    await tx
      .insertInto('password_resets')
      .values({
        token_hash,
        person_id: audience === 'family' ? account.id : null,
        admin_id: audience === 'admin' ? account.id : null,
        created_at: now,
        expires_at: now + RESET_LINK_MINUTES * MINUTE_MS,
        used_at: null,
      })
      .execute();
    const path = resetPath(audience, token);
    const cause = `reset:${token_hash}`;
    if (audience === 'admin') {
      await queueEmail(
        work,
        passwordResetEmail(cause, { ...account, email_confirmed_at: now }, path),
      );
      return;
    }
    const person = await readRecipient(tx, account.id);
    await queueEmail(work, {
      ...passwordResetEmail(cause, person, path),
      familyId: person.family_id,
      personId: person.person_id,
    });
  });
}

/** The unexpired links of an account. */
async function countResetLinks({ tx, now }: Work, { audience, id }: LockedAccount) {
  const { count } = await tx
    .selectFrom('password_resets')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(ownerColumn[audience], '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

export interface ResetLink extends Owner {
  readonly tokenHash: string;
}

/**
 * The account of this valid link, looked up before any hashing. Throws invalid_reset_token if the
 * link is unknown, used, revoked, expired or of the other audience.
 */
export async function findResetLink(
  { database: { db }, now }: Context,
  { audience, token }: { audience: Audience; token: string },
): Promise<ResetLink> {
  const tokenHash = hashOf(token);
  const column = ownerColumn[audience];
  const valid = await db
    .selectFrom('password_resets')
    .select(column)
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  const id = valid?.[column];
  if (id === undefined || id === null) throw new Refusal('invalid_reset_token');
  return { audience, id, tokenHash };
}

/** What a reset was of, and whether it was the first to confirm the address. */
interface Reset {
  readonly account: LockedAccount;
  readonly isFirstProof: boolean;
}

/**
 * Sets the password that the link allows and ends every session of the account. `around` runs these
 * steps in the same transaction: it takes the locks that come before the account's, calls `reset`,
 * and does what follows from it. Returns its result. Throws invalid_reset_token if the link was
 * used or revoked since it was found.
 */
export async function resetPassword<T>(
  context: Context,
  link: ResetLink,
  password: string,
  around: (work: Work, reset: () => Promise<Reset>) => Promise<T>,
): Promise<T> {
  const { tokenHash, ...owner } = link;
  const password_hash = await hashPassword(password, owner.id);
  return transact(context, async (work) => {
    const { tx, now } = work;
    let report = () => Promise.resolve();
    const outcome = await around(work, async () => {
      const account = await lockAccount(tx, owner);
      const { numUpdatedRows } = await tx
        .updateTable('password_resets')
        .set({ used_at: now })
        .where('token_hash', '=', tokenHash)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow();
      if (account === null || numUpdatedRows === 0n) throw new Refusal('invalid_reset_token');
      await replacePassword(work, account, password_hash);
      const isFirstProof = owner.audience === 'family' && (await confirmByReset(work, account));
      report = () => reportPassword(work, owner, account, 'password_reset', isFirstProof);
      return { account, isFirstProof };
    });
    await report();
    return outcome;
  });
}

/** The link was sent to the address, so following it confirms the address. */
async function confirmByReset(work: Work, account: LockedAccount): Promise<boolean> {
  await revokeConfirmations(work, account);
  return confirmAddress(work, account.id);
}

/** Sets a new password and ends the account's sessions and links, except for the chain `except`. */
export async function replacePassword(
  work: Work,
  owner: LockedAccount,
  password_hash: string,
  except: string | null = null,
): Promise<void> {
  await work.tx
    .updateTable(ownerTable[owner.audience])
    .set({ password_hash })
    .where('id', '=', owner.id)
    .execute();
  await revokeLinks(work, owner);
  if (owner.audience === 'family')
    await revokeInvitations(work, (invitations) => invitations.where('invited_by', '=', owner.id));
  await endSessions(work, owner, except);
}

const IN_THE_RECORD = {
  password_changed: 'Password changed',
  password_reset: 'Password reset by email',
} as const;

async function reportPassword(
  work: Work,
  { audience, id }: Owner,
  account: Credentials,
  kind: keyof typeof IN_THE_RECORD,
  isFirstProof = false,
): Promise<void> {
  if (audience === 'admin') {
    await recordActivity(work, {
      adminId: id,
      kind: 'password_changed',
      detail: IN_THE_RECORD[kind],
    });
    await notifyAdmins(work, { kind }, account);
    return;
  }
  const to = await readRecipient(work.tx, id);
  await queueEmail(
    work,
    passwordChangedEmail(to, { isReset: kind === 'password_reset', isFirstProof }, work.now),
  );
}
