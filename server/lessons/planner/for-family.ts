// Bookings that the tutor makes, moves and cancels for a family. Rules, locks and ledger are those
// of the family's own calls; only the notice period differs.
import { type ErrorCode, Refusal } from '../../../domain/errors.ts';
import type { Booking } from '../../../domain/lessons/booking.ts';
import type { DayLesson, WithClashes } from '../../../domain/lessons/student-day.ts';
import {
  refuseTutorBooking,
  type TutorBooking,
  tutorBooksAfter,
  type TutorCancellation,
  type TutorMove,
  TUTOR_BOOKS_DAYS,
} from '../../../domain/lessons/tutor-booking.ts';
import type { ReturnedCredit } from '../../../domain/payments/credits.ts';
import { formatDate, shortTime } from '../../../domain/time.ts';
import { type NewActivity, recordActivity } from '../../activity/activities.ts';
import { readActingAdmin } from '../../auth/admins.ts';
import { instantsOf } from '../../base/windows.ts';
import { type LessonFacts, readBookable } from '../../booking/lessons.ts';
import { familyOf, requireLesson, withLocks } from '../../booking/locks.ts';
import { releaseExpired } from '../../booking/reservations.ts';
import { earlierStart, lessonRefusal } from '../../booking/slips.ts';
import { bookSpot, clashesOfBookings, toBooking } from '../../booking/spots.ts';
import { readStudentDay } from '../../booking/student-days.ts';
import { readBalance } from '../../credits/ledger.ts';
import { type Context, type Work, GuardError, runGuarded } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import { answerOnce, NEW_REQUEST, type RequestKey } from '../../engine/idempotency.ts';
import { readLessonRecipients } from '../../people/recipients.ts';
import type { AdminActor } from '../../sessions/sessions.ts';
import { cancelOne } from '../bookings/cancel.ts';
import { type ActiveBooking, requireActive } from '../bookings/find-booking.ts';
import { moveOne, throwMoveRefusal } from '../bookings/move.ts';
import {
  bookedByTutorEmail,
  cancelledByTutorEmail,
  movedByTutorEmail,
} from './tutor-booking-emails.ts';

/** The refusals in words for the tutor, where those of the catalogue address a family. */
const WORDS: Partial<Record<ErrorCode, string>> = {
  lesson_started: `This lesson started more than ${TUTOR_BOOKS_DAYS} days ago.`,
  already_booked: 'The student is already booked into this lesson.',
  insufficient_credits: 'The family has no credit left. Book without a credit, or give it one.',
  lesson_full: 'This lesson is full. Raise its number of students first.',
};
const STARTED = 'The lesson has started. Please mark the student absent instead.';

const refusal = (code: ErrorCode): Refusal => {
  const message = WORDS[code];
  return new Refusal(code, message === undefined ? {} : { message });
};

/** The family of a student; null if they are unknown or were removed. */
async function findFamily(db: Db, studentId: string): Promise<string | null> {
  const student = await db
    .selectFrom('students')
    .select('family_id')
    .where('id', '=', studentId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return student?.family_id ?? null;
}

/**
 * The lessons that are booked or reserved for a student on a UK date. Throws student_not_found.
 */
export async function listStudentDay(
  db: Db,
  { studentId, date, now }: { studentId: string; date: string; now: number },
): Promise<DayLesson[]> {
  const familyId = await findFamily(db, studentId);
  if (familyId === null) throw refusal('student_not_found');
  const { from, until } = instantsOf({ from: date, to: date });
  return readStudentDay(db, { familyId, studentId, after: from - 1, before: until, now });
}

/**
 * Books a student, for one of the family's credits or without any. Throws the first refusal in the
 * order of refuseTutorBooking, after lesson_not_found and student_not_found.
 */
export async function bookForFamily(
  context: Context<AdminActor>,
  lessonId: string,
  { Student_ID: studentId, credit }: TutorBooking,
  requestKey: RequestKey = NEW_REQUEST,
): Promise<{ booking: Booking; creditsRemaining: number } & WithClashes> {
  const act = async (work: Work<AdminActor>) => {
    const { tx, now } = work;
    const familyId = await findFamily(tx, studentId);
    if (familyId === null) throw new GuardError();
    const by = await readActingAdmin(work);
    const request = {
      lessons: [lessonId],
      families: [familyId],
      readUnderLocks: () => readLessonRecipients(tx, studentId),
    };
    return withLocks(work, request, async (locks) => {
      const lesson = requireLesson(locks, lessonId);
      const recipients = locks.underLocks;
      // None are left once the student has been removed.
      if (recipients.length === 0) throw new GuardError();
      const made = await bookSpot(work, {
        lesson,
        family: familyOf(locks, familyId),
        attending: { studentId, recipients },
        paidBy: credit === 'free' ? 'gift' : 'credit',
        startsAfter: tutorBooksAfter(now),
        passesList: true,
        email: (opened, _, to) => bookedByTutorEmail(opened, lesson, to, { by, credit, now }),
      });
      const paid = credit === 'take' ? [] : ['without a credit'];
      await record(work, 'booking_added', { familyId, studentId, lesson }, paid);
      return {
        booking: toBooking(made, work),
        creditsRemaining: made.creditsRemaining,
        ...clashesOfBookings([made]),
      };
    });
  };
  return runGuarded(
    context,
    (work) => answerOnce(work, requestKey, () => act(work)),
    () => explainBooking(context, { lessonId, studentId, credit }),
  );
}

/** Throws the reason why the student cannot be booked; returns if there is none any more. */
async function explainBooking(
  context: Context,
  {
    lessonId,
    studentId,
    credit,
  }: { lessonId: string; studentId: string; credit: TutorBooking['credit'] },
): Promise<void> {
  const { now } = context;
  const { db } = context.database;
  await releaseExpired(context, [lessonId]);
  const familyId = await findFamily(db, studentId);
  const request = { id: lessonId, familyId: familyId ?? '', studentId, now };
  const lesson = await readBookable(db, request);
  if (lesson === null) throw refusal('lesson_not_found');
  if (familyId === null) throw refusal('student_not_found');
  const credits = credit === 'take' ? await readBalance(db, familyId) : null;
  const bookable = { ...lesson, availableSpots: lesson.stored.openSpots };
  const code = refuseTutorBooking(bookable, { credits }, now);
  if (code !== null)
    throw lessonRefusal(code, { now, lesson: lesson.stored, message: WORDS[code] });
}

/** What the activity log says about the credit of a cancelled booking. */
const creditWords: Readonly<Record<ReturnedCredit, string>> = {
  'to the family': 'credit returned',
  'towards a refund': 'credit returned',
  'returned before': 'credit returned before',
  'took none': 'without a credit',
  'stays spent': 'credit not returned',
};

/**
 * Cancels a booking until its lesson starts, without a notice period. Throws booking_not_found or
 * lesson_started.
 */
export async function cancelForFamily(
  context: Context<AdminActor>,
  bookingId: string,
  { refund, message }: TutorCancellation,
  requestKey: RequestKey = NEW_REQUEST,
): Promise<{ creditsRemaining: number }> {
  const act = async (work: Work<AdminActor>) => {
    const { tx, now } = work;
    const booking = await requireActive(tx, bookingId);
    const { family_id: familyId, student_id: studentId } = booking;
    const by = await readActingAdmin(work);
    const { lesson, credit } = await cancelOne(work, booking, {
      noticeMinutes: 0,
      returnsCredit: refund,
      email: (of, to, credited) =>
        cancelledByTutorEmail(booking, of, to, { by, message, credit: credited, now }),
    });
    const what = { familyId, studentId, lesson };
    await record(work, 'booking_cancelled', what, [creditWords[credit]]);
    return { creditsRemaining: await readBalance(tx, familyId) };
  };
  return runGuarded(
    context,
    (work) => answerOnce(work, requestKey, () => act(work)),
    async () => requireAhead(await requireActive(context.database.db, bookingId), context.now),
  );
}

/**
 * Moves a booking until its lesson starts, without a notice period, and with its credit if it took
 * one. Throws booking_not_found, lesson_started, or the refusals of the family's own move.
 */
export async function moveForFamily(
  context: Context<AdminActor>,
  bookingId: string,
  { Lesson_ID: lessonId, message }: TutorMove,
  requestKey: RequestKey = NEW_REQUEST,
): Promise<{ booking: Booking } & WithClashes> {
  const act = async (work: Work<AdminActor>) => {
    const { tx, now } = work;
    const booking = await requireActive(tx, bookingId);
    const by = await readActingAdmin(work);
    const made = await moveOne(work, booking, {
      lessonId,
      noticeMinutes: 0,
      passesList: true,
      email: (moved, lessons, to) => movedByTutorEmail(moved, lessons, to, { by, message, now }),
    });
    const { family_id: familyId, student_id: studentId } = booking;
    const { lesson, before } = made;
    await record(work, 'booking_moved', { familyId, studentId, lesson }, [
      `from ${before.name}`,
      startOf(before),
    ]);
    return { booking: toBooking(made, work), ...clashesOfBookings([made]) };
  };
  return runGuarded(
    context,
    (work) => answerOnce(work, requestKey, () => act(work)),
    async () => {
      const booking = await requireActive(context.database.db, bookingId);
      requireAhead(booking, context.now);
      await throwMoveRefusal(context, booking, lessonId);
    },
  );
}

/** Throws lesson_started. */
function requireAhead(booking: ActiveBooking, now: number): void {
  if (earlierStart(booking) <= now)
    throw lessonRefusal('lesson_started', { now, lesson: booking, message: STARTED });
}

const startOf = ({ date, time }: LessonFacts) => `${formatDate(date, 'short')}, ${shortTime(time)}`;

async function record(
  work: Work<AdminActor>,
  kind: NewActivity['kind'],
  { familyId, studentId, lesson }: { familyId: string; studentId: string; lesson: LessonFacts },
  details: string[],
): Promise<void> {
  await recordActivity(work, {
    adminId: work.actor.id,
    kind,
    familyId,
    studentId,
    lessonId: lesson.id,
    detail: [startOf(lesson), ...details].join(', '),
  });
}
