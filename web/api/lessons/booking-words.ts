// Error texts for failed bookings.
import type { FamilyUser } from '../../../domain/families/account.ts';
import type { FamilyLesson } from '../../../domain/lessons/lesson.ts';
import { CHOOSE_STUDENT } from '../../../domain/lessons/chosen-student.ts';
import type { Student } from '../../../domain/families/student.ts';
import type { Operation } from '../transport/failures.ts';
import { ApiError } from '../transport/failures.ts';

export const BOOKING_CANCELED = 'Booking Canceled';

/** Whether cancelling the student's booking returns a credit: the tutor may have taken none. */
export const returnsCredit = (
  { bookings }: Pick<FamilyLesson, 'bookings'>,
  { id }: Pick<Student, 'id'>,
): boolean =>
  bookings.find(({ Student_ID: studentId }) => studentId === id)?.without_credit !== true;

/** `lesson` is from before the cancellation. A student is told nothing about credits. */
export function cancelledWords(
  { role, students }: Pick<FamilyUser, 'role' | 'students'>,
  { lesson, student }: { lesson: FamilyLesson; student: Pick<Student, 'id' | 'Student_Name'> },
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

/**
 * Error texts that the general catalogue lacks. A student is told whom to ask, and nothing about
 * credits. A parent whose family has gained a student since the page was loaded has no field to
 * point at.
 */
export function inOwnWords(error: unknown, role: FamilyUser['role']): unknown {
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
