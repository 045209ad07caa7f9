// The words of bookings: made, cancelled, and failed.
import type { FamilyLesson } from '../../../domain/lessons/lesson.ts';
import type { FamilyUser } from '../../../domain/people/account.ts';
import { type Student, CHOOSE_STUDENT } from '../../../domain/people/student.ts';
import { formatDate, shortTime } from '../../../domain/time.ts';
import { ApiError, type Operation } from '../../transport/failures.ts';
import type { ToastMessage } from '../../ui/toast.ts';

export const BOOKING_CANCELED = 'Booking Canceled';

/** Whose booking of which lesson. */
export interface StudentBooking {
  readonly lesson: FamilyLesson;
  readonly student: Pick<Student, 'id' | 'Student_Name'>;
}

export function lessonBooked(
  { students }: Pick<FamilyUser, 'students'>,
  { lesson, student }: StudentBooking,
): ToastMessage {
  const time = `${formatDate(lesson.Date, 'long')} at ${shortTime(lesson.Time)} UK time`;
  const description =
    students.length > 1
      ? `For ${student.Student_Name} on ${time}. The lesson has the link to join.`
      : `${time}. The lesson has your link to join.`;
  return { kind: 'success', title: 'Lesson Booked!', description };
}

export const bookedAlready = ({ student }: StudentBooking): ToastMessage => ({
  kind: 'info',
  title: 'Booked already',
  description: `Your family booked this for ${student.Student_Name} a moment ago.`,
});

export const cancelledAlready = ({ student }: StudentBooking): ToastMessage => ({
  kind: 'info',
  title: 'Cancelled already',
  description: `Your family cancelled this for ${student.Student_Name} a moment ago.`,
});

/** Whether cancelling the student's booking returns a credit: the tutor may have taken none. */
export const returnsCredit = (
  { bookings }: Pick<FamilyLesson, 'bookings'>,
  { id }: Pick<Student, 'id'>,
): boolean =>
  bookings.find(({ Student_ID: studentId }) => studentId === id)?.without_credit !== true;

/** `lesson` is from before the cancellation. A student is told nothing about credits. */
export function cancelledWords(
  { role, students }: Pick<FamilyUser, 'role' | 'students'>,
  { lesson, student }: StudentBooking,
): string {
  const whose = students.length > 1 ? `The booking for ${student.Student_Name}` : 'Your booking';
  const isRefunded = role === 'parent' && returnsCredit(lesson, student);
  return `${whose} was canceled${isRefunded ? ' and the credit refunded' : ''}.`;
}

export const BOOKING_FAILED: Operation = {
  title: 'Booking Failed',
  text: 'Unable to book lesson. Please try again.',
  coversServerErrors: true,
  signInAgain: 'Please sign in again to book lessons.',
};

export const CANCELLATION_FAILED: Operation = {
  title: 'Cancellation Failed',
  text: 'Unable to cancel booking. Please try again.',
  coversServerErrors: true,
  signInAgain: 'Please sign in again to cancel bookings.',
  titles: { lesson_started: 'Cancellation Failed', booking_not_found: 'Error' },
};

/**
 * Error texts that the general catalogue lacks. A student is told whom to ask, and nothing about
 * credits. A parent whose family has gained a student since the page was loaded has no field to
 * point at.
 */
export function rewordBookingError(error: unknown, role: FamilyUser['role']): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, code, details } = error;
  if (code === 'insufficient_credits' && role === 'student') {
    return new ApiError('This lesson cannot be booked now. Please ask a parent to book it.', {
      status,
    });
  }
  const isUnclear = details.some(({ field }) => field === 'Student_ID');
  return isUnclear ? new ApiError(`${CHOOSE_STUDENT}.`, { status }) : error;
}
