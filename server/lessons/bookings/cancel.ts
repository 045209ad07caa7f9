// Cancels bookings: by their family, with their lesson, or because their student or family leaves.
import { CANCEL_AFTER_START, Refusal } from '../../../domain/errors.ts';
import { refuseCancellation, CANCEL_NOTICE_MINUTES } from '../../../domain/lessons/booking.ts';
import type { ReturnedCredit } from '../../../domain/payments/credits.ts';
import { toIso } from '../../../domain/time.ts';
import { readActingAdmin } from '../../auth/admins.ts';
import { activeBookings, listBookingRecipients } from '../../booking/active-bookings.ts';
import type { BookingActor } from '../../booking/attending.ts';
import { bookingCancelledEmail, lessonCancelledEmail } from '../../booking/booking-emails.ts';
import { changeSpots } from '../../booking/change-spots.ts';
import { type LockedLesson, familyOf, type Locks, requireLesson } from '../../booking/locks.ts';
import type { OwnLessons } from '../../booking/own-lessons.ts';
import { earlierStart, type LessonStarts, lessonRefusal } from '../../booking/slips.ts';
import { cancel, cancelQuery } from '../../booking/spots.ts';
import { readBalance } from '../../credits/ledger.ts';
import { type EndedBooking, returnCredit } from '../../credits/return-credit.ts';
import type { LessonRecipient } from '../../email/compose.ts';
import { type Email, queueEmail } from '../../email/queue.ts';
import {
  type Context,
  OvertakenError,
  type Work,
  GuardError,
  runGuarded,
} from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import { answerOnce, NEW_REQUEST, type RequestKey } from '../../engine/idempotency.ts';
import { readLessonRecipients } from '../../people/recipients.ts';
import type { AdminActor } from '../../sessions/sessions.ts';
import { type ActiveBooking, requireOwn } from './find-booking.ts';

/**
 * Throws lesson_started, by both starts of a lesson that was just moved, or too_late_to_cancel, by
 * the start that families see.
 */
export function requireCancellable(lesson: LessonStarts, now: number): void {
  const reason = refuseCancellation({ starts_at: toIso(lesson.starts_at) }, now);
  const isTooLate = reason !== null && reason !== 'lesson_started';
  if (isTooLate) throw new Refusal(reason);
  if (reason !== null || earlierStart(lesson) <= now)
    throw lessonRefusal('lesson_started', { now, lesson, message: CANCEL_AFTER_START });
}

/** Cancels a booking. Throws GuardError if it has ended or it is too late. */
export async function cancelInTime(
  work: Work,
  lesson: LockedLesson,
  bookingId: string,
  noticeMinutes: number,
): Promise<EndedBooking> {
  const ended = await cancel(work, lesson, { bookingId, noticeMinutes });
  if (typeof ended === 'string') throw new GuardError();
  return ended;
}

/** How one booking is cancelled. */
export interface Cancellation {
  readonly noticeMinutes: number;
  /** Whether its credit is returned. */
  readonly returnsCredit: boolean;
  /** The email to queue for each recipient. */
  readonly email: (lesson: LockedLesson, to: LessonRecipient, credit: ReturnedCredit) => Email;
}

/**
 * Takes the locks, cancels one booking and offers its spot to the waiting list. Says where the
 * credit went. Throws GuardError if the booking has ended or it is too late.
 */
export function cancelOne(
  work: Work,
  { id, lesson_id, family_id, student_id }: ActiveBooking,
  { noticeMinutes, returnsCredit, email }: Cancellation,
): Promise<{ readonly lesson: LockedLesson; readonly credit: ReturnedCredit }> {
  const request = {
    lessons: [lesson_id],
    frees: () => 1,
    families: [family_id],
    readUnderLocks: () => readLessonRecipients(work.tx, student_id),
  };
  return changeSpots(work, request, async (locks) => {
    const lesson = requireLesson(locks, lesson_id);
    const ended = await cancelInTime(work, lesson, id, noticeMinutes);
    // With nothing charged, `returnCredit` moves nothing and says why.
    const credit =
      returnsCredit || ended.charged === 0
        ? await returnCredit(work, familyOf(locks, family_id), ended, { kind: 'refund' })
        : 'stays spent';
    for (const to of locks.underLocks) await queueEmail(work, email(lesson, to, credit));
    return { lesson, credit };
  });
}

/**
 * Cancels a booking of the caller's family, returns its credit unless it was returned before, and
 * offers the spot to the waiting list. Throws booking_not_found, lesson_started or
 * too_late_to_cancel.
 */
export async function cancelBooking(
  context: Context<BookingActor>,
  bookingId: string,
  requestKey: RequestKey = NEW_REQUEST,
): Promise<{ creditsRemaining: number | null }> {
  const { actor } = context;
  const { familyId, student } = actor;
  const act = async (work: Work) => {
    const { tx, now } = work;
    const booking = await requireOwn(tx, actor, bookingId);
    await cancelOne(work, booking, {
      noticeMinutes: CANCEL_NOTICE_MINUTES,
      returnsCredit: true,
      email: (lesson, to, credit) => bookingCancelledEmail(booking, lesson, to, credit, now),
    });
    // Read after the promotion, which may have charged the family for a sibling.
    return { creditsRemaining: student === null ? await readBalance(tx, familyId) : null };
  };
  return runGuarded(
    context,
    (work) => answerOnce(work, requestKey, () => act(work)),
    async () => {
      requireCancellable(await requireOwn(context.database.db, actor, bookingId), context.now);
    },
  );
}

/**
 * Cancels every active booking of a lesson that was just deleted, returns the credits and emails
 * the families, all of which are locked.
 */
export async function cancelBookingsOfLesson(
  work: Work<AdminActor>,
  locks: Locks,
  lesson: LockedLesson,
) {
  const acting = { by: await readActingAdmin(work), now: work.now };
  const recipients = await listBookingRecipients(work.tx, lesson.id);
  const ended = await cancelQuery(work).where('lesson_id', '=', lesson.id).execute();
  const credits = await returnCredits(work, locks, ended);
  for (const to of recipients) {
    const credit = credits.get(to.bookingId);
    if (credit !== undefined)
      await queueEmail(
        work,
        lessonCancelledEmail({ ...to, id: to.bookingId }, lesson, to, { ...acting, credit }),
      );
  }
}

/** The families with active bookings of a lesson. */
export async function listBookedFamilyIds(db: Db, lessonId: string): Promise<string[]> {
  const rows = await activeBookings(db)
    .select('family_id')
    .where('lesson_id', '=', lessonId)
    .execute();
  return rows.map(({ family_id }) => family_id);
}

/** The active bookings of removed students, which stay while their lesson has started. */
export function listBookingsOfRemovedStudents(
  db: Db,
  lessonId: string,
): Promise<{ id: string; family_id: string }[]> {
  return activeBookings(db)
    .innerJoin('students', 'students.id', 'bookings.student_id')
    .select(['bookings.id as id', 'bookings.family_id as family_id'])
    .where('lesson_id', '=', lessonId)
    .where('removed_at', 'is not', null)
    .execute();
}

/** Cancels these bookings of a lesson that is ahead, and returns the credits. */
export async function cancelBookings(
  work: Work,
  locks: Locks,
  lesson: LockedLesson,
  bookings: { id: string }[],
): Promise<void> {
  const ended: EndedBooking[] = [];
  for (const { id } of bookings) ended.push(...(await cancelAhead(work, lesson, id)));
  await returnCredits(work, locks, ended);
}

/**
 * Cancels all future bookings of a family that is leaving, without a notice period, and returns
 * their credits. The family must have left its own waiting lists.
 */
export async function cancelBookingsOfFamily(
  work: Work,
  { family, lessons }: OwnLessons,
): Promise<void> {
  const bookings = await activeBookings(work.tx)
    .select(['bookings.id as id', 'lesson_id'])
    .where('family_id', '=', family.id)
    .where('starts_at', '>', work.now)
    .orderBy('lesson_id')
    .execute();
  for (const { id, lesson_id } of bookings) {
    const lesson = lessons.get(lesson_id);
    if (lesson === undefined) throw new OvertakenError();
    for (const ended of await cancelAhead(work, lesson, id))
      await returnCredit(work, family, ended, { kind: 'refund' });
  }
}

/** Cancels a booking unless its lesson has started. Returns the booking if it has ended. */
async function cancelAhead(work: Work, lesson: LockedLesson, bookingId: string) {
  const ended = await cancel(work, lesson, { bookingId, noticeMinutes: 0 });
  if (ended === 'too late') return [];
  if (ended === 'ended before') throw new Error(`booking ${bookingId} of a locked lesson ended`);
  return [ended];
}

/**
 * Returns the credits of ended bookings. The result says, by booking id, where each credit went.
 */
async function returnCredits(work: Work, locks: Locks, ended: EndedBooking[]) {
  const credits = new Map<string, ReturnedCredit>();
  for (const booking of ended) {
    const family = familyOf(locks, booking.family_id);
    credits.set(booking.id, await returnCredit(work, family, booking, { kind: 'refund' }));
  }
  return credits;
}
