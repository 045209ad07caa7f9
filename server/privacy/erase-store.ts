// What leaving means: nothing that can name who leaves stays, in any table or file.
import { Refusal } from '../../domain/errors.ts';
import { holdProven, type Proven } from '../accounts/credentials-store.ts';
import { closeFamily, deletePerson, emailFarewell, holdFamily } from '../accounts/family-store.ts';
import { causeOfAccepted } from '../accounts/link-store.ts';
import { readParents } from '../accounts/recipient-store.ts';
import type { FamilyActor } from '../accounts/session-store.ts';
import { closeDoors, endBookingsOfFamily, holdOwnLessons, requireOwnHeld } from '../bookings/end-store.ts';
import { endHold, hasHold, releasePlaces } from '../bookings/hold-store.ts';
import { takeOutOfLines } from '../bookings/line-store.ts';
import { eraseReasons } from '../credits/store.ts';
import { type Context, Overtaken, transact, type Work } from '../db/context.ts';
import { eraseEnquiriesOf, eraseEnquiriesOfFamily } from '../enquiries/erase-store.ts';
import { eraseMails, eraseMailsTo } from '../mail/erase-store.ts';
import { findFormerAddresses } from './address-store.ts';

/**
 * Ends the account: what is booked ahead is cancelled with its credit returned, and nobody can sign in to it any more.
 * Payments, bookings and the ledger stay under ids, without words. What of a family is written at the same time is
 * erased here, or refused by the database. Throws forbidden for a parent who is not its holder.
 */
export async function eraseFamily(context: Context<FamilyActor>, proven: Proven): Promise<void> {
  await transact(context, async (work) => {
    const { tx, actor } = work;
    const { familyId } = actor;
    // Purchases are held before lessons, lessons before families, and families before people, everywhere.
    const hold = await endHold(work, familyId);
    const held = await holdOwnLessons(work, { familyId });
    const released = hold === null ? [] : await releasePlaces(work, hold.id);
    if (!(await holdFamily(work, familyId))) throw new Refusal('unauthenticated');
    // Begun by its own family in the very same moment.
    if (await hasHold(tx, familyId)) throw new Overtaken();
    await holdProven(tx, proven);
    const parents = await readParents(tx, familyId);
    if (parents[0]?.person_id !== actor.id)
      throw new Refusal('forbidden', { message: 'Only the holder of the account can delete it.' });
    for (const { person_id } of parents) await eraseEnquiries(work, person_id);
    await eraseEnquiriesOfFamily(work, familyId);
    await closeFamily(work, familyId);
    // After the row is held: what is under way is either seen here or finds the account gone.
    await requireOwnHeld(work, { familyId }, held);
    // A spot that comes free is for others.
    await takeOutOfLines(work, { familyId });
    await endBookingsOfFamily(work, familyId, released);
    await closeDoors(work, { family_id: familyId });
    await eraseReasons(tx, familyId);
    await eraseMails(work, 'family_id', [familyId]);
    for (const parent of parents) await emailFarewell(work, parent);
  });
}

/** Erases one person of a family that stays: their sign-in, what was mailed to them and, of a parent, their enquiries. */
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
  await eraseMailsTo(work, { familyId, personId });
  // These emails to the parents name them.
  await eraseMails(
    work,
    'cause',
    parents.map(({ person_id }) => `${causeOfAccepted(personId)}:${person_id}`),
  );
}

/** Erases the enquiries that a parent has made. */
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
