// Booking and cancelling, one transaction each. Rows are always held in the order lessons by id, then booking, then
// balance, so that no two of these can wait for each other.
import { type Booking, refuseBooking, refuseCancellation } from '../../domain/booking.ts';
import { CANCEL_AFTER_START, Refusal } from '../../domain/errors.ts';
import { LESSON_CREDITS } from '../../domain/limits.ts';
import { type EndedBooking, returnCredit } from '../credits/return-store.ts';
import { changeCredits, readBalance } from '../credits/store.ts';
import { type Db, isUniqueViolation, transact, type Tx } from '../db/index.ts';
import { NEW_REQUEST, once, type RequestKey } from '../idempotency/store.ts';
import { newId } from '../ids.ts';
import { freeSpot, holdLesson, readBookable, takeSpot } from '../lessons/store.ts';
import { bookingCancelled, bookingConfirmed } from '../mail/lesson-messages.ts';
import type { BookedFamily } from '../mail/messages.ts';
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

/** Marks a live booking as cancelled and holds its row; null when it is none. The caller holds its lesson. */
async function endBooking(tx: Tx, now: number, id: string): Promise<EndedBooking | null> {
  const ended = await tx
    .updateTable('bookings')
    .set({ cancelled_at: now })
    .where('id', '=', id)
    .where('cancelled_at', 'is', null)
    .returning(['id', 'student_id', 'charged'])
    .executeTakeFirst();
  return ended ?? null;
}

/** Cancels a student's own booking and returns its credit, unless that came back before. Throws booking_not_found, lesson_started or too_late_to_cancel. */
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
    const ended = await endBooking(tx, now, bookingId);
    if (ended === null) throw new Guarded();
    const { creditsRemaining, credit } = await returnCredit(tx, now, ended, { kind: 'refund' });
    const family = await readFamily(tx, studentId);
    await queueMail(tx, now, bookingCancelled(bookingId, lesson, family, credit, now));
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

/** Live bookings of a student, in the order in which their lessons are held. */
function liveBookingsOf(tx: Tx, studentId: string) {
  return tx
    .selectFrom('bookings')
    .innerJoin('lessons', 'lessons.id', 'bookings.lesson_id')
    .select(['bookings.id as bookingId', 'lesson_id'])
    .where('student_id', '=', studentId)
    .where('cancelled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('lesson_id');
}

/**
 * Holds all lessons that a student has booked, over or not: until the commit none of them is moved, and none is waited
 * for once the student's own row is held.
 */
export async function holdBookedLessons(tx: Tx, studentId: string): Promise<void> {
  for (const { lesson_id } of await liveBookingsOf(tx, studentId).execute()) await holdLesson(tx, lesson_id);
}

/** Cancels all that a student has booked ahead, however late, and returns what it cost: the account is being closed. */
export async function cancelAllAhead(tx: Tx, now: number, studentId: string): Promise<void> {
  const ahead = await liveBookingsOf(tx, studentId).where('starts_at', '>', now).execute();
  const cancelled: EndedBooking[] = [];
  for (const { bookingId, lesson_id } of ahead) {
    if ((await freeSpot(tx, now, lesson_id, 0)) === null) continue;
    const ended = await endBooking(tx, now, bookingId);
    // Cancelled by its own family in the very same moment: the transaction is undone and can be asked for again.
    if (ended === null) throw new Refusal('service_unavailable');
    cancelled.push(ended);
  }
  for (const ended of cancelled) await returnCredit(tx, now, ended, { kind: 'refund' });
}
