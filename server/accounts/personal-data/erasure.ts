// Erasure: removes everything that can identify a person, from every table and file.
import { Refusal } from '../../../domain/errors.ts';
import { FAMILY_STUDENTS } from '../../../domain/people/student-rules.ts';
import { causeOfAccepted } from '../../auth/links.ts';
import { requireOpen } from '../../booking/locks.ts';
import { leaveWaitingLists, withOwnLessons } from '../../booking/own-lessons.ts';
import {
  clearReservedUntilOfFamily,
  hasReservation,
  releaseReservedSpots,
} from '../../booking/reservations.ts';
import { eraseReasons } from '../../credits/ledger.ts';
import { eraseEmails, eraseEmailsTo } from '../../email/erasure.ts';
import { type Context, OvertakenError, transact, type Work } from '../../engine/context.ts';
import { cancelBookingsOfFamily } from '../../lessons/bookings/cancel.ts';
import { revokeExcuseLinks } from '../../lessons/excuses/excuse-links.ts';
import { revokeJoinLinks } from '../../lessons/join-links/rotate-join-links.ts';
import { readParents } from '../../people/recipients.ts';
import { lockProven, type ProvenOwner } from '../../sessions/credentials.ts';
import type { FamilyActor } from '../../sessions/sessions.ts';
import type { AccountListeners } from '../listeners.ts';
import { closeFamily, deletePerson, queueFarewell } from '../profile.ts';

/** Spots of one lesson that a family can have: each student's booking, and a reservation. */
const MAX_SPOTS = FAMILY_STUDENTS.max + 1;

/**
 * Closes the account: cancels future bookings, returns their credits and ends every sign-in.
 * Payments, bookings and the ledger remain under ids, without text. Concurrent writes for the
 * family are either erased here or rejected by the database. Throws forbidden for a parent who is
 * not the owner.
 */
export async function eraseFamily(
  context: Context<FamilyActor>,
  proven: ProvenOwner,
  listeners: AccountListeners,
): Promise<void> {
  const { familyId } = context.actor;
  await transact(context, async (work) => {
    const { tx, actor } = work;
    const parents = await withOwnLessons(
      work,
      familyId,
      async (own) => {
        const { payment: reservation, lessons } = own;
        requireOpen(own.family);
        // The family may have reserved spots before it was locked.
        if (await hasReservation(tx, familyId)) throw new OvertakenError();
        await lockProven(tx, proven);
        const people = await readParents(tx, familyId);
        if (people[0]?.person_id !== actor.id)
          throw new Refusal('forbidden', {
            message: 'Only the owner of the account can delete it.',
          });
        if (reservation !== null) await releaseReservedSpots(work, lessons, reservation.id);
        for (const { beforeFamilyLeaves } of listeners)
          await beforeFamilyLeaves?.(work, own.family);
        for (const { person_id } of people) await tellLeaving(work, person_id, listeners);
        await closeFamily(work, own.family, listeners);
        // The spots that come free go to other families.
        await leaveWaitingLists(work, own);
        await cancelBookingsOfFamily(work, own);
        await revokeExcuseLinks(work, own.family);
        return people;
      },
      { payment: () => clearReservedUntilOfFamily(work, familyId), frees: () => MAX_SPOTS },
    );
    await revokeJoinLinks(work, { family_id: familyId });
    for (const { afterStudentsLeft } of listeners) await afterStudentsLeft?.(work, { familyId });
    await eraseReasons(tx, [familyId]);
    await eraseEmails(work, 'family_id', [familyId]);
    for (const parent of parents) await queueFarewell(work, parent);
  });
}

/** Erases one person of a family that remains: their sign-in, their emails and what they sent. */
export async function erasePerson(work: Work, personId: string, listeners: AccountListeners) {
  await tellLeaving(work, personId, listeners);
  const person = await work.tx
    .selectFrom('people')
    .select('family_id')
    .where('id', '=', personId)
    .executeTakeFirst();
  if (person === undefined) return;
  const familyId = person.family_id;
  const parents = await readParents(work.tx, familyId);
  await deletePerson(work, personId, listeners);
  await eraseEmailsTo(work, { familyId, personId });
  // These emails to the parents contain the person's name.
  await eraseEmails(
    work,
    'cause',
    parents.map(({ person_id }) => `${causeOfAccepted(personId)}:${person_id}`),
  );
}

/** Tells the features that a person leaves, before that person's row is locked. */
export async function tellLeaving(work: Work, personId: string, listeners: AccountListeners) {
  for (const { beforePersonLeaves } of listeners) await beforePersonLeaves?.(work, personId);
}
