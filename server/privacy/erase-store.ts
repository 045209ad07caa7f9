// What leaving means: nothing that can name a person of the family stays, in any table or file.
import { closeFamily, emailFarewell } from '../accounts/family-store.ts';
import type { Proven } from '../accounts/credentials-store.ts';
import type { FamilyActor } from '../accounts/session-store.ts';
import { endBookingsOfFamily, holdBookedLessons } from '../bookings/end-store.ts';
import { eraseReasons } from '../credits/store.ts';
import { type Context, transact } from '../db/context.ts';
import { eraseEnquiriesOf } from '../enquiries/store.ts';
import { eraseMails } from '../mail/erase-store.ts';
import { findFormerAddresses } from './address-store.ts';

/**
 * Ends the account: what is booked ahead is cancelled with its credit returned, and nobody can sign in to it any more.
 * Payments, bookings and the ledger stay under ids, without words. What of a family is written at the same time is
 * erased here, or refused by the database.
 */
export async function eraseFamily(context: Context<FamilyActor>, proven: Proven): Promise<void> {
  await transact(context, async (work) => {
    const { tx, actor } = work;
    const { familyId } = actor;
    // Lessons are held before accounts everywhere.
    await holdBookedLessons(work, familyId);
    const account = await closeFamily(work, proven);
    // After the row is held: a booking under way is either seen here or finds the account gone.
    await endBookingsOfFamily(work, familyId);
    await eraseReasons(tx, familyId);
    const addresses = [account.email, ...(await findFormerAddresses(tx, familyId))];
    await eraseEnquiriesOf(work, { addresses, phone: account.phone });
    await eraseMails(work, 'family_id', [familyId]);
    await emailFarewell(work, account);
  });
}
