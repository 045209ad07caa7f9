// Booking and cancelling, one transaction each. Rows are always held in the order lesson, then student, so that
// no two of these can wait for each other.
import { type Booking, refuseBooking, refuseCancellation } from '../../domain/booking.ts';
import { CANCEL_AFTER_START, Refusal } from '../../domain/errors.ts';
import { LESSON_CREDITS } from '../../domain/limits.ts';
import { changeCredits, readBalance } from '../credits/store.ts';
import { type Db, isUniqueViolation, transact, type Tx } from '../db/index.ts';
import { NEW_REQUEST, once, type RequestKey } from '../idempotency/store.ts';
import { newId } from '../ids.ts';
import { freeSpot, readBookable, takeSpot } from '../lessons/store.ts';
import { type BookedFamily, bookingCancelled, bookingConfirmed } from '../mail/messages.ts';
import { queueMail } from '../mail/store.ts';

/** A guarded write found that it may not: the transaction is undone and the rules are asked why. */
class Guarded extends Error {
  override name = 'Guarded';
}

const ATTEMPTS = 5;

/**
 * Runs the transaction; when a guard stopped it, `explain` throws the Refusal. If it finds none, the
 * reason has just gone away (a spot was given back), so the transaction is tried again.
 */
async function guarded<T>(db: Db, work: (tx: Tx) => Promise<T>, explain: () => Promise<void>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact(db, work);
    } catch (error) {
      if (!(error instanceof Guarded) && !isUniqueViolation(error)) throw error;
      await explain();
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** The columns of a BookedFamily, for queries that join students. */
export const familyColumns = [
  'students.id as student_id',
  'parent_email',
  'parent_name',
  'student_name',
] as const;

/** Throws unauthenticated for an account that was left while this call was under way. */
async function readFamily(tx: Tx, studentId: string): Promise<BookedFamily> {
  const family = await tx
    .selectFrom('students')
    .select(familyColumns)
    .where('id', '=', studentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (family === undefined) throw new Refusal('unauthenticated');
  return family;
}

/** Books one spot for one credit. Throws the first reason against it, in the order of the booking rules. */
export async function bookLesson(
  db: Db,
  now: number,
  studentId: string,
  lessonId: string,
  requestKey: RequestKey = NEW_REQUEST,
): Promise<{ booking: Booking; creditsRemaining: number }> {
  const id = newId();
  const book = async (tx: Tx) => {
    const lesson = await takeSpot(tx, now, lessonId);
    if (lesson === null) throw new Guarded();
    await tx
      .insertInto('bookings')
      .values({ id, lesson_id: lessonId, student_id: studentId, created_at: now, cancelled_at: null })
      .execute();
    const cause = { kind: 'booking', bookingId: id } as const;
    const creditsRemaining = await changeCredits(tx, now, studentId, -LESSON_CREDITS, cause);
    if (creditsRemaining === null) throw new Guarded();
    await queueMail(tx, now, bookingConfirmed(id, lesson, await readFamily(tx, studentId), now));
    const booking = { id, Lesson_ID: lessonId, created_at: new Date(now).toISOString() };
    return { booking, creditsRemaining };
  };
  return guarded(
    db,
    (tx) => once(tx, now, requestKey, () => book(tx)),
    async () => {
      const lesson = await readBookable(db, lessonId, studentId);
      if (lesson === null) throw new Refusal('lesson_not_found');
      const reason = refuseBooking(lesson, { Credits: await readBalance(db, studentId) }, now);
      if (reason !== null) throw new Refusal(reason);
    },
  );
}

/** A student's own live booking; throws booking_not_found. */
async function requireOwn(db: Db | Tx, studentId: string, bookingId: string) {
  const own = await db
    .selectFrom('bookings')
    .innerJoin('lessons', 'lessons.id', 'bookings.lesson_id')
    .select(['lesson_id', 'starts_at'])
    .where('bookings.id', '=', bookingId)
    .where('student_id', '=', studentId)
    .where('cancelled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (own === undefined) throw new Refusal('booking_not_found');
  return own;
}

/** Cancels a student's own booking and returns its credit. Throws booking_not_found, lesson_started or too_late_to_cancel. */
export async function cancelBooking(
  db: Db,
  now: number,
  studentId: string,
  bookingId: string,
  requestKey: RequestKey = NEW_REQUEST,
): Promise<{ creditsRemaining: number }> {
  const cancel = async (tx: Tx) => {
    const { lesson_id } = await requireOwn(tx, studentId, bookingId);
    const lesson = await freeSpot(tx, now, lesson_id);
    if (lesson === null) throw new Guarded();
    const { numUpdatedRows } = await tx
      .updateTable('bookings')
      .set({ cancelled_at: now })
      .where('id', '=', bookingId)
      .where('cancelled_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new Guarded();
    const cause = { kind: 'refund', bookingId } as const;
    const creditsRemaining = await changeCredits(tx, now, studentId, LESSON_CREDITS, cause);
    if (creditsRemaining === null) throw new Error(`the account of booking ${bookingId} has no balance`);
    await queueMail(tx, now, bookingCancelled(bookingId, lesson, await readFamily(tx, studentId), now));
    return { creditsRemaining };
  };
  return guarded(
    db,
    (tx) => once(tx, now, requestKey, () => cancel(tx)),
    async () => {
      const { starts_at } = await requireOwn(db, studentId, bookingId);
      const reason = refuseCancellation({ starts_at: new Date(starts_at).toISOString() }, now);
      if (reason === 'lesson_started') throw new Refusal(reason, { message: CANCEL_AFTER_START });
      if (reason !== null) throw new Refusal(reason);
    },
  );
}

/** Cancels all that a student has booked ahead, however late, and returns the credits: the account is being closed. */
export async function cancelAllAhead(tx: Tx, now: number, studentId: string): Promise<void> {
  const ahead = await tx
    .selectFrom('bookings')
    .innerJoin('lessons', 'lessons.id', 'bookings.lesson_id')
    .select(['bookings.id as bookingId', 'lesson_id'])
    .where('student_id', '=', studentId)
    .where('cancelled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('starts_at', '>', now)
    .orderBy('lesson_id')
    .execute();
  const cancelled: string[] = [];
  for (const { bookingId, lesson_id } of ahead) {
    if ((await freeSpot(tx, now, lesson_id, 0)) === null) continue;
    const { numUpdatedRows } = await tx
      .updateTable('bookings')
      .set({ cancelled_at: now })
      .where('id', '=', bookingId)
      .where('cancelled_at', 'is', null)
      .executeTakeFirstOrThrow();
    // Cancelled by its own family in the very same moment: the transaction is undone and can be asked for again.
    if (numUpdatedRows === 0n) throw new Refusal('service_unavailable');
    cancelled.push(bookingId);
  }
  for (const bookingId of cancelled)
    await changeCredits(tx, now, studentId, LESSON_CREDITS, { kind: 'refund', bookingId });
}
