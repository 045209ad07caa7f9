// Rules for the waiting list of a full lesson: the buttons use them to explain, the server to
// decide.
import * as z from 'zod/mini';

import type { ErrorCode } from '../errors.ts';
import { MINUTE_MS } from '../time.ts';
import { newBookingSchema, type Payer, LESSON_CREDITS } from './booking.ts';
import { type FamilyLesson, hasSpot, hasStarted, waitingEntrySchema } from './lesson.ts';

/**
 * A spot released later than this before the start is open to all instead of going to the waiting
 * list.
 */
export const PROMOTION_NOTICE_MINUTES = 120;
/**
 * Entries on one waiting list: four times the spots of the largest lesson. Promotion reads all
 * entries while the lesson is locked, and a move emails all of them.
 */
export const MAX_WAITING = 200;

/** The waiting student; required when the family has several. */
export const waitingStudentSchema = z.object({ Student_ID: newBookingSchema.shape.Student_ID });

export const joinedListSchema = z.pick(waitingEntrySchema, { position: true });

interface Waitable extends Pick<
  FamilyLesson,
  'starts_at' | 'isBooked' | 'availableSpots' | 'reserved_until'
> {
  /** Whether the student is already on the waiting list. */
  isWaiting: boolean;
  /** How many students of the family are on the waiting list. */
  ownCount: number;
  /** How many students are on the waiting list; families are not told. */
  waitingCount?: number;
}

/**
 * Why a student may not join this lesson's waiting list at `now` (epoch milliseconds), or null when
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
  // Otherwise families that never pay could fill the list.
  if (lesson.ownCount > 0 && family.credits !== null && family.credits < LESSON_CREDITS)
    return 'insufficient_credits';
  return (lesson.waitingCount ?? 0) < MAX_WAITING ? null : 'waiting_list_full';
}

/** Whether a spot released at `now` goes to the waiting list; later ones are open to all. */
export function goesToWaitingList(lesson: Pick<FamilyLesson, 'starts_at'>, now: number): boolean {
  return Date.parse(lesson.starts_at) - now > PROMOTION_NOTICE_MINUTES * MINUTE_MS;
}
