// Registrations of interest: stored once each, listed newest first.
import type { Customer, CustomerChanges, EnquiryForm } from '../../domain/enquiry.ts';
import { Refusal } from '../../domain/errors.ts';
import { MAX_ENQUIRIES_LISTED } from '../../domain/limits.ts';
import { isSamePhone } from '../../domain/phone.ts';
import { toIso } from '../../domain/time.ts';
import type { AdminActor } from '../accounts/session-store.ts';
import { queueForAdmins } from '../accounts/notice-store.ts';
import { recordActivity } from '../activity/store.ts';
import { type Context, transact, type Work } from '../db/context.ts';
import type { Db } from '../db/database.ts';
import { once, type RequestKey } from '../idempotency/store.ts';
import { newId } from '../ids.ts';
import { eraseMails } from '../mail/erase-store.ts';
import { queueMail } from '../mail/store.ts';
import { enquiryReceived, newEnquiry } from './messages.ts';

/** Stores the enquiry once for each request key, and queues the emails to the visitor and the tutor. */
export async function storeEnquiry(
  context: Context,
  form: EnquiryForm,
  requestKey: RequestKey,
): Promise<void> {
  await transact(context, (work) =>
    once(work, requestKey, async () => {
      const id = newId();
      await work.tx
        .insertInto('enquiries')
        .values({ id, ...form, created_at: work.now })
        .execute();
      await queueMail(work, enquiryReceived(id, form));
      await queueForAdmins(work, (email) => newEnquiry(id, form, email));
      return {};
    }),
  );
}

const customerColumns = [
  'id',
  'name',
  'email',
  'mobile',
  'year_class',
  'created_at',
  'status',
  'note',
  'answered_at',
] as const;

function toCustomer(
  row: Omit<Customer, 'created_at' | 'answered_at'> & { created_at: number; answered_at: number | null },
): Customer {
  return {
    ...row,
    created_at: toIso(row.created_at),
    answered_at: row.answered_at === null ? null : toIso(row.answered_at),
  };
}

/** Sets state and note. The first state but new is the answer that the promise is measured by. Throws not_found. */
export async function updateEnquiry(
  context: Context<AdminActor>,
  id: string,
  { status, note }: CustomerChanges,
): Promise<Customer> {
  return transact(context, async (work) => {
    const row = await work.tx
      .updateTable('enquiries')
      .set((eb) => ({
        ...(status === undefined ? {} : { status }),
        ...(note === undefined ? {} : { note }),
        answered_at:
          status === undefined || status === 'new'
            ? eb.ref('answered_at')
            : eb.fn.coalesce('answered_at', eb.val(work.now)),
      }))
      .where('id', '=', id)
      .returning(customerColumns)
      .executeTakeFirst();
    if (row === undefined) throw unknownEnquiry();
    await recordActivity(work, {
      adminId: work.actor.id,
      kind: 'enquiry_updated',
      enquiryId: id,
      detail: row.status,
    });
    return toCustomer(row);
  });
}

/** Removes an enquiry with its note and all that was emailed for it; what is not sent yet never will be. Throws not_found. */
export async function deleteEnquiry(context: Context<AdminActor>, id: string): Promise<void> {
  await transact(context, async (work) => {
    // Held before its emails, as by a family that leaves and takes it along.
    const { numUpdatedRows } = await work.tx
      .updateTable('enquiries')
      .set((eb) => ({ email: eb.ref('email') }))
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw unknownEnquiry();
    await eraseMails(work, 'enquiry_id', [id]);
    await work.tx.deleteFrom('enquiries').where('id', '=', id).execute();
    await recordActivity(work, { adminId: work.actor.id, kind: 'enquiry_deleted', enquiryId: id });
  });
}

/**
 * Removes the enquiries that were made with one of these addresses and this phone number, as deleteEnquiry does. An address
 * alone proves nothing: whoever signs up with somebody else's must not remove that person's enquiry.
 */
export async function eraseEnquiriesOf(
  work: Work,
  { addresses, phone }: { readonly addresses: readonly string[]; readonly phone: string },
): Promise<void> {
  // Held, so that all that goes is what was found.
  const found = await work.tx
    .updateTable('enquiries')
    .set((eb) => ({ email: eb.ref('email') }))
    .where('email', 'in', addresses)
    .returning(['id', 'mobile'])
    .execute();
  const ids = found.filter(({ mobile }) => isSamePhone(mobile, phone)).map(({ id }) => id);
  if (ids.length === 0) return;
  await eraseMails(work, 'enquiry_id', ids);
  await work.tx.deleteFrom('enquiries').where('id', 'in', ids).execute();
}

const unknownEnquiry = () => new Refusal('not_found', { message: 'There is no such enquiry.' });

/** The latest enquiries, newest first, and how many there are in all. */
export async function listEnquiries(db: Db): Promise<{ customers: Customer[]; total: number }> {
  const rows = await db
    .selectFrom('enquiries')
    .select(customerColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_ENQUIRIES_LISTED)
    .execute();
  const customers = rows.map(toCustomer);
  // Counting reads the whole index, so it is done only when the list itself does not tell.
  return { customers, total: rows.length < MAX_ENQUIRIES_LISTED ? rows.length : await countEnquiries(db) };
}

async function countEnquiries(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('enquiries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
