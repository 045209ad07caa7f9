// Erasure: removes everything that can identify a person, from every table and file.
import { Refusal } from '../../domain/errors.ts';
import { lockProven, type Proven } from '../auth/credentials.ts';
import { closeFamily, deletePerson, emailFarewell, lockFamily } from './profile.ts';
import { causeOfAccepted } from '../auth/links.ts';
import { readParents } from './recipients.ts';
import type { FamilyActor } from '../auth/sessions.ts';
import {
  endJoinLinks,
  endBookingsOfFamily,
  lockOwnLessons,
  requireOwnLocked,
} from '../lessons/end-bookings.ts';
import { endReservation, hasReservation, releaseReservedSpots } from '../lessons/reservations.ts';
import { leaveWaitingLists } from '../lessons/waiting-list.ts';
import { eraseReasons } from '../credits/ledger.ts';
import { type Context, Overtaken, transact, type Work } from '../engine/context.ts';
import { eraseEnquiriesOf, eraseEnquiriesOfFamily } from '../enquiries/erasure.ts';
import { eraseEmails, eraseEmailsTo } from '../email/erasure.ts';
import { findFormerAddresses } from './former-addresses.ts';

/**
 * Closes the account: cancels future bookings, returns their credits and ends every sign-in.
 * Payments, bookings and the ledger remain under ids, without text. Concurrent writes for the
 * family are either erased here or rejected by the database. Throws forbidden for a parent who is
 * not the owner.
 */
export async function eraseFamily(context: Context<FamilyActor>, proven: Proven): Promise<void> {
  await transact(context, async (work) => {
    const { tx, actor } = work;
    const { familyId } = actor;
    // The lock order everywhere: payments, lessons, families, people.
    const reservation = await endReservation(work, familyId);
    const locked = await lockOwnLessons(work, { familyId });
    const released = reservation === null ? [] : await releaseReservedSpots(work, reservation.id);
    if (!(await lockFamily(work, familyId))) throw new Refusal('unauthenticated');
    // Includes what the family itself started at the same time.
    if (await hasReservation(tx, familyId)) throw new Overtaken();
    await lockProven(tx, proven);
    const parents = await readParents(tx, familyId);
    if (parents[0]?.person_id !== actor.id)
      throw new Refusal('forbidden', { message: 'Only the owner of the account can delete it.' });
    for (const { person_id } of parents) await eraseEnquiries(work, person_id);
    await eraseEnquiriesOfFamily(work, familyId);
    await closeFamily(work, familyId);
    // After locking the row: a concurrent call is either seen here or finds the account gone.
    await requireOwnLocked(work, { familyId }, locked);
    // The released spots go to other families.
    await leaveWaitingLists(work, { familyId });
    await endBookingsOfFamily(work, familyId, released);
    await endJoinLinks(work, { family_id: familyId });
    await eraseReasons(tx, familyId);
    await eraseEmails(work, 'family_id', [familyId]);
    for (const parent of parents) await emailFarewell(work, parent);
  });
}

/**
 * Erases one person of a family that remains: their sign-in, their emails and, for a parent, their
 * enquiries.
 */
export async function erasePerson(work: Work, personId: string): Promise<void> {
  await eraseEnquiries(work, personId);
  const person = await work.tx
    .selectFrom('people')
    .select('family_id')
    .where('id', '=', personId)
    .executeTakeFirst();
  if (person === undefined) return;
  const familyId = person.family_id;
  const parents = await readParents(work.tx, familyId);
  await deletePerson(work, personId);
  await eraseEmailsTo(work, { familyId, personId });
  // These emails to the parents contain the person's name.
  await eraseEmails(
    work,
    'cause',
    parents.map(({ person_id }) => `${causeOfAccepted(personId)}:${person_id}`),
  );
}

/** Erases a parent's enquiries. */
async function eraseEnquiries(work: Work, personId: string): Promise<void> {
  const person = await work.tx
    .selectFrom('people')
    .select(['family_id', 'email', 'phone'])
    .where('id', '=', personId)
    .executeTakeFirst();
  if (person === undefined || person.phone === null) return;
  const { family_id: familyId, email, phone } = person;
  const addresses = [email, ...(await findFormerAddresses(work.tx, { familyId, personId }))];
  await eraseEnquiriesOf(work, { familyId, addresses, phone });
}
