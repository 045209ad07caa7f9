// How a parent leaves a family that stays.
import { Refusal } from '../../domain/errors.ts';
import { refuseParentRemoval } from '../../domain/people.ts';
import { holdProven, type Proven } from '../accounts/credentials-store.ts';
import { holdFamily } from '../accounts/family-store.ts';
import { readRecipient } from '../accounts/recipient-store.ts';
import { lockBookedLessons, rotateJoinLinks } from '../accounts/join-link-store.ts';
import type { FamilyActor } from '../accounts/session-store.ts';
import { type Context, transact, type Work } from '../db/context.ts';
import { queueMail } from '../mail/store.ts';
import { erasePerson } from '../privacy/erase-store.ts';
import { listPeople, parentsOf } from './family-store.ts';
import { signInRemoved } from './messages.ts';

/**
 * Removes a parent, who hears of it: the holder either one, the other themselves alone. Rotates the
 * family's join links. Throws not_found, forbidden or last_parent.
 */
export async function removeParent(context: Context<FamilyActor>, proven: Proven, id: string): Promise<void> {
  await transact(context, async (work) => {
    const { tx, actor } = work;
    const { familyId } = actor;
    // Lessons before the family, as everywhere.
    const booked = await lockBookedLessons(work, familyId);
    if (!(await holdFamily(work, familyId))) throw new Refusal('unauthenticated');
    await holdProven(tx, proven);
    const parents = parentsOf(await listPeople(tx, familyId));
    const parent = parents.find((each) => each.id === id);
    if (parent === undefined) throw new Refusal('not_found', { message: 'There is no such parent.' });
    const refusal = refuseParentRemoval(parents, { id, by: actor.id });
    if (refusal !== null) throw new Refusal(refusal);
    await eraseParent(work, id);
    await rotateJoinLinks(work, familyId, booked);
  });
}

/** Erases a parent of a family that stays, which the caller has locked. Their last email says so. */
export async function eraseParent(work: Work, id: string): Promise<void> {
  const leaving = await readRecipient(work.tx, id);
  await erasePerson(work, id);
  await queueMail(work, signInRemoved(leaving));
}
