// Error texts for failed bookings.
import type { FamilyUser } from '../../domain/account.ts';
import { CHOOSE_STUDENT, type Student } from '../../domain/student.ts';
import type { Operation } from './transport/failures.ts';
import { ApiError } from './transport/failures.ts';

export const BOOKING_CANCELED = 'Booking Canceled';

/** A student is told nothing about credits. */
export function cancelledWords(
  { role, students }: Pick<FamilyUser, 'role' | 'students'>,
  { Student_Name }: Pick<Student, 'Student_Name'>,
): string {
  const whose = students.length > 1 ? `The booking for ${Student_Name}` : 'Your booking';
  return `${whose} was canceled${role === 'student' ? '' : ' and the credit refunded'}.`;
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
