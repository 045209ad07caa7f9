// The terms of a booking in one sentence: until when it can be cancelled, and what comes back.
import { CANCEL_AFTER_START } from '../../../../domain/errors.ts';
import { refuseCancellation, isFinal } from '../../../../domain/lessons/booking.ts';
import { hasEnded, hasStarted, type FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import { LESSON_CREDITS } from '../../../../domain/limits.ts';
import { creditCount } from '../../../../domain/payments/credits.ts';
import { describeDeadline } from '../../../parts/lesson-times.ts';
import { type Booker, mayBook } from '../booker.ts';
import { returnsCredit } from '../booking-words.ts';

/**
 * The deadline for cancelling, or why nothing can be done any more; null when the dialog's footer
 * already says it.
 */
export function cancelWords(
  lesson: FamilyLesson,
  booker: Booker | undefined,
  now: number,
): string | null {
  if (hasStarted(lesson, now)) {
    if (lesson.isBooked) return `${CANCEL_AFTER_START}.`;
    return `This lesson ${hasEnded(lesson, now) ? 'is over' : 'has already started'}. Please try another lesson.`;
  }
  if (booker === undefined) return null;
  const { user, credits } = booker;
  const deadline = describeDeadline(lesson);
  if (lesson.isBooked) {
    if (refuseCancellation(lesson, now) !== null) return null;
    if (!mayBook(user)) return `A parent can cancel until ${deadline}.`;
    const isRefunded =
      credits !== null &&
      lesson.bookings.every(({ Student_ID: id }) => returnsCredit(lesson, { id }));
    const back = isRefunded ? '; the credit then comes back to you' : '';
    return `You can cancel until ${deadline}${back}.`;
  }
  if (lesson.availableSpots < 1 || !mayBook(user)) return null;
  const isFree = (lesson.free_spots_left ?? 0) > 0;
  if (!isFree && credits !== null && credits < LESSON_CREDITS) return null;
  const balance = isFree || credits === null ? [] : [`You have ${creditCount(credits)}.`];
  // Within the last hour, the note above the button says that it cannot be cancelled.
  const terms = isFinal(lesson, now) ? [] : [`Once booked, you can cancel until ${deadline}.`];
  return [...balance, ...terms].join(' ') || null;
}
