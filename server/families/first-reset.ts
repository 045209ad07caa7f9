// A person's new password by the emailed link, and what the first one means for the family.
import { findMember, type Member } from '../auth/credentials.ts';
import { lockFamily } from './profile.ts';
import { rotateJoinLinks } from '../lessons/rotate-join-links.ts';
import { endInvitations } from '../auth/links.ts';
import { resetPassword, type ResetLink } from '../auth/passwords.ts';
import { lockOwnLessons } from '../lessons/end-bookings.ts';
import type { Context, Work } from '../engine/context.ts';
import { listPeople } from './people.ts';
import { eraseParent } from './parents.ts';
import { takeSignInAway } from './students.ts';

/**
 * Sets the password that the link allows. A parent whose address nobody had confirmed before may
 * have had the account made for them by a stranger, who let others in: every other sign-in and
 * every invitation of the family ends. Returns the addresses of those sign-ins; null where the
 * address was confirmed already. Throws invalid_reset_token.
 */
export async function resetPersonsPassword(
  context: Context,
  link: ResetLink,
  password: string,
): Promise<string[] | null> {
  // Nobody moves to another family, so this holds until the family is locked.
  const member = await findMember(context.database.db, link.id);
  let lessons: ReadonlySet<string> = new Set();
  return resetPassword(context, link, password, {
    before: async (work) => {
      if (member === null) return;
      lessons = await lockOwnLessons(work, { familyId: member.familyId });
      await lockFamily(work, member.familyId);
    },
    after: async (work, isFirstProof) => {
      if (member === null) return null;
      const removed =
        isFirstProof && member.student === null ? await removeOthers(work, member, lessons) : null;
      // Whoever knew the old password, or was let in by a stranger, has read the join links.
      await rotateJoinLinks(work, member.familyId, lessons);
      return removed;
    },
  });
}

/**
 * Ends every sign-in of the family but this parent's, and its invitations. Returns the addresses
 * that signed in.
 */
async function removeOthers(
  work: Work,
  { id: ownId, familyId }: Member,
  lessons: ReadonlySet<string>,
): Promise<string[]> {
  await endInvitations(work, (invitations) => invitations.where('family_id', '=', familyId));
  const others = (await listPeople(work.tx, familyId)).filter(({ id }) => id !== ownId);
  for (const { id, student_id } of others)
    if (student_id === null) await eraseParent(work, id);
    else await takeSignInAway(work, { id: student_id, familyId }, lessons);
  return others.map(({ email }) => email);
}
