// New passwords of people and admins, and their consequences for families and calendars.
import { revokeInvitations } from '../../auth/links.ts';
import { resetPassword, type ResetLink, setPassword } from '../../auth/passwords.ts';
import { type OwnLessons, withOwnLessons } from '../../booking/own-lessons.ts';
import type { Context, Work } from '../../engine/context.ts';
import { rotateJoinLinks } from '../../lessons/join-links/rotate-join-links.ts';
import { findMember } from '../../sessions/credentials.ts';
import type { ProvenOwner } from '../../sessions/credentials.ts';
import type { Actor } from '../../sessions/sessions.ts';
import type { AccountListeners } from '../listeners.ts';
import { eraseParent } from './parents.ts';
import { listPeople } from './people.ts';
import { revokeSignIn } from './students.ts';

/**
 * Sets a new password of a person or an admin, as setPassword does, and rotates the family's join
 * links: anybody who knew the old password has read them.
 */
export const changePassword = (
  context: Context<Actor>,
  proven: ProvenOwner,
  password: string,
): Promise<void> =>
  setPassword(context, proven, password, (work, set) =>
    work.actor.audience === 'admin'
      ? set()
      : withOwnLessons(work, work.actor.familyId, async (own) => {
          await set();
          await rotateJoinLinks(work, own);
        }),
  );

/**
 * Sets the password of the person or the admin that the link allows. If a parent's address was
 * unconfirmed, a stranger may have created the account and let others in: every other sign-in and
 * every invitation of the family ends. Returns the addresses of those sign-ins; null if the address
 * was already confirmed, and for an admin. Throws invalid_reset_token.
 */
export async function resetAccount(
  context: Context,
  link: ResetLink,
  password: string,
  listeners: AccountListeners,
): Promise<string[] | null> {
  // People never move to another family, so this stays true until the family is locked.
  const member = await findMember(context.database.db, link.id);
  return resetPassword(context, link, password, async (work, reset) => {
    const resetAndTell = async () => {
      const { account, isFirstProof } = await reset();
      for (const { afterPasswordReset } of listeners) await afterPasswordReset?.(work, account);
      return isFirstProof;
    };
    if (member === null) {
      await resetAndTell();
      return null;
    }
    return withOwnLessons(work, member.familyId, async (own) => {
      const isFirstProof = await resetAndTell();
      const removed =
        isFirstProof && member.student === null
          ? await removeOthers(work, own, member.id, listeners)
          : null;
      // Anybody who knew the old password, or was let in by a stranger, has read the join links.
      await rotateJoinLinks(work, own);
      return removed;
    });
  });
}

/**
 * Ends the family's invitations and every sign-in but this parent's. Returns the addresses that
 * signed in.
 */
async function removeOthers(
  work: Work,
  own: OwnLessons,
  ownId: string,
  listeners: AccountListeners,
): Promise<string[]> {
  const { family } = own;
  await revokeInvitations(work, (invitations) => invitations.where('family_id', '=', family.id));
  const others = (await listPeople(work.tx, family.id)).filter(({ id }) => id !== ownId);
  for (const { id, student_id } of others)
    if (student_id === null) await eraseParent(work, family, id, listeners);
    else await revokeSignIn(work, own, student_id, listeners);
  return others.map(({ email }) => email);
}
