// Makes a booking: takes a spot, inserts the row and charges a credit. The caller queues the
// emails.
import { CHOOSE_STUDENT } from '../../domain/booking.ts';
import { Refusal, refuseField } from '../../domain/errors.ts';
import { LESSON_CREDITS } from '../../domain/limits.ts';
import { chooseStudent } from '../../domain/student.ts';
import { readLessonRecipients } from '../families/recipients.ts';
import { changeCredits } from '../credits/ledger.ts';
import { type Work, together } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { each, type Param, prepare } from '../engine/prepared.ts';
import { newId, newToken } from '../ids.ts';
import { lookForSpot, takeSpot } from './spots.ts';
import type { LessonFacts } from './lessons.ts';
import type { LessonRecipient } from '../email/compose.ts';
import { useReservation } from './reservations.ts';
import { removeFromWaitingList } from './waiting-list.ts';

export interface TakenBooking {
  readonly id: string;
  /** The token of its join link. */
  readonly join_token: string;
  readonly lesson: LessonFacts;
  /** The recipients of its emails. */
  readonly recipients: readonly LessonRecipient[];
  readonly creditsRemaining: number;
}

interface NewBooking {
  readonly id: string;
  readonly lesson_id: string;
  readonly family_id: string;
  readonly student_id: string;
  readonly thread: string | null;
  readonly uid: string | null;
  readonly paid_entry: number | null;
  readonly join_token: string;
  readonly created_at: number;
}

const insertBooking = prepare((db, param: Param<NewBooking>) =>
  db.insertInto('bookings').values({
    ...each(param, [
      'id',
      'lesson_id',
      'family_id',
      'student_id',
      'thread',
      'uid',
      'paid_entry',
      'join_token',
      'created_at',
    ]),
    cancelled_at: null,
  }),
);

/**
 * Books one spot for one credit and removes the student from the waiting list. Returns null when
 * there is no spot or no credit. The caller must then roll back, because the transaction may have
 * taken one of the two. The caller must also roll back on a unique violation (the student is
 * already booked) and on anything that chooseAttending throws.
 */
export async function takeBooking(
  work: Work,
  { lessonId, thread = null, takenOver, ...whom }: SpotRequest,
): Promise<TakenBooking | null> {
  const { tx, now } = work;
  const { familyId } = whom;
  const id = newId();
  const join_token = newToken();
  // Refuse most late requests before anything is written.
  const [open, student_id] = await together([
    lookForSpot(work, { lessonId, familyId }),
    chooseAttending(tx, whom),
  ]);
  if (open === null) return null;
  if (open.reserved > 0) await useReservation(work, { lessonId, familyId, studentId: student_id });
  const [lesson, , balance, recipients] = await together([
    takeSpot(work, lessonId),
    insertBooking.run(tx, {
      id,
      lesson_id: lessonId,
      family_id: familyId,
      student_id,
      thread,
      uid: takenOver?.uid ?? null,
      paid_entry: takenOver?.paidEntry ?? null,
      join_token,
      created_at: now,
    }),
    changeCredits(work, { familyId, amount: -LESSON_CREDITS, kind: 'booking', bookingId: id }),
    // Read last: leaving locks the balance of the family, and removal locks the row of the student,
    // until they are gone.
    readLessonRecipients(tx, student_id),
  ]);
  if (recipients.length === 0) await chooseAttending(tx, whom);
  if (lesson === null || balance === null) return null;
  if (lesson.waiting > 0) await removeFromWaitingList(work, { lessonId, studentId: student_id });
  return { id, join_token, lesson, recipients, creditsRemaining: balance.credits };
}

interface SpotRequest extends Whom {
  readonly lessonId: string;
  /** The thread of its emails; null to start one. */
  readonly thread?: string | null;
  /** Taken over from the booking that it replaces. */
  readonly takenOver?: {
    readonly uid: string;
    /** The ledger entry that paid for it; null when the booking pays with its own entry. */
    readonly paidEntry: number | null;
  };
}

/** The student to book for, as far as the request says. */
export interface Whom {
  readonly familyId: string;
  /** The student who is signed in and can only book for themselves; null for a parent. */
  readonly ownStudent: string | null;
  /** The requested student, if any. */
  readonly studentId: string | undefined;
}

const studentsOf = prepare((db, param: Param<{ familyId: string }>) =>
  db
    .selectFrom('students')
    .select('id')
    .where('family_id', '=', param('familyId'))
    .where('removed_at', 'is', null),
);

/**
 * Chooses the student who attends. Throws validation_failed when that is unclear, unauthenticated
 * for a family that has left.
 */
export async function chooseAttending(
  db: Db,
  { familyId, ownStudent, studentId }: Whom,
): Promise<string> {
  const students = await studentsOf.all(db, { familyId });
  if (students.length === 0) throw new Refusal('unauthenticated');
  const choice = ownStudent === null ? students : students.filter(({ id }) => id === ownStudent);
  const chosen = chooseStudent(choice, studentId);
  if (chosen === null) throw refuseField('Student_ID', 'validation_failed', CHOOSE_STUDENT);
  return chosen.id;
}
