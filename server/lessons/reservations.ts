// Places that are kept free while a family pays for them. Each counts as taken; a hold is never a
// booking. Rows are held in the order purchase, lessons by id, families.
import { RESERVATION_MINUTES } from '../../domain/limits.ts';
import type { Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { Guarded } from '../engine/guarded.ts';
import { isReserved } from './reservation-lookup.ts';
import { lockLesson, reserveSpot, releaseSpots } from './spots.ts';

/**
 * Until when the places of a checkout that begins at `now` are kept. Both are epoch milliseconds.
 */
export const reservedUntil = (now: number) => now + RESERVATION_MINUTES.kept * 60_000;

/** The lessons of which a family has places kept, for whoever is about to hold them. */
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
 * Ends the family's hold, whose purchase is held then, but for its places: `releaseReservedSpots`
 * follows. Null when there is none. The caller holds nothing yet.
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
    // Another may have replaced the one that this has waited for.
    if (!(await hasReservation(tx, familyId))) return null;
  }
}

/** Whether a purchase keeps places for the family, lapsed ones among them. */
export async function hasReservation(db: Db, familyId: string): Promise<boolean> {
  const hold = await db
    .selectFrom('payments')
    .select('id')
    .where('family_id', '=', familyId)
    .where('reserved_until', 'is not', null)
    .executeTakeFirst();
  return hold !== undefined;
}

/**
 * Lets go the places that a purchase keeps, and holds their lessons. Returns these, whose lines are
 * the caller's to serve. The caller holds the purchase.
 */
export async function releaseReservedSpots(work: Work, paymentId: string): Promise<string[]> {
  const released: string[] = [];
  const kept = await work.tx
    .selectFrom('payment_lessons')
    .select('lesson_id')
    .where('payment_id', '=', paymentId)
    .where(isReserved)
    .orderBy('lesson_id')
    .execute();
  for (const { lesson_id } of kept) {
    // A lesson that was deleted has let them go.
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
 * Keeps a place in each of these lessons, which the caller holds, and writes down what the purchase
 * is for. Throws Guarded where there is no place, or a lesson has started.
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
 * Releases the reservation of this student, for the same transaction to take its spot. Does nothing
 * where there is none, or one that has expired: its spot goes to the waiting list first. The lesson
 * is held until the commit.
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
 * A lesson that will not take place keeps no places. The caller has deleted it, with all its spots.
 */
export async function forgetReservations({ tx }: Work, lessonId: string): Promise<void> {
  await tx
    .updateTable('payment_lessons')
    .set({ is_reserved: 0 })
    .where('lesson_id', '=', lessonId)
    .where(isReserved)
    .execute();
}
