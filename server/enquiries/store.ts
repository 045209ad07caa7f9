// Registrations of interest: stored once each, listed newest first.
import type { Customer, CustomerChanges, EnquiryForm } from '../../domain/enquiry.ts';
import { Refusal } from '../../domain/errors.ts';
import { MAX_ENQUIRIES_LISTED } from '../../domain/limits.ts';
import { adminEmails } from '../accounts/store.ts';
import { recordActivity } from '../activity/store.ts';
import { type Db, transact, type Tx } from '../db/index.ts';
import { once, type RequestKey } from '../idempotency/store.ts';
import { newId } from '../ids.ts';
import { newEnquiry } from '../mail/admin-messages.ts';
import { eraseMails } from '../mail/erase-store.ts';
import { enquiryReceived } from '../mail/messages.ts';
import { queueMail } from '../mail/store.ts';

/** Stores the enquiry once for each request key, and queues the visitor's and the tutor's mail. */
export async function storeEnquiry(
  db: Db,
  now: number,
  form: EnquiryForm,
  requestKey: RequestKey,
): Promise<void> {
  await transact(db, (tx) =>
    once(tx, now, requestKey, async () => {
      const id = newId();
      await tx
        .insertInto('enquiries')
        .values({ id, ...form, created_at: now })
        .execute();
      await queueMail(tx, now, enquiryReceived(id, form));
      for (const email of await adminEmails(tx)) await queueMail(tx, now, newEnquiry(id, form, email));
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
    created_at: new Date(row.created_at).toISOString(),
    answered_at: row.answered_at === null ? null : new Date(row.answered_at).toISOString(),
  };
}

/** Sets state and note. The first state but new is the answer that the promise is measured by. Throws not_found. */
export async function updateEnquiry(
  db: Db,
  now: number,
  adminId: string,
  id: string,
  { status, note }: CustomerChanges,
): Promise<Customer> {
  return transact(db, async (tx) => {
    const row = await tx
      .updateTable('enquiries')
      .set((eb) => ({
        ...(status === undefined ? {} : { status }),
        ...(note === undefined ? {} : { note }),
        answered_at:
          status === undefined || status === 'new'
            ? eb.ref('answered_at')
            : eb.fn.coalesce('answered_at', eb.val(now)),
      }))
      .where('id', '=', id)
      .returning(customerColumns)
      .executeTakeFirst();
    if (row === undefined) throw unknownEnquiry();
    await recordActivity(tx, now, adminId, 'enquiry_updated', { enquiryId: id, detail: row.status });
    return toCustomer(row);
  });
}

/** Removes an enquiry with its note and all that was mailed for it; what is not sent yet never will be. Throws not_found. */
export async function deleteEnquiry(db: Db, now: number, adminId: string, id: string): Promise<void> {
  await transact(db, async (tx) => {
    await eraseMails(tx, now, 'enquiry_id', [id]);
    const { numDeletedRows } = await tx
      .deleteFrom('enquiries')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw unknownEnquiry();
    await recordActivity(tx, now, adminId, 'enquiry_deleted', { enquiryId: id });
  });
}

/** Removes all enquiries that were made with one of these addresses, as deleteEnquiry does. */
export async function eraseEnquiriesOf(tx: Tx, now: number, addresses: readonly string[]): Promise<void> {
  // Held, so that all that goes is what was found.
  const found = await tx
    .updateTable('enquiries')
    .set((eb) => ({ email: eb.ref('email') }))
    .where('email', 'in', addresses)
    .returning('id')
    .execute();
  if (found.length === 0) return;
  const ids = found.map(({ id }) => id);
  await eraseMails(tx, now, 'enquiry_id', ids);
  await tx.deleteFrom('enquiries').where('id', 'in', ids).execute();
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
