// Grants the credit for the free first lesson, once for each family, and books the proposed lesson.
import { FREE_LESSON_REASON } from '../../domain/enquiries/free-lesson.ts';
import type { FreeLessonOutcome } from '../../domain/families/sign-up.ts';
import { refuseBooking } from '../../domain/lessons/booking.ts';
import { LESSON_CREDITS } from '../../domain/limits.ts';
import { changeCredits, type LockedFamily } from '../credits/ledger.ts';
import { OvertakenError, type Work } from '../engine/context.ts';
import { chooseAttending } from '../lessons/attending.ts';
import { confirmation } from '../lessons/bookings/confirm.ts';
import { book } from '../lessons/bookings/spots.ts';
import { readBookable } from '../lessons/lessons.ts';
import type { LockedLesson } from '../locks/locked-lesson.ts';
import { readFreeLessonOffer } from './free-lesson-state.ts';
import { addMarks } from './once-marks.ts';

/** The family that gets it. */
interface Beneficiary {
  readonly family: LockedFamily;
  /** The student a proposed lesson is booked for. */
  readonly studentId: string;
  /** Fingerprints that identify the family again; see enquiries/once-marks.ts. */
  readonly marks: readonly string[];
}

/**
 * Grants the credit of the free lesson and stores the marks. Returns false, and changes nothing, if
 * the family or anybody with one of the marks has had it.
 */
export async function grantCredit(
  work: Work,
  family: LockedFamily,
  marks: readonly string[],
): Promise<boolean> {
  const familyId = family.id;
  // The lock keeps both true until the commit.
  const isPast = (await readFreeLessonOffer(work.tx, familyId)).state === 'had';
  if (isPast || !(await addMarks(work, 'free_lesson', [...marks, familyId]))) return false;
  const balance = await changeCredits(work, {
    familyId,
    amount: LESSON_CREDITS,
    kind: 'adjustment',
    reason: FREE_LESSON_REASON,
  });
  if (balance === null) throw new Error(`the balance of family ${familyId} is gone`);
  return true;
}

/**
 * Grants the credit and books the lesson, whose expired reservations the caller has released. If
 * the lesson cannot be booked, the family keeps the credit; `none` if the family has already had
 * its free lesson.
 */
export async function grantFreeLesson(
  work: Work,
  { family, studentId, marks }: Beneficiary,
  lesson: LockedLesson | null,
): Promise<FreeLessonOutcome> {
  const { tx, now } = work;
  const familyId = family.id;
  if (!(await grantCredit(work, family, marks))) return 'none';
  if (lesson === null) return 'credit';
  const bookable = await readBookable(tx, { id: lesson.id, familyId, studentId, now });
  const mayBook =
    bookable !== null && refuseBooking(bookable, { credits: LESSON_CREDITS }, now) === null;
  if (!mayBook) return 'credit';
  const attending = await chooseAttending(tx, { familyId, ownStudent: null, studentId });
  const made = await book(work, { lesson, family, attending, email: confirmation(work) });
  if (made === null) throw new OvertakenError();
  return 'booked';
}
