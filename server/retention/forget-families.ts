// Deletes what is left of families years after they left: ids, amounts and times, which the law
// wanted for that long.
import { withLocks } from '../booking/locks.ts';
import { deleteLedger } from '../credits/ledger.ts';
import { eraseAllEmails } from '../email/erasure.ts';
import { actOnEach, type Context, transact, type Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { deleteBookings } from '../lessons/bookings/delete-bookings.ts';
import { deletePayments } from '../payments/delete-payments.ts';
import { lockPaymentsOf } from '../payments/locked-payment.ts';
import { deleteMarks } from '../people/once-marks.ts';

const LISTED_AT_ONCE = 50;

/**
 * Deletes all families that left before this instant and have had no payment, refund, dispute,
 * inquiry or change of credits since. Each is one transaction, so that other writes hardly wait,
 * and an end in the middle leaves the others for the next night.
 */
export async function forgetFamilies(
  context: Context<null>,
  before: number,
  signal?: AbortSignal,
): Promise<number> {
  let forgotten = 0;
  const families = eachFormerFamily(context.database.db, before);
  await actOnEach(
    families,
    { complaint: 'families were not forgotten', signal },
    async ({ id }) => {
      if (await transact(context, (work) => lockAndForget(work, id, before))) forgotten += 1;
    },
  );
  return forgotten;
}

async function* eachFormerFamily(db: Db, before: number): AsyncGenerator<Former> {
  for (let last: Former | undefined = { id: '', leftAt: 0 }; last !== undefined;) {
    const families: Former[] = await listFormerFamilies(db, before, last);
    yield* families;
    last = families.at(-1);
  }
}

interface Former {
  readonly id: string;
  readonly leftAt: number;
}

/** The next families in the order they left. */
async function listFormerFamilies(db: Db, before: number, after: Former): Promise<Former[]> {
  return db
    .selectFrom('families')
    .select((eb) => ['id', eb.fn.coalesce('deleted_at', eb.lit(0)).as('leftAt')])
    .where('deleted_at', '<', before)
    .where('deleted_at', '>=', after.leftAt)
    .where((eb) => eb.or([eb('deleted_at', '>', after.leftAt), eb('id', '>', after.id)]))
    .orderBy('deleted_at')
    .orderBy('id')
    .limit(LISTED_AT_ONCE)
    .execute();
}

/**
 * Waits for those who are changing the family's money before it looks: a statement that has waited
 * for a lock still sees everything else as of its own start.
 */
async function lockAndForget(work: Work, id: string, before: number): Promise<boolean> {
  const lessonsOf = async () => {
    const rows = await work.tx
      .selectFrom('bookings')
      .select('lesson_id')
      .where('family_id', '=', id)
      .where('cancelled_at', 'is', null)
      .execute();
    return rows.map(({ lesson_id }) => lesson_id);
  };
  return withLocks(
    work,
    { payment: () => lockPaymentsOf(work, id), lessons: lessonsOf, families: [id] },
    () => forgetFamily(work, id, before),
  );
}

/** Whether this call has deleted the family. Of two at once, one does. */
async function forgetFamily(work: Work, id: string, before: number): Promise<boolean> {
  const { tx } = work;
  if (!(await markForgotten(work, id, before))) return false;
  for (const table of ['unconfirmed_grants', 'imported_families'] as const)
    await tx.deleteFrom(table).where('family_id', '=', id).execute();
  // An enquiry that has come since belongs to nobody.
  await tx.updateTable('enquiries').set({ family_id: null }).where('family_id', '=', id).execute();
  await eraseAllEmails(work, id);
  await deleteLedger(work, id);
  await deletePayments(work, id);
  await deleteBookings(work, id);
  await tx.deleteFrom('students').where('family_id', '=', id).execute();
  await deleteMarks(work, 'free_lesson', [id]);
  const { numDeletedRows } = await tx
    .deleteFrom('families')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Marks the locked family, unless any record of money is too young or is being compared. */
async function markForgotten({ tx, now }: Work, id: string, before: number): Promise<boolean> {
  const marked = await tx
    .updateTable('families')
    .set({ forgotten_at: now })
    .where('id', '=', id)
    .where('deleted_at', '<', before)
    .where((eb) => {
      const payments = eb.selectFrom('payments').where('payments.family_id', '=', id);
      const entries = eb.selectFrom('credit_ledger').where('credit_ledger.family_id', '=', id);
      const disputes = payments.innerJoin('disputes', 'disputes.payment_id', 'payments.id');
      const inquiries = payments.innerJoin('inquiries', 'inquiries.payment_id', 'payments.id');
      const refunds = payments.innerJoin('refunds', 'refunds.payment_id', 'payments.id');
      const differences = payments.innerJoin(
        'differences',
        'differences.payment_id',
        'payments.id',
      );
      return eb.and([
        eb.not(
          eb.exists(payments.select('payments.id').where('payments.updated_at', '>=', before)),
        ),
        eb.not(eb.exists(entries.select('seq').where('credit_ledger.created_at', '>=', before))),
        eb.not(
          eb.exists(disputes.select('disputes.id').where('disputes.updated_at', '>=', before)),
        ),
        eb.not(
          eb.exists(inquiries.select('inquiries.id').where('inquiries.updated_at', '>=', before)),
        ),
        eb.not(eb.exists(refunds.select('refunds.id').where('refunds.updated_at', '>=', before))),
        eb.not(eb.exists(differences.select('differences.id'))),
      ]);
    })
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}
