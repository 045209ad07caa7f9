// Pending payments that are due for a check with the provider, in an order that is fair to
// families.
import { sql } from 'kysely';

import { nextCheckAt } from '../../../domain/payments/payment.ts';
import { MINUTE_MS } from '../../../domain/time.ts';
import { type Context, transact } from '../../engine/context.ts';
import { releaseReservation, withPaidLessons } from '../reservations/paid-lessons.ts';

/** Limits on the payments checked in one round: per family and in total. */
const PER_FAMILY = 20;
const PER_ROUND = 500;
/** How long a process has a payment to itself while it asks the provider. */
const CLAIM_MS = 10 * MINUTE_MS;

export interface OverduePayment {
  readonly id: string;
  /** Null: the server died before it recorded a session, or the provider never opened one. */
  readonly session_id: string | null;
  readonly created_at: number;
  readonly expires_at: number;
  readonly next_check_at: number;
  readonly checks: number;
}

/** Due payments: one for each family, then a second for each, and so on, longest waiting first. */
export async function listOverdue({ database: { db }, now }: Context): Promise<OverduePayment[]> {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('payments')
        .select(['id', 'session_id', 'created_at', 'expires_at', 'next_check_at', 'checks'])
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('family_id').orderBy('next_check_at').orderBy('id'))
            .as('turn'),
        )
        // A literal, so that SQLite uses the partial index.
        .where(sql<boolean>`status = 'pending'`)
        .where('next_check_at', '<=', now)
        .as('due'),
    )
    .select(['id', 'session_id', 'created_at', 'expires_at', 'next_check_at', 'checks'])
    .where('turn', '<=', PER_FAMILY)
    .orderBy('turn')
    .orderBy('next_check_at')
    .orderBy('id')
    .limit(PER_ROUND)
    .execute();
}

/**
 * Claims a payment for this process. False when another process has claimed it or it is settled.
 */
export async function claimCheck(
  { database: { db }, now }: Context,
  { id, next_check_at }: OverduePayment,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ next_check_at: now + CLAIM_MS })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('next_check_at', '=', next_check_at)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Records that the provider answered. A payment that is still pending is checked again later, after
 * a growing delay.
 */
export async function recordCheck(
  { database: { db }, now }: Context,
  { id, checks, expires_at }: OverduePayment,
): Promise<void> {
  await db
    .updateTable('payments')
    .set({ checks: checks + 1, next_check_at: nextCheckAt(now, checks + 1, expires_at) })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('checks', '=', checks)
    .execute();
}

/**
 * Expires a payment that was not paid in time: no session was opened for it, or the provider no
 * longer knows the session.
 */
export async function expirePayment(context: Context, { id, session_id }: OverduePayment) {
  await transact(context, (work) => {
    const expire = async () => {
      const expired = await work.tx
        .updateTable('payments')
        .set({ status: 'expired', updated_at: work.now })
        .where('id', '=', id)
        .where('status', '=', 'pending')
        // A session recorded in the meantime has not been checked yet.
        .where('session_id', session_id === null ? 'is' : '=', session_id)
        .returning(['id', 'family_id'])
        .executeTakeFirst();
      return expired ?? null;
    };
    return withPaidLessons(work, expire, (_, locks) => releaseReservation(work, locks, id));
  });
}
