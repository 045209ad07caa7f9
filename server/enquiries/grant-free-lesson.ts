// Grants the credit for the free first lesson, once for each family, and books the proposed lesson.
import { FREE_LESSON_REASON } from '../../domain/enquiries/free-lesson.ts';
import { refuseBooking, LESSON_CREDITS } from '../../domain/lessons/booking.ts';
import type { FreeLessonOutcome } from '../../domain/people/sign-up.ts';
import { chooseAttending } from '../booking/attending.ts';
import { bookingConfirmedEmail } from '../booking/booking-emails.ts';
import { readFreeLessonOffer } from '../booking/free-lesson.ts';
import { readBookable } from '../booking/lessons.ts';
import type { LockedLesson } from '../booking/locks.ts';
import { bookSpot } from '../booking/spots.ts';
import { changeCredits, type LockedFamily } from '../credits/ledger.ts';
import { OvertakenError, type Work, GuardError } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { type Grantee, readGrantMarks } from '../people/contact-marks.ts';
import { addMarks } from '../people/once-marks.ts';
import { readParents } from '../people/recipients.ts';
import { findLatestEnquiry } from './family-enquiries.ts';
import { recordGrant } from './unconfirmed-grants.ts';

/** The family that gets it. */
interface Beneficiary {
  family: LockedFamily;
  /** The student a proposed lesson is booked for. */
  studentId: string;
  grantee: Grantee;
}

/**
 * Grants the credit of the free lesson and stores the marks. Returns false, and changes nothing, if
 * the family or anybody with one of the marks has had it.
 */
export async function grantCredit(
  work: Work,
  family: LockedFamily,
  marks: string[],
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
 * Grants the credit and books the lesson. Before, the caller has released the lesson's expired
 * reservations and called completeMarks. If the lesson cannot be booked, the family keeps the
 * credit. Returns `none` if the family has already had its free lesson.
 */
export async function grantFreeLesson(
  work: Work,
  { family, studentId, grantee }: Beneficiary,
  lesson: LockedLesson | null,
): Promise<FreeLessonOutcome> {
  const { tx, now } = work;
  const familyId = family.id;
  const marks = await requireMarks(work, grantee);
  if (!(await grantCredit(work, family, marks))) return 'none';
  await recordGrant(work, familyId, { marks, confirmBy: null });
  if (lesson === null) return 'credit';
  const bookable = await readBookable(tx, { id: lesson.id, familyId, studentId, now });
  const mayBook =
    bookable !== null && refuseBooking(bookable, { credits: LESSON_CREDITS }, now) === null;
  if (!mayBook) return 'credit';
  const attending = await chooseAttending(tx, { familyId, ownStudent: null, studentId });
  try {
    await bookSpot(work, {
      lesson,
      family,
      attending,
      paidBy: 'credit',
      email: (booking, _, to) => bookingConfirmedEmail(booking, lesson, to, now),
    });
  } catch (error) {
    // The only spot belongs to a reservation that expired just now.
    throw error instanceof GuardError ? new OvertakenError() : error;
  }
  return 'booked';
}

/** What the tutor's own credit for a free first lesson is granted to: the owner of the account. */
export async function findGrantee(db: Db, familyId: string): Promise<Grantee> {
  const [owner] = await readParents(db, familyId);
  const enquiryId = await findLatestEnquiry(db, familyId);
  return { personId: owner?.person_id ?? null, enquiryId };
}

/**
 * Marks a family whose credit the tutor has given, so that it is recognised if it comes back. The
 * caller has completed the marks. Changes nothing if it is marked already.
 */
export async function markAsGranted(work: Work, familyId: string, grantee: Grantee): Promise<void> {
  const marks = await requireMarks(work, grantee);
  if (await addMarks(work, 'free_lesson', [...marks, familyId]))
    await recordGrant(work, familyId, { marks, confirmBy: null });
}

async function requireMarks({ tx }: Work, grantee: Grantee): Promise<string[]> {
  const marks = await readGrantMarks(tx, grantee);
  // A number was stored since the caller completed the marks.
  if (marks === null) throw new OvertakenError();
  return marks;
}
