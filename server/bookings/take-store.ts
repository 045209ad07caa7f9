// How a booking comes to be, whoever makes it: a spot, the row, a credit. The words about it are the caller's.
import { Refusal } from '../../domain/errors.ts';
import { LESSON_CREDITS } from '../../domain/limits.ts';
import { readRecipient } from '../accounts/recipient-store.ts';
import { changeCredits } from '../credits/store.ts';
import { type Work, together } from '../db/context.ts';
import type { Db } from '../db/database.ts';
import { each, type Param, prepare } from '../db/prepared.ts';
import { newId } from '../ids.ts';
import { hasSpot, takeSpot } from '../lessons/spot-store.ts';
import type { LessonFacts } from '../lessons/store.ts';
import type { BookedFamily } from '../mail/compose.ts';

interface TakenBooking {
  readonly id: string;
  readonly lesson: LessonFacts;
  readonly family: BookedFamily;
  readonly creditsRemaining: number;
}

interface NewBooking {
  readonly id: string;
  readonly lesson_id: string;
  readonly family_id: string;
  readonly student_id: string;
  readonly created_at: number;
}

const entering = prepare((db, param: Param<NewBooking>) =>
  db.insertInto('bookings').values({
    ...each(param, ['id', 'lesson_id', 'family_id', 'student_id', 'created_at']),
    cancelled_at: null,
  }),
);

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
  // Most of those who come too late are turned away before they write anything.
  const [isOpen, student_id] = await together([hasSpot(work, lessonId), requireStudent(tx, familyId)]);
  if (!isOpen) return null;
  const [lesson, , balance, family] = await together([
    takeSpot(work, lessonId),
    entering.run(tx, { id, lesson_id: lessonId, family_id: familyId, student_id, created_at: now }),
    changeCredits(work, { familyId, amount: -LESSON_CREDITS, kind: 'booking', bookingId: id }),
    // Last: a family that leaves holds its balance until it is gone.
    readRecipient(tx, familyId),
  ]);
  if (family === null) throw new Refusal('unauthenticated');
  if (lesson === null || balance === null) return null;
  return { id, lesson, family, creditsRemaining: balance.credits };
}

const attending = prepare((db, param: Param<{ familyId: string }>) =>
  db
    .selectFrom('students')
    .select('id')
    .where('family_id', '=', param('familyId'))
    .where('removed_at', 'is', null),
);

/** The student whom a family books for. */
async function requireStudent(db: Db, familyId: string): Promise<string> {
  const student = await attending.first(db, { familyId });
  if (student === undefined) throw new Refusal('unauthenticated');
  return student.id;
}
