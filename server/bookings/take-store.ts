// How a booking comes to be, whoever makes it: a spot, the row, a credit. The words about it are the caller's.
import { Refusal } from '../../domain/errors.ts';
import { LESSON_CREDITS } from '../../domain/limits.ts';
import { changeCredits } from '../credits/store.ts';
import type { Work } from '../db/context.ts';
import type { Db } from '../db/database.ts';
import { newId } from '../ids.ts';
import { takeSpot } from '../lessons/spot-store.ts';
import type { LessonFacts } from '../lessons/store.ts';

interface TakenBooking {
  readonly id: string;
  readonly lesson: LessonFacts;
  readonly creditsRemaining: number;
}

/**
 * Books one spot for one credit. Null when there is no spot, or no credit: the transaction, which may have taken the one
 * without the other, then has to be undone. So it has when this throws a unique violation, for a second booking of the
 * student, or unauthenticated, for a family that has left.
 */
export async function takeBooking(
  work: Work,
  { lessonId, familyId }: { readonly lessonId: string; readonly familyId: string },
): Promise<TakenBooking | null> {
  const { tx, now } = work;
  const id = newId();
  const lesson = await takeSpot(work, lessonId);
  if (lesson === null) return null;
  await tx
    .insertInto('bookings')
    .values({
      id,
      lesson_id: lessonId,
      family_id: familyId,
      student_id: await requireStudent(tx, familyId),
      created_at: now,
      cancelled_at: null,
    })
    .execute();
  const balance = await changeCredits(work, {
    familyId,
    amount: -LESSON_CREDITS,
    kind: 'booking',
    bookingId: id,
  });
  return balance === null ? null : { id, lesson, creditsRemaining: balance.credits };
}

/** The student whom a family books for. */
async function requireStudent(db: Db, familyId: string): Promise<string> {
  const student = await db
    .selectFrom('students')
    .select('id')
    .where('family_id', '=', familyId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (student === undefined) throw new Refusal('unauthenticated');
  return student.id;
}
