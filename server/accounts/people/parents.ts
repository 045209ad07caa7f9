// Removes a parent from a family that remains.
import { Refusal } from '../../../domain/errors.ts';
import { refuseParentRemoval } from '../../../domain/people/family.ts';
import { requireOpen } from '../../booking/locks.ts';
import { withOwnLessons } from '../../booking/own-lessons.ts';
import type { LockedFamily } from '../../credits/ledger.ts';
import { queueEmail } from '../../email/queue.ts';
import { type Context, transact, type Work } from '../../engine/context.ts';
import { rotateJoinLinks } from '../../lessons/join-links/rotate-join-links.ts';
import { readRecipient } from '../../people/recipients.ts';
import { lockProven, type ProvenOwner } from '../../sessions/credentials.ts';
import type { FamilyActor } from '../../sessions/sessions.ts';
import type { AccountListeners } from '../listeners.ts';
import { erasePerson } from '../personal-data/erasure.ts';
import { signInRemovedEmail } from './emails.ts';
import { listPeople, parentsOf } from './people.ts';

/**
 * Removes a parent and notifies them. The owner can remove either parent, the other parent only
 * themselves. Rotates the family's join links. Throws not_found, forbidden or last_parent.
 */
export async function removeParent(
  context: Context<FamilyActor>,
  proven: ProvenOwner,
  id: string,
  listeners: AccountListeners,
): Promise<void> {
  const { actor } = context;
  const { familyId } = actor;
  await transact(context, (work) =>
    withOwnLessons(work, familyId, async (own) => {
      const { tx } = work;
      requireOpen(own.family);
      await lockProven(tx, proven);
      const parents = parentsOf(await listPeople(tx, familyId));
      const parent = parents.find((each) => each.id === id);
      if (parent === undefined)
        throw new Refusal('not_found', { message: 'There is no such parent.' });
      const refusal = refuseParentRemoval(parents, { id, by: actor.id });
      if (refusal !== null) throw new Refusal(refusal);
      await eraseParent(work, own.family, id, listeners);
      await rotateJoinLinks(work, own);
    }),
  );
}

/** Erases a parent of a family that remains and sends them a last email. */
export async function eraseParent(
  work: Work,
  _: LockedFamily,
  id: string,
  listeners: AccountListeners,
): Promise<void> {
  const leaving = await readRecipient(work.tx, id);
  await erasePerson(work, id, listeners);
  await queueEmail(work, signInRemovedEmail(leaving));
}
