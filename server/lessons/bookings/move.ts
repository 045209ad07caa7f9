// Moves a booking to another lesson in one transaction.
import { type Booking, CANCEL_NOTICE_MINUTES } from '../../../domain/lessons/booking.ts';
import type { WithClashes } from '../../../domain/lessons/student-day.ts';
import { type BookingActor, chooseAttending } from '../../booking/attending.ts';
import { bookingMovedEmail, type OpenBooking } from '../../booking/booking-emails.ts';
import { changeSpots } from '../../booking/change-spots.ts';
import { type LockedLesson, familyOf, requireLesson } from '../../booking/locks.ts';
import { bookSpot, clashesOfBookings, type MadeBooking, toBooking } from '../../booking/spots.ts';
import { readBalance } from '../../credits/ledger.ts';
import { isWithoutCredit, readPaidEntry, takeCreditAlong } from '../../credits/return-credit.ts';
import type { LessonRecipient } from '../../email/compose.ts';
import type { Email } from '../../email/queue.ts';
import { type Context, type Work, GuardError, runGuarded } from '../../engine/context.ts';
import { answerOnce, NEW_REQUEST, type RequestKey } from '../../engine/idempotency.ts';
import { throwRefusal } from './book.ts';
import { cancelInTime, requireCancellable } from './cancel.ts';
import { type ActiveBooking, requireOwn } from './find-booking.ts';

/**
 * Moves a booking to another lesson. The cancellation rule applies first, then the booking rule.
 * The credit moves along; if it was returned before, the family must have one again. Throws
 * booking_not_found, lesson_started, too_late_to_cancel, lesson_not_found, already_booked,
 * insufficient_credits or lesson_full.
 */
export async function moveBooking(
  context: Context<BookingActor>,
  { bookingId, lessonId }: { bookingId: string; lessonId: string },
  requestKey: RequestKey = NEW_REQUEST,
): Promise<{ booking: Booking; creditsRemaining: number | null } & WithClashes> {
  const { actor } = context;
  const { familyId, student } = actor;
  const move = async (work: Work) => {
    const { tx, now } = work;
    const booking = await requireOwn(tx, actor, bookingId);
    const made = await moveOne(work, booking, {
      lessonId,
      noticeMinutes: CANCEL_NOTICE_MINUTES,
      email: (replacement, lessons, to) => bookingMovedEmail(replacement, lessons, to, now),
    });
    // Read after the promotion, which may have charged the family for a sibling.
    const creditsRemaining = student === null ? await readBalance(tx, familyId) : null;
    return { booking: toBooking(made, work), creditsRemaining, ...clashesOfBookings([made]) };
  };
  return runGuarded(
    context,
    (work) => answerOnce(work, requestKey, () => move(work)),
    async () => {
      const booking = await requireOwn(context.database.db, actor, bookingId);
      requireCancellable(booking, context.now);
      await throwMoveRefusal(context, booking, lessonId);
    },
  );
}

/** Throws the reason why a booking that may leave its lesson cannot move to this one. */
export const throwMoveRefusal = (
  context: Context,
  booking: ActiveBooking,
  lessonId: string,
): Promise<void> =>
  throwRefusal(context, studentOf(booking), [lessonId], {
    isPaid: booking.charged === 0 && !isWithoutCredit(booking),
  });

const studentOf = ({ family_id, student_id }: ActiveBooking) => ({
  familyId: family_id,
  ownStudent: null,
  studentId: student_id,
});

/** Where one booking moves to. */
interface Move {
  lessonId: string;
  noticeMinutes: number;
  /** Whether it may take a spot that is kept for the waiting list. */
  passesList?: boolean;
  /** The email to queue for each recipient, about the new booking. */
  email: (
    booking: OpenBooking,
    lessons: { before: LockedLesson; lesson: LockedLesson },
    to: LessonRecipient,
  ) => Email;
}

/**
 * Takes the locks and moves one booking with its credit, if it has taken one. Throws GuardError if
 * it cannot be cancelled or the lesson cannot be booked.
 */
export async function moveOne(
  work: Work,
  booking: ActiveBooking,
  { lessonId, noticeMinutes, passesList = false, email }: Move,
): Promise<MadeBooking & { readonly before: LockedLesson }> {
  if (booking.lesson_id === lessonId) throw new GuardError();
  const request = {
    lessons: [booking.lesson_id, lessonId],
    frees: ({ id }: LockedLesson) => (id === booking.lesson_id ? 1 : 0),
    families: [booking.family_id],
    readUnderLocks: () => chooseAttending(work.tx, studentOf(booking)),
  };
  return changeSpots(work, request, async (locks) => {
    const before = requireLesson(locks, booking.lesson_id);
    const lesson = requireLesson(locks, lessonId);
    const family = familyOf(locks, booking.family_id);
    const paidEntry = await readPaidEntry(work.tx, booking.id);
    const ended = await cancelInTime(work, before, booking.id, noticeMinutes);
    if (ended.charged > 0) await takeCreditAlong(work, family, ended);
    const [thread, uid] = [booking.thread ?? booking.id, booking.uid ?? booking.id];
    const replacement = await bookSpot(work, {
      lesson,
      family,
      attending: locks.underLocks,
      paidBy: isWithoutCredit(booking) ? 'gift' : 'credit',
      passesList,
      thread,
      takenOver: { uid, paidEntry: ended.charged > 0 ? paidEntry : null },
      email: (opened, _, to) => email(opened, { before, lesson }, to),
    });
    return { ...replacement, before };
  });
}
