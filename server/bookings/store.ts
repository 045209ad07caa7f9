// Booking and cancelling, one transaction each. Rows are always held in the order lessons by id, then booking, then
// balance, so that no two of these can wait for each other.
import { type Booking, refuseBooking, refuseCancellation } from '../../domain/booking.ts';
import { CANCEL_AFTER_START, Refusal } from '../../domain/errors.ts';
import { CANCEL_NOTICE_MINUTES } from '../../domain/limits.ts';
import { toIso } from '../../domain/time.ts';
import { readRecipient } from '../accounts/recipient-store.ts';
import type { FamilyActor } from '../accounts/session-store.ts';
import { type Context, transact, type Work } from '../db/context.ts';
import { returnCredit } from '../credits/return-store.ts';
import { readBalance } from '../credits/store.ts';
import { type Db, isUniqueViolation, type Tx } from '../db/database.ts';
import { NEW_REQUEST, once, type RequestKey } from '../idempotency/store.ts';
import { liveBookings } from '../lessons/booked-store.ts';
import { readBookable } from '../lessons/store.ts';
import type { BookedFamily } from '../mail/compose.ts';
import { queueMail } from '../mail/store.ts';
import { endBooking } from './end-store.ts';
import { bookingCancelled, bookingConfirmed } from './messages.ts';
import { takeBooking } from './take-store.ts';

/** A guarded write found that it may not: the transaction is undone and the rules are asked why. */
class Guarded extends Error {
  override name = 'Guarded';
}

const ATTEMPTS = 5;

/**
 * Runs the transaction; when a guard stopped it, `explain` throws the Refusal. If it finds none, the
 * reason has just gone away (a spot was given back), so the transaction is tried again.
 */
async function guarded<A, T>(
  context: Context<A>,
  act: (work: Work<A>) => Promise<T>,
  explain: () => Promise<void>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact(context, act);
    } catch (error) {
      if (!(error instanceof Guarded) && !isUniqueViolation(error)) throw error;
      await explain();
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** Throws unauthenticated for a family that has left while this call was under way. */
async function requireRecipient(tx: Tx, familyId: string): Promise<BookedFamily> {
  const recipient = await readRecipient(tx, familyId);
  if (recipient === null) throw new Refusal('unauthenticated');
  return recipient;
}

/** Books one spot for one credit. Throws the first reason against it, in the order of the booking rules. */
export async function bookLesson(
  context: Context<Pick<FamilyActor, 'familyId'>>,
  lessonId: string,
  requestKey: RequestKey = NEW_REQUEST,
): Promise<{ booking: Booking; creditsRemaining: number }> {
  const { db } = context.database;
  const { familyId } = context.actor;
  const book = async (work: Work) => {
    const taken = await takeBooking(work, { lessonId, familyId });
    if (taken === null) throw new Guarded();
    const { id, lesson, family, creditsRemaining } = taken;
    await queueMail(work, bookingConfirmed(id, lesson, family, work.now));
    return { booking: { id, Lesson_ID: lessonId, created_at: toIso(work.now) }, creditsRemaining };
  };
  return guarded(
    context,
    (work) => once(work, requestKey, () => book(work)),
    async () => {
      const lesson = await readBookable(db, { id: lessonId, familyId });
      if (lesson === null) throw new Refusal('lesson_not_found');
      const reason = refuseBooking(lesson, { Credits: await readBalance(db, familyId) }, context.now);
      if (reason !== null) throw new Refusal(reason);
    },
  );
}

interface OwnBooking {
  readonly familyId: string;
  readonly bookingId: string;
}

/** A family's own live booking; throws booking_not_found. */
async function requireOwn(db: Db, { familyId, bookingId }: OwnBooking) {
  const own = await liveBookings(db)
    .select(['lesson_id', 'starts_at'])
    .where('bookings.id', '=', bookingId)
    .where('bookings.family_id', '=', familyId)
    .executeTakeFirst();
  if (own === undefined) throw new Refusal('booking_not_found');
  return own;
}

/**
 * Cancels a family's own booking and returns its credit, unless that came back before. Throws booking_not_found,
 * lesson_started or too_late_to_cancel.
 */
export async function cancelBooking(
  context: Context<Pick<FamilyActor, 'familyId'>>,
  bookingId: string,
  requestKey: RequestKey = NEW_REQUEST,
): Promise<{ creditsRemaining: number }> {
  const own = { familyId: context.actor.familyId, bookingId };
  const cancel = async (work: Work) => {
    const { lesson_id: lessonId } = await requireOwn(work.tx, own);
    const noticeMinutes = CANCEL_NOTICE_MINUTES;
    const outcome = await endBooking(work, { id: bookingId, lessonId, noticeMinutes });
    if (typeof outcome === 'string') throw new Guarded();
    const { creditsRemaining, credit } = await returnCredit(work, outcome.ended, { kind: 'refund' });
    const family = await requireRecipient(work.tx, own.familyId);
    await queueMail(work, bookingCancelled(bookingId, outcome.lesson, family, credit, work.now));
    return { creditsRemaining };
  };
  return guarded(
    context,
    (work) => once(work, requestKey, () => cancel(work)),
    async () => {
      const { starts_at } = await requireOwn(context.database.db, own);
      const reason = refuseCancellation({ starts_at: toIso(starts_at) }, context.now);
      if (reason === 'lesson_started') throw new Refusal(reason, { message: CANCEL_AFTER_START });
      if (reason !== null) throw new Refusal(reason);
    },
  );
}
