// Deletes checkouts that never became a payment, some weeks after they ended.
import { sql } from 'kysely';

import { RECONCILIATION_DAYS } from '../../domain/payments/reconciliation.ts';
import { DAY_MS } from '../../domain/time.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import { hasRowLocks } from '../engine/row-locks.ts';
import { deleteStudent } from '../people/student-rows.ts';
import { OF_PAYMENTS } from './delete-payments.ts';

/** A nightly comparison with the provider still finds all of its sessions here. */
export const UNPAID_DAYS = RECONCILIATION_DAYS.usual;
const DELETED_AT_ONCE = 200;

/** What may refer to a payment, and keeps it. */
const REFERRING = [...OF_PAYMENTS, 'credit_ledger', 'differences'] as const;

/**
 * Deletes what expired or failed so long ago. Each batch is one transaction, so that other writes
 * hardly wait. Returns how many were deleted.
 */
export async function deleteUnpaid(context: Context, signal?: AbortSignal): Promise<number> {
  for (let deleted = 0; ;) {
    const batch = await transact(context, deleteBatch);
    deleted += batch;
    if (batch === 0 || signal?.aborted === true) return deleted;
  }
}

async function deleteBatch(work: Work): Promise<number> {
  const { tx, now } = work;
  const rows = await tx
    .selectFrom('payments')
    .select('id')
    // A literal, so that SQLite uses the partial index.
    .where(sql<boolean>`status in ('expired', 'failed')`)
    .where('updated_at', '<=', now - UNPAID_DAYS * DAY_MS)
    .where('reserved_until', 'is', null)
    .where((eb) =>
      eb.and(
        REFERRING.map((table) =>
          eb.not(
            eb.exists(
              eb.selectFrom(table).select('payment_id').whereRef('payment_id', '=', 'payments.id'),
            ),
          ),
        ),
      ),
    )
    .orderBy('updated_at')
    .limit(DELETED_AT_ONCE)
    // What another transaction has locked is changing, and waits for the next night.
    .$if(hasRowLocks(tx), (payments) => payments.forUpdate().skipLocked())
    .execute();
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  const lessons = await tx
    .deleteFrom('payment_lessons')
    .where('payment_id', 'in', ids)
    .returning('student_id')
    .execute();
  await tx.deleteFrom('payments').where('id', 'in', ids).execute();
  // Nothing else may be left of a student who was removed.
  for (const id of new Set(lessons.map(({ student_id }) => student_id)))
    await deleteStudent(work, id);
  return ids.length;
}
