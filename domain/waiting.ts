// Waiting for a place in a full lesson: the rules that the buttons ask before and the server asks
// after.
import * as z from 'zod/mini';

import { hasSpot, newBookingSchema, type Payer } from './booking.ts';
import type { ErrorCode } from './errors.ts';
import { hasStarted, type FamilyLesson, waitingEntrySchema } from './lesson.ts';
import { LESSON_CREDITS, PROMOTION_NOTICE_MINUTES, MAX_WAITING } from './limits.ts';

/** Who waits; needed where the family has several students. */
export const waitingStudentSchema = z.object({ Student_ID: newBookingSchema.shape.Student_ID });

export const joinedLineSchema = z.pick(waitingEntrySchema, { position: true });

interface Waitable extends Pick<
  FamilyLesson,
  'starts_at' | 'isBooked' | 'availableSpots' | 'reserved_until'
> {
  /** Whether the student is in the line already. */
  readonly isWaiting: boolean;
  /** How many students of the family are in the line already. */
  readonly ownCount: number;
  /** How many students are in the line; families are not told. */
  readonly waitingCount?: number;
}

/**
 * Why a student may not join the line of this lesson at `now` (epoch milliseconds), or null when
 * they may.
 */
export function refuseWaiting(
  lesson: Waitable,
  family: Payer,
  now: number,
): Extract<
  ErrorCode,
  | 'lesson_started'
  | 'already_booked'
  | 'already_waiting'
  | 'not_full'
  | 'insufficient_credits'
  | 'waiting_list_full'
> | null {
  if (hasStarted(lesson, now)) return 'lesson_started';
  if (lesson.isBooked) return 'already_booked';
  if (lesson.isWaiting) return 'already_waiting';
  if (hasSpot(lesson)) return 'not_full';
  // Families that never pay would fill the list otherwise.
  if (lesson.ownCount > 0 && family.Credits !== null && family.Credits < LESSON_CREDITS)
    return 'insufficient_credits';
  return (lesson.waitingCount ?? 0) < MAX_WAITING ? null : 'waiting_list_full';
}

/** Whether a place that comes free at `now` goes to the line; later than that it is open to all. */
export function goesToWaitingList(lesson: Pick<FamilyLesson, 'starts_at'>, now: number): boolean {
  return Date.parse(lesson.starts_at) - now > PROMOTION_NOTICE_MINUTES * 60_000;
}
