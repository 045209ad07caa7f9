// Places that are kept free while a family pays for them. Each counts as taken; a hold is never a booking. Rows are held in the
// order purchase, lessons by id, families.
import { HOLD_MINUTES } from '../../domain/limits.ts';
import type { Work } from '../db/context.ts';
import type { Db } from '../db/database.ts';
import { Guarded } from '../db/guarded.ts';
import { isHeld } from '../lessons/held-store.ts';
import { holdLesson, keepSpot, releaseSpots } from '../lessons/spot-store.ts';

/** Until when the places of a checkout that begins at `now` are kept. Both are epoch milliseconds. */
export const heldUntil = (now: number) => now + HOLD_MINUTES.kept * 60_000;

/** The lessons of which a family has places kept, for whoever is about to hold them. */
export async function listHeldLessons(db: Db, familyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('purchase_lessons')
    .select('lesson_id')
    .where('family_id', '=', familyId)
    .where(isHeld)
    .execute();
  return rows.map(({ lesson_id }) => lesson_id);
}

interface Hold {
  readonly id: string;
  readonly session_id: string | null;
}

/**
 * Ends the family's hold, whose purchase is held then, but for its places: `releasePlaces` follows. Null when there is none. The
 * caller holds nothing yet.
 */
export async function endHold({ tx, now }: Work, familyId: string): Promise<Hold | null> {
  for (;;) {
    const ended = await tx
      .updateTable('purchases')
      .set({ held_until: null, updated_at: now })
      .where('family_id', '=', familyId)
      .where('held_until', 'is not', null)
      .returning(['id', 'session_id'])
      .executeTakeFirst();
    if (ended !== undefined) return ended;
    // Another may have replaced the one that this has waited for.
    if (!(await hasHold(tx, familyId))) return null;
  }
}

/** Whether a purchase keeps places for the family, lapsed ones among them. */
export async function hasHold(db: Db, familyId: string): Promise<boolean> {
  const hold = await db
    .selectFrom('purchases')
    .select('id')
    .where('family_id', '=', familyId)
    .where('held_until', 'is not', null)
    .executeTakeFirst();
  return hold !== undefined;
}

/**
 * Lets go the places that a purchase keeps, and holds their lessons. Returns these, whose lines are the caller's to serve. The
 * caller holds the purchase.
 */
export async function releasePlaces(work: Work, purchaseId: string): Promise<string[]> {
  const released: string[] = [];
  const kept = await work.tx
    .selectFrom('purchase_lessons')
    .select('lesson_id')
    .where('purchase_id', '=', purchaseId)
    .where(isHeld)
    .orderBy('lesson_id')
    .execute();
  for (const { lesson_id } of kept) {
    // A lesson that was deleted has let them go.
    if ((await holdLesson(work, lesson_id)) === null) continue;
    const { numUpdatedRows } = await work.tx
      .updateTable('purchase_lessons')
      .set({ is_held: 0 })
      .where('purchase_id', '=', purchaseId)
      .where('lesson_id', '=', lesson_id)
      .where(isHeld)
      .executeTakeFirstOrThrow();
    await releaseSpots(work, lesson_id, Number(numUpdatedRows));
    if (numUpdatedRows > 0n) released.push(lesson_id);
  }
  return released;
}

/**
 * Keeps a place in each of these lessons, which the caller holds, and writes down what the purchase is for. Throws Guarded where
 * there is no place, or a lesson has started.
 */
export async function keepPlaces(work: Work, purchase: NewHold): Promise<void> {
  for (const [place, lesson_id] of purchase.lessonIds.entries()) {
    if (!(await keepSpot(work, lesson_id))) throw new Guarded();
    await work.tx
      .insertInto('purchase_lessons')
      .values({
        purchase_id: purchase.id,
        place,
        lesson_id,
        family_id: purchase.familyId,
        student_id: purchase.studentId,
        is_held: 1,
      })
      .execute();
  }
}

interface NewHold {
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
export async function usePlace(
  work: Work,
  {
    lessonId,
    familyId,
    studentId,
  }: { readonly lessonId: string; readonly familyId: string; readonly studentId: string },
): Promise<void> {
  if ((await holdLesson(work, lessonId)) === null) return;
  const { numUpdatedRows } = await work.tx
    .updateTable('purchase_lessons')
    .set({ is_held: 0 })
    .where('lesson_id', '=', lessonId)
    .where('family_id', '=', familyId)
    .where('student_id', '=', studentId)
    .where(isHeld)
    .where('purchase_id', 'in', (eb) =>
      eb
        .selectFrom('purchases')
        .select('purchases.id')
        .where('purchases.family_id', '=', familyId)
        .where('held_until', '>', work.now),
    )
    .executeTakeFirstOrThrow();
  await releaseSpots(work, lessonId, Number(numUpdatedRows));
}

/** A lesson that will not take place keeps no places. The caller has deleted it, with all its spots. */
export async function forgetPlaces({ tx }: Work, lessonId: string): Promise<void> {
  await tx
    .updateTable('purchase_lessons')
    .set({ is_held: 0 })
    .where('lesson_id', '=', lessonId)
    .where(isHeld)
    .execute();
}
