// Registrations of interest: stored once each, listed newest first.
import type { Customer, CustomerChanges, EnquiryForm } from '../../domain/enquiry.ts';
import { Refusal } from '../../domain/errors.ts';
import { IDEMPOTENCY_HOURS, MAX_ENQUIRIES_LISTED } from '../../domain/limits.ts';
import { adminEmails } from '../accounts/store.ts';
import { recordActivity } from '../activity/store.ts';
import { type Db, transact, type Tx } from '../db/index.ts';
import { hashOf, newId } from '../ids.ts';
import { newEnquiry } from '../mail/admin-messages.ts';
import { enquiryReceived } from '../mail/messages.ts';
import { queueMail } from '../mail/store.ts';

/**
 * Stores the enquiry and queues both mails. With an idempotency key, a repeat within its hours stores
 * nothing; the same key with another form throws idempotency_key_reused.
 */
export async function storeEnquiry(
  db: Db,
  now: number,
  appUrl: string,
  form: EnquiryForm,
  idempotencyKey: string | null,
): Promise<void> {
  await transact(db, async (tx) => {
    if (idempotencyKey !== null && !(await claimKey(tx, now, idempotencyKey, form))) return;
    const id = newId();
    await tx
      .insertInto('enquiries')
      .values({ id, ...form, created_at: now })
      .execute();
    await queueMail(tx, now, enquiryReceived(id, form));
    for (const email of await adminEmails(tx)) await queueMail(tx, now, newEnquiry(id, form, email, appUrl));
  });
}

/** Whether this is the key's first use. A use in flight at the same time is waited for: the primary key decides. */
async function claimKey(tx: Tx, now: number, key: string, form: EnquiryForm): Promise<boolean> {
  const key_hash = hashOf(key);
  const body_hash = hashOf(JSON.stringify([form.name, form.email, form.mobile, form.year_class]));
  await tx
    .deleteFrom('enquiry_keys')
    .where('created_at', '<=', now - IDEMPOTENCY_HOURS * 3_600_000)
    .execute();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('enquiry_keys')
    .values({ key_hash, body_hash, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) return true;
  const first = await tx
    .selectFrom('enquiry_keys')
    .select('body_hash')
    .where('key_hash', '=', key_hash)
    .executeTakeFirst();
  if (first !== undefined && first.body_hash !== body_hash) throw new Refusal('idempotency_key_reused');
  return false;
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
    if (row === undefined) throw new Refusal('not_found', { message: 'There is no such enquiry.' });
    await recordActivity(tx, now, adminId, 'enquiry_updated', `${row.name}: ${row.status}`);
    return toCustomer(row);
  });
}

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
