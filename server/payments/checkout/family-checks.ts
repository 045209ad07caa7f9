// A payment as its family sees it, and how often the family's page may ask the provider about it.
import { withClashes } from '../../../domain/lessons/student-day.ts';
import { invoiceNumberOf } from '../../../domain/payments/invoice.ts';
import { familyPauseMs, type Payment } from '../../../domain/payments/payment.ts';
import { toIso } from '../../../domain/time.ts';
import type { Context } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import type { FamilyActor } from '../../sessions/sessions.ts';
import { applySession } from '../payments.ts';
import { findPaidClashes, listPaidLessons } from '../reservations/paid-lessons.ts';
import { lookUpSession, type PaymentProvider } from '../stripe.ts';

/**
 * Concurrent checks with the provider on behalf of families. Beyond this limit, families get the
 * stored state.
 */
export const MAX_FAMILY_CHECKS = 10;

/**
 * A family's own payment at `now` (epoch milliseconds); null if the payment belongs to another
 * family.
 */
export async function findPayment(
  db: Db,
  { familyId, sessionId, now }: { familyId: string; sessionId: string; now: number },
): Promise<Payment | null> {
  const row = await db
    .selectFrom('payments')
    .leftJoin('invoices', 'payment_id', 'payments.id')
    .select(['id', 'status', 'credits', 'amount', 'paid', 'currency', 'created_at'])
    .select(['year', 'number'])
    .where('session_id', '=', sessionId)
    .where('family_id', '=', familyId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { created_at, year, number, ...payment } = row;
  const lessons = await listPaidLessons(db, payment.id, now);
  const clashes = await findPaidClashes(db, familyId, { lessons, now });
  return {
    session_id: sessionId,
    ...payment,
    invoice: invoiceNumberOf({ year, number }),
    created_at: toIso(created_at),
    ...(lessons.length === 0 ? {} : { lessons }),
    ...withClashes(clashes),
  };
}

/**
 * Claims a check of a pending payment for its family. False when the family checked it recently;
 * the caller then answers from the stored row.
 */
export async function claimFamilyCheck(
  { database: { db }, now, actor }: Context<Pick<FamilyActor, 'familyId'>>,
  sessionId: string,
): Promise<boolean> {
  const due = await db
    .selectFrom('payments')
    .select(['id', 'family_checks'])
    .where('session_id', '=', sessionId)
    .where('family_id', '=', actor.familyId)
    .where('next_family_check_at', '<=', now)
    .executeTakeFirst();
  if (due === undefined) return false;
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({
      family_checks: due.family_checks + 1,
      next_family_check_at: Math.ceil(now + familyPauseMs(due.family_checks)),
    })
    .where('id', '=', due.id)
    .where('status', '=', 'pending')
    .where('family_checks', '=', due.family_checks)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Asks the provider about a pending payment for its family, unless the family asked recently or too
 * many checks are running. Returns whether the stored payment may have changed.
 */
export function createFamilyChecks(
  provider: PaymentProvider | null,
): (context: Context<FamilyActor>, sessionId: string) => Promise<boolean> {
  let running = 0;
  return async (context, sessionId) => {
    if (provider === null || running === MAX_FAMILY_CHECKS) return false;
    running += 1;
    try {
      if (!(await claimFamilyCheck(context, sessionId))) return false;
      const session = await lookUpSession(provider, sessionId);
      if (typeof session !== 'object') return false;
      await applySession(context, session);
      return true;
    } finally {
      running -= 1;
    }
  };
}
