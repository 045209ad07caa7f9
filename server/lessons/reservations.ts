// Spots reserved while a family pays for them. Each counts as taken, but is not a booking. Rows are
// locked in the order payment, lessons by id, families.
import { RESERVATION_MINUTES } from '../../domain/limits.ts';
import type { Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { Guarded } from '../engine/guarded.ts';
import { isReserved } from './reservation-lookup.ts';
import { lockLesson, reserveSpot, releaseSpots } from './spots.ts';

/**
 * Returns when the reservation of a checkout that begins at `now` ends. Both are epoch
 * milliseconds.
 */
export const reservedUntil = (now: number) => now + RESERVATION_MINUTES.kept * 60_000;

/** Lists the lessons in which a family has reserved spots, so that the caller can lock them. */
export async function listReservedLessons(db: Db, familyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_lessons')
    .select('lesson_id')
    .where('family_id', '=', familyId)
    .where(isReserved)
    .execute();
  return rows.map(({ lesson_id }) => lesson_id);
}

interface Reservation {
  readonly id: string;
  readonly session_id: string | null;
}

/**
 * Ends the family's reservation and locks its payment. `releaseReservedSpots` then releases the
 * spots. Null when there is none. The caller has locked nothing yet.
 */
export async function endReservation(
  { tx, now }: Work,
  familyId: string,
): Promise<Reservation | null> {
  for (;;) {
    const ended = await tx
      .updateTable('payments')
      .set({ reserved_until: null, updated_at: now })
      .where('family_id', '=', familyId)
      .where('reserved_until', 'is not', null)
      .returning(['id', 'session_id'])
      .executeTakeFirst();
    if (ended !== undefined) return ended;
    // A new reservation may have replaced the one that this update waited for.
    if (!(await hasReservation(tx, familyId))) return null;
  }
}

/** Whether the family has a reservation, expired ones included. */
export async function hasReservation(db: Db, familyId: string): Promise<boolean> {
  const payment = await db
    .selectFrom('payments')
    .select('id')
    .where('family_id', '=', familyId)
    .where('reserved_until', 'is not', null)
    .executeTakeFirst();
  return payment !== undefined;
}

/**
 * Releases the spots reserved for a payment and locks their lessons. Returns the lessons; the
 * caller promotes from their waiting lists. The caller has locked the payment.
 */
export async function releaseReservedSpots(work: Work, paymentId: string): Promise<string[]> {
  const released: string[] = [];
  const lessons = await work.tx
    .selectFrom('payment_lessons')
    .select('lesson_id')
    .where('payment_id', '=', paymentId)
    .where(isReserved)
    .orderBy('lesson_id')
    .execute();
  for (const { lesson_id } of lessons) {
    // Deleting a lesson has already released its spots.
    if ((await lockLesson(work, lesson_id)) === null) continue;
    const { numUpdatedRows } = await work.tx
      .updateTable('payment_lessons')
      .set({ is_reserved: 0 })
      .where('payment_id', '=', paymentId)
      .where('lesson_id', '=', lesson_id)
      .where(isReserved)
      .executeTakeFirstOrThrow();
    await releaseSpots(work, lesson_id, Number(numUpdatedRows));
    if (numUpdatedRows > 0n) released.push(lesson_id);
  }
  return released;
}

/**
 * Reserves a spot in each of these lessons and records what the payment is for. The caller has
 * locked the lessons. Throws Guarded when a lesson has no spot left or has started.
 */
export async function reserveSpots(work: Work, payment: NewReservation): Promise<void> {
  for (const [position, lesson_id] of payment.lessonIds.entries()) {
    if (!(await reserveSpot(work, lesson_id))) throw new Guarded();
    await work.tx
      .insertInto('payment_lessons')
      .values({
        payment_id: payment.id,
        position,
        lesson_id,
        family_id: payment.familyId,
        student_id: payment.studentId,
        is_reserved: 1,
      })
      .execute();
  }
}

interface NewReservation {
  readonly id: string;
  readonly familyId: string;
  readonly studentId: string;
  readonly lessonIds: readonly string[];
}

/**
 * Releases the reservation of this student, so that the same transaction can take its spot. Does
 * nothing when there is none, or when it has expired: its spot goes to the waiting list first.
 * Locks the lesson until the commit.
 */
export async function useReservation(
  work: Work,
  {
    lessonId,
    familyId,
    studentId,
  }: { readonly lessonId: string; readonly familyId: string; readonly studentId: string },
): Promise<void> {
  if ((await lockLesson(work, lessonId)) === null) return;
  const { numUpdatedRows } = await work.tx
    .updateTable('payment_lessons')
    .set({ is_reserved: 0 })
    .where('lesson_id', '=', lessonId)
    .where('family_id', '=', familyId)
    .where('student_id', '=', studentId)
    .where(isReserved)
    .where('payment_id', 'in', (eb) =>
      eb
        .selectFrom('payments')
        .select('payments.id')
        .where('payments.family_id', '=', familyId)
        .where('reserved_until', '>', work.now),
    )
    .executeTakeFirstOrThrow();
  await releaseSpots(work, lessonId, Number(numUpdatedRows));
}

/**
 * Releases all reservations of a lesson that will not take place. The caller has already deleted it
 * and reset its spots.
 */
export async function forgetReservations({ tx }: Work, lessonId: string): Promise<void> {
  await tx
    .updateTable('payment_lessons')
    .set({ is_reserved: 0 })
    .where('lesson_id', '=', lessonId)
    .where(isReserved)
    .execute();
}
