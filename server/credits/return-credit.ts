// Returns credits: from a booking to its family, and from a family to a refunded payment.
import { sql } from 'kysely';

import { LESSON_CREDITS } from '../../domain/lessons/booking.ts';
import type { ReturnedCredit } from '../../domain/payments/credits.ts';
import type { Work } from '../engine/context.ts';
import type { Tx } from '../engine/database.ts';
import {
  changeCredits,
  type CreditChange,
  type LockedFamily,
  readLockedBalance,
} from './ledger.ts';

const TOWARDS_REFUND = 'Returned credit of a refunded payment';

/**
 * The `paid_entry` of a booking without a credit: ledger entries count from 1, so none pays for it
 * or comes back.
 */
export const NO_ENTRY = 0;

/** Whether the tutor has given the spot of this booking without taking a credit. */
export const isWithoutCredit = (booking: { paid_entry: number | null }): boolean =>
  booking.paid_entry === NO_ENTRY;

/** Whether the tutor has given the spot of a booking without taking a credit, in SQL: 1 or true. */
export const withoutCredit = sql<
  number | boolean
>`coalesce(bookings.paid_entry = ${sql.lit(NO_ENTRY)}, false)`;

/** A booking as found by the update that cancelled it or marked its student absent. */
export interface EndedBooking {
  readonly id: string;
  readonly family_id: string;
  /** Credits that are still charged for it. */
  readonly charged: number;
  /** The ledger entry that paid for it, if it is not its own; NO_ENTRY if none ever does. */
  readonly paid_entry: number | null;
}

/**
 * Returns a booking's credit, unless it took none or was returned before. If a payment refunded
 * since the booking was charged is short of credits, it gets the credit first. Both steps are
 * recorded in the ledger. Returns where the credit went.
 */
export async function returnCredit(
  work: Work,
  family: LockedFamily,
  booking: EndedBooking,
  cause: Pick<CreditChange, 'kind' | 'reason'>,
): Promise<ReturnedCredit> {
  const familyId = family.id;
  if (isWithoutCredit(booking)) return 'took none';
  if (booking.charged === 0) return 'returned before';
  const balance = await changeCredits(work, {
    ...cause,
    familyId,
    amount: LESSON_CREDITS,
    bookingId: booking.id,
  });
  if (balance === null) throw new Error(`the account of booking ${booking.id} has no balance`);
  const paymentId = await countTowardsShortfall(work.tx, family, booking);
  if (paymentId === null) return 'to the family';
  const rest = await changeCredits(work, {
    familyId,
    amount: -LESSON_CREDITS,
    kind: 'reversal',
    paymentId,
    reason: TOWARDS_REFUND,
  });
  if (rest === null) throw new Error(`the credit of booking ${booking.id} is gone`);
  return 'towards a refund';
}

/**
 * The number of the ledger entry that paid for a booking; for a moved booking, the entry of the
 * original one. A payment refunded since then is owed the credit when it is returned. Moving a
 * booking does not make its charge newer.
 */
export async function readPaidEntry(tx: Tx, bookingId: string): Promise<number> {
  const { paid } = await tx
    .selectFrom('bookings')
    .select((eb) =>
      eb.fn
        .coalesce(
          'paid_entry',
          eb
            .selectFrom('credit_ledger')
            .select(({ fn }) => fn.max('seq').as('charge'))
            .where('booking_id', '=', bookingId)
            .where('amount', '<', 0),
          eb.lit(0),
        )
        .as('paid'),
    )
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow();
  return paid;
}

/**
 * Returns the credit of a moved booking to its replacement. No refunded payment takes it on the
 * way.
 */
export async function takeCreditAlong(work: Work, family: LockedFamily, booking: EndedBooking) {
  const balance = await changeCredits(work, {
    kind: 'refund',
    familyId: family.id,
    amount: LESSON_CREDITS,
    bookingId: booking.id,
  });
  if (balance === null) throw new Error(`the account of booking ${booking.id} has no balance`);
}

/**
 * Counts one credit towards the oldest shortfall that is newer than the booking's charge. Credits
 * added after a shortfall do not count towards it. Returns the shortfall's payment, or null.
 */
async function countTowardsShortfall(tx: Tx, family: LockedFamily, booking: EndedBooking) {
  const shortfall = await tx
    .selectFrom('refund_shortfalls')
    .select(['payment_id', 'after_entry'])
    .where('family_id', '=', family.id)
    .whereRef('taken', '<', 'credits')
    .where('after_entry', '>=', await readPaidEntry(tx, booking.id))
    .orderBy('after_entry')
    .orderBy('payment_id')
    .limit(1)
    .executeTakeFirst();
  if (shortfall === undefined) return null;
  await tx
    .updateTable('refund_shortfalls')
    .set((eb) => ({ taken: eb('taken', '+', LESSON_CREDITS) }))
    .where('payment_id', '=', shortfall.payment_id)
    .where('after_entry', '=', shortfall.after_entry)
    .execute();
  return shortfall.payment_id;
}

/**
 * Takes back up to `due` credits of a refunded payment and records the rest as its shortfall.
 * Returns the number of missing credits.
 */
export async function takeBack(
  work: Work,
  family: LockedFamily,
  { paymentId, due }: { paymentId: string; due: number },
): Promise<number> {
  const { tx } = work;
  const familyId = family.id;
  const balance = await readLockedBalance(tx, family);
  const takenCredits = Math.min(due, balance.credits);
  if (takenCredits > 0)
    await changeCredits(work, { familyId, amount: -takenCredits, kind: 'reversal', paymentId });
  const missing = due - takenCredits;
  if (missing > 0)
    await tx
      .insertInto('refund_shortfalls')
      .values({
        payment_id: paymentId,
        after_entry: (balance.last_entry ?? 0) + (takenCredits > 0 ? 1 : 0),
        family_id: familyId,
        credits: missing,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['payment_id', 'after_entry'])
          .doUpdateSet((eb) => ({ credits: eb('refund_shortfalls.credits', '+', missing) })),
      )
      .execute();
  return missing;
}

/**
 * Returns credits that a refund has taken back, because it has failed. They first make up for what
 * the payment is short of.
 */
export async function giveBack(
  work: Work,
  family: LockedFamily,
  { paymentId, credits, reason }: { paymentId: string; credits: number; reason: string },
): Promise<void> {
  const { tx } = work;
  const shortfalls = await tx
    .selectFrom('refund_shortfalls')
    .select(['after_entry', 'credits', 'taken'])
    .where('payment_id', '=', paymentId)
    .whereRef('taken', '<', 'credits')
    .orderBy('after_entry', 'desc')
    .execute();
  let rest = credits;
  for (const { after_entry, credits: missing, taken } of shortfalls) {
    const forgiven = Math.min(rest, missing - taken);
    rest -= forgiven;
    const row = { payment_id: paymentId, after_entry };
    if (forgiven === missing)
      await tx
        .deleteFrom('refund_shortfalls')
        .where((eb) => eb.and(row))
        .execute();
    else if (forgiven > 0)
      await tx
        .updateTable('refund_shortfalls')
        .set({ credits: missing - forgiven })
        .where((eb) => eb.and(row))
        .execute();
  }
  if (rest === 0) return;
  const amount = rest;
  const change = { familyId: family.id, amount, kind: 'adjustment' as const, paymentId, reason };
  if ((await changeCredits(work, change)) === null)
    throw new Error(`the family of payment ${paymentId} has no balance`);
}
