// Credits that go back: from a booking to its family, and from a family to the payment that was
// refunded.
import type { ReturnedCredit } from '../../domain/credits.ts';
import { LESSON_CREDITS } from '../../domain/limits.ts';
import type { Work } from '../engine/context.ts';
import type { Tx } from '../engine/database.ts';
import { changeCredits, type CreditChange, lockBalance, readBalance } from './ledger.ts';

const TOWARDS_REFUND = 'Returned credit of a refunded payment';

/** A booking as the write that ended it, or marked its student absent, has found it. */
export interface EndedBooking {
  readonly id: string;
  readonly family_id: string;
  /** Credits that it still costs. */
  readonly charged: number;
}

/**
 * Returns the credit of a booking, unless it came back before. The caller holds the booking's row.
 * A refunded payment that was short of credits when the booking was charged gets it first. Both
 * steps are in the ledger.
 */
export async function returnCredit(
  work: Work,
  booking: EndedBooking,
  cause: Pick<CreditChange, 'kind' | 'reason'>,
): Promise<{ creditsRemaining: number; credit: ReturnedCredit }> {
  const familyId = booking.family_id;
  if (booking.charged === 0)
    return { creditsRemaining: await readBalance(work.tx, familyId), credit: 'returned before' };
  const balance = await changeCredits(work, {
    ...cause,
    familyId,
    amount: LESSON_CREDITS,
    bookingId: booking.id,
  });
  if (balance === null) throw new Error(`the account of booking ${booking.id} has no balance`);
  const paymentId = await settleOldestShortfall(work.tx, booking);
  if (paymentId === null) return { creditsRemaining: balance.credits, credit: 'to the family' };
  const rest = await changeCredits(work, {
    familyId,
    amount: -LESSON_CREDITS,
    kind: 'reversal',
    paymentId,
    reason: TOWARDS_REFUND,
  });
  if (rest === null) throw new Error(`the credit of booking ${booking.id} is gone`);
  return { creditsRemaining: rest.credits, credit: 'towards a refund' };
}

/**
 * The number of the ledger entry that has paid for a booking: of one that was moved, that of the
 * first one. What was refunded since is owed the credit when it comes back, and no move makes it
 * newer.
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
 * Returns the credit of a booking that is moved, for the one that replaces it: nobody else gets it
 * on the way.
 */
export async function takeCreditAlong(work: Work, booking: EndedBooking): Promise<void> {
  const balance = await changeCredits(work, {
    kind: 'refund',
    familyId: booking.family_id,
    amount: LESSON_CREDITS,
    bookingId: booking.id,
  });
  if (balance === null) throw new Error(`the account of booking ${booking.id} has no balance`);
}

/**
 * Counts one credit towards the shortfall that arose first among those that are newer than the
 * booking's charge; credits that came in after a shortfall are none of its business. Returns its
 * purchase, or null. The balance is held.
 */
async function settleOldestShortfall(tx: Tx, booking: EndedBooking): Promise<string | null> {
  const shortfall = await tx
    .selectFrom('refund_shortfalls')
    .select(['payment_id', 'after_entry'])
    .where('family_id', '=', booking.family_id)
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
 * Takes back `due` credits of a refunded purchase, as many as are there, and remembers the rest as
 * its shortfall. Returns how many are missing. The caller holds the purchase's row.
 */
export async function takeBack(
  work: Work,
  {
    familyId,
    paymentId,
    due,
  }: { readonly familyId: string; readonly paymentId: string; readonly due: number },
): Promise<number> {
  const { tx } = work;
  const held = await lockBalance(tx, familyId);
  const taken = Math.min(due, held.credits);
  if (taken > 0)
    await changeCredits(work, { familyId, amount: -taken, kind: 'reversal', paymentId });
  const missing = due - taken;
  if (missing > 0)
    await tx
      .insertInto('refund_shortfalls')
      .values({
        payment_id: paymentId,
        after_entry: (held.last_entry ?? 0) + (taken > 0 ? 1 : 0),
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
