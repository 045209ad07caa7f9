// The credit for the free first lesson, once for each family, and the lesson that was proposed with
// it.
import { refuseBooking } from '../../domain/booking.ts';
import {
  FREE_LESSON_REASON,
  type FreeLessonOutcome,
  type FreeLessonState,
} from '../../domain/free-lesson.ts';
import { LESSON_CREDITS } from '../../domain/limits.ts';
import { confirmBooking } from '../lessons/book.ts';
import { takeBooking } from '../lessons/make-booking.ts';
import { changeCredits, lockBalance } from '../credits/ledger.ts';
import { Overtaken, type Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import { addMarks } from './once-marks.ts';
import { readBookable } from '../lessons/lessons.ts';

/** Who gets it. */
export interface Beneficiary {
  readonly familyId: string;
  /** Whom a proposed lesson is booked for. */
  readonly studentId: string;
  /** By which the family is known again; see enquiries/marks-store.ts. */
  readonly marks: readonly string[];
}

const stateQuery = prepare((db, param: Param<{ familyId: string }>) =>
  db
    .selectFrom('balances')
    .select((eb) => [
      'last_entry',
      eb
        .exists(
          eb
            .selectFrom('once_marks')
            .select('mark')
            .where('kind', '=', 'free_lesson')
            .whereRef('mark', '=', 'balances.family_id'),
        )
        .as('is_known'),
      eb
        .exists(
          eb
            .selectFrom('enquiries')
            .select('id')
            .whereRef('enquiries.family_id', '=', 'balances.family_id'),
        )
        .as('has_asked'),
    ])
    .where('family_id', '=', param('familyId')),
);

/**
 * What a family has of its free lesson; any entry in its ledger means that it has come further than
 * that.
 */
export async function readFreeLesson(db: Db, familyId: string): Promise<FreeLessonState> {
  const row = await stateQuery.first(db, { familyId });
  if (row === undefined || row.last_entry !== null || Boolean(row.is_known)) return 'had';
  return row.has_asked ? 'asked' : 'available';
}

/**
 * Grants the credit and books the lesson, which the caller holds and whose lapsed places it has had
 * settled. A lesson that cannot be booked leaves the credit; `none` where the family has had its
 * free lesson.
 */
export async function grantFreeLesson(
  work: Work,
  { familyId, studentId, marks }: Beneficiary,
  lessonId: string | null,
): Promise<FreeLessonOutcome> {
  const { last_entry } = await lockBalance(work.tx, familyId);
  if (last_entry !== null || !(await addMarks(work, 'free_lesson', [...marks, familyId])))
    return 'none';
  const balance = await changeCredits(work, {
    familyId,
    amount: LESSON_CREDITS,
    kind: 'adjustment',
    reason: FREE_LESSON_REASON,
  });
  if (balance === null) throw new Error(`the balance of family ${familyId} is gone`);
  if (lessonId === null || !(await isOpen(work, { lessonId, familyId, studentId })))
    return 'credit';
  const taken = await takeBooking(work, { lessonId, familyId, ownStudent: null, studentId });
  if (taken === null) throw new Overtaken();
  await confirmBooking(work, taken);
  return 'booked';
}

/** Whether the rules let the student into the lesson with the credit just granted. */
async function isOpen(
  { tx, now }: Work,
  {
    lessonId,
    ...viewer
  }: { readonly lessonId: string; readonly familyId: string; readonly studentId: string },
): Promise<boolean> {
  const lesson = await readBookable(tx, { id: lessonId, ...viewer, now });
  return lesson !== null && refuseBooking(lesson, { Credits: LESSON_CREDITS }, now) === null;
}
