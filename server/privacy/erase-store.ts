// What leaving means: nothing that can name a person of the family stays, in any table or file.
import { closeAccount } from '../accounts/family-store.ts';
import type { Proven } from '../accounts/credentials-store.ts';
import { cancelAllAhead, holdBookedLessons } from '../bookings/store.ts';
import { eraseReasons } from '../credits/store.ts';
import { type Db, transact } from '../db/index.ts';
import { eraseEnquiriesOf } from '../enquiries/store.ts';
import { eraseMails } from '../mail/erase-store.ts';
import { accountDeleted } from '../mail/messages.ts';
import { queueMail } from '../mail/store.ts';
import { findFormerAddresses } from './address-store.ts';

/**
 * Ends the account: what is booked ahead is cancelled with its credit returned, and nobody can sign in to it any more.
 * Payments, bookings and the ledger stay under ids, without words. What of a family is written at the same time is
 * erased here, or refused by the database.
 */
export async function eraseFamily(db: Db, now: number, proven: Proven): Promise<void> {
  const { id } = proven;
  await transact(db, async (tx) => {
    // Lessons are held before accounts everywhere.
    await holdBookedLessons(tx, id);
    const { email, name } = await closeAccount(tx, now, proven);
    // After the row is held: a booking under way is either seen here or finds the account gone.
    await cancelAllAhead(tx, now, id);
    await eraseReasons(tx, id);
    await eraseEnquiriesOf(tx, now, [email, ...(await findFormerAddresses(tx, id))]);
    await eraseMails(tx, now, 'student_id', [id]);
    const to = { student_id: id, parent_email: email, parent_name: name };
    await queueMail(tx, now, accountDeleted(to));
  });
}
