// What somebody must know before booking a lesson that can no longer be cancelled.
import { RESERVATION_MINUTES } from '../limits.ts';
import { MINUTE_MS, ukTime } from '../time.ts';
import { cancelDeadline, refuseCancellation } from './booking.ts';

interface Start {
  /** ISO 8601, in UTC. */
  readonly starts_at: string;
}

/** Whether a booking made at `now` (epoch milliseconds) could not be cancelled any more. */
export const isFinal = (lesson: Start, now: number): boolean =>
  refuseCancellation(lesson, now) === 'too_late_to_cancel';

/** "Starts in 5 minutes. It can't be cancelled."; null while a booking could be cancelled. */
export function finalWords(lesson: Start, now: number): string | null {
  if (!isFinal(lesson, now)) return null;
  const minutes = Math.ceil((Date.parse(lesson.starts_at) - now) / MINUTE_MS);
  return `Starts in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}. It can't be cancelled.`;
}

/**
 * Like `finalWords`, for a lesson that is booked once it is paid for: by then the deadline for
 * cancelling may have passed.
 */
export function finalWordsWhenPaid(lesson: Start, now: number): string | null {
  const deadline = cancelDeadline(lesson);
  if (now < deadline && deadline <= now + RESERVATION_MINUTES.untilExpiry * MINUTE_MS)
    return `If you pay after ${ukTime(deadline)}, it can't be cancelled.`;
  return finalWords(lesson, now);
}
