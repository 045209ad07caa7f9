// Pending payments that are due to be asked about, in an order that is fair to every family.
import { sql } from 'kysely';

import { nextLookAt } from '../../domain/payment.ts';
import { type Context, transact } from '../engine/context.ts';
import { releaseReservation } from './paid-lessons.ts';

/** How many payments of one family are looked at in one round, and of all of them. */
const PER_FAMILY = 20;
const PER_ROUND = 500;
/** How long nobody else looks at a payment that one process is asking about. */
const CLAIM_MS = 10 * 60_000;

export interface OverduePayment {
  readonly id: string;
  /** Null: the server died before it noted one, or the provider never opened one. */
  readonly session_id: string | null;
  readonly created_at: number;
  readonly expires_at: number;
  readonly next_look_at: number;
  readonly looks: number;
}

/**
 * The payments that are due: one of each family, then the second of each, and so on; those that
 * wait longest first.
 */
export async function listOverdue({ database: { db }, now }: Context): Promise<OverduePayment[]> {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('payments')
        .select(['id', 'session_id', 'created_at', 'expires_at', 'next_look_at', 'looks'])
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('family_id').orderBy('next_look_at').orderBy('id'))
            .as('turn'),
        )
        // A literal, so that SQLite recognises the partial index.
        .where(sql<boolean>`status = 'pending'`)
        .where('next_look_at', '<=', now)
        .as('due'),
    )
    .select(['id', 'session_id', 'created_at', 'expires_at', 'next_look_at', 'looks'])
    .where('turn', '<=', PER_FAMILY)
    .orderBy('turn')
    .orderBy('next_look_at')
    .orderBy('id')
    .limit(PER_ROUND)
    .execute();
}

/** Takes a payment for this process to ask about. False when another has, or it is settled. */
export async function claimLook(
  { database: { db }, now }: Context,
  { id, next_look_at }: OverduePayment,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ next_look_at: now + CLAIM_MS })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('next_look_at', '=', next_look_at)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Notes that the provider has answered; a payment that is still pending is asked about again, later
 * each time.
 */
export async function noteLook(
  { database: { db }, now }: Context,
  { id, looks, expires_at }: OverduePayment,
): Promise<void> {
  await db
    .updateTable('payments')
    .set({ looks: looks + 1, next_look_at: nextLookAt(now, looks + 1, expires_at) })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('looks', '=', looks)
    .execute();
}

/**
 * Closes a purchase that was not paid in its time: no session was opened for it, or the provider
 * knows it no more.
 */
export async function closeUnknown(
  context: Context,
  { id, session_id }: OverduePayment,
): Promise<void> {
  await transact(context, async (work) => {
    const { numUpdatedRows } = await work.tx
      .updateTable('payments')
      .set({ status: 'expired', updated_at: work.now })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      // A session that was noted meanwhile has not been asked about yet.
      .where('session_id', session_id === null ? 'is' : '=', session_id)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) await releaseReservation(work, id);
  });
}
