// Rules for booking and cancelling: the buttons use them to explain, the server to decide.
import * as z from 'zod/mini';

import { entityId, lessonIdSchema } from '../entity-id.ts';
import type { ErrorCode } from '../errors.ts';
import { chosenStudentSchema } from '../people/student.ts';
import { instant } from '../text.ts';
import { addDays, DAY_MS, daysBetween, MINUTE_MS, mondayOf, ukTime } from '../time.ts';
import { type FamilyLesson, hasEnded, hasSpot, hasStarted } from './lesson.ts';

export const LESSON_CREDITS = 1;
export const CANCEL_NOTICE_MINUTES = 60;

/** Lessons booked in one go: half a year of weekly lessons. */
export const MAX_LESSONS_AT_ONCE = 26;

/** A booking can be moved to lessons within this many days. */
export const MOVE_WINDOW_DAYS = 14;

/**
 * The days of the lessons that a booking can be moved to in the dialog: two weeks from the Monday
 * of the lesson's own week, and from today if the lesson is within a week. Dates are YYYY-MM-DD.
 */
export function moveWindow(
  lesson: Pick<FamilyLesson, 'Date'>,
  today: string,
): { from: string; days: number } {
  const monday = mondayOf(lesson.Date);
  const isNear = lesson.Date <= addDays(today, 7);
  const from = isNear ? today : monday;
  return { from, days: daysBetween(from, addDays(monday, MOVE_WINDOW_DAYS)) };
}

/** How long after a lesson students whose join link was never used are proposed as absent. */
const ABSENCE_PROPOSED_DAYS = 7;

/**
 * Reservations during checkout: how long the page can be paid (the provider's minimum is 30), and
 * how long the spots stay reserved, so that a last-moment payment still finds them. Families are
 * told the round number.
 */
export const RESERVATION_MINUTES = { checkout: 31, untilExpiry: 36, asTold: 30 } as const;

export const bookingIdSchema = entityId('Booking');
export const newBookingSchema = z.object({
  Lesson_ID: lessonIdSchema,
  Student_ID: chosenStudentSchema,
  /** True books the family's free first lesson, which needs no credit. */
  free: z.optional(z.boolean({ error: 'Free must be true or false' })),
});

export const bookingMoveSchema = z.object({ Lesson_ID: lessonIdSchema });

/** From one to `max` lessons, without duplicates. */
export function lessonIdsSchema(max: number) {
  const message = `Choose from 1 to ${max} lessons`;
  return z.array(lessonIdSchema, { error: message }).check(
    z.minLength(1, { error: message }),
    z.maxLength(max, { error: message }),
    z.check(({ value, issues }) => {
      for (const [index, id] of value.entries())
        if (value.indexOf(id) < index)
          issues.push({
            code: 'custom',
            input: id,
            path: [index],
            message: 'This lesson is among them already',
          });
    }),
  );
}

/** Several lessons for one student, booked all or none. */
export const severalBookingsSchema = z.object({
  Lesson_IDs: lessonIdsSchema(MAX_LESSONS_AT_ONCE),
  Student_ID: newBookingSchema.shape.Student_ID,
});

export const bookingSchema = z.object({
  id: z.string(),
  Lesson_ID: z.string(),
  created_at: instant,
});
export type Booking = z.infer<typeof bookingSchema>;

export const adminBookingSchema = z.object({
  id: z.string(),
  Lesson_ID: z.string(),
  Lesson_Name: z.string(),
  Lesson_Date: z.string(),
  Lesson_Time: z.string(),
  Lesson_Starts_At: instant,
  Lesson_Meeting_Link: z.string(),
  Lesson_Notes: z.string(),
  /** How many spots the lesson has. */
  Lesson_Max_Students: z.int(),
  /** The student who attends. */
  Student_ID: z.string(),
  Student_Name: z.string(),
  Family_ID: z.string(),
  /** The student was absent; a credit that the booking took was returned. */
  absent: z.boolean(),
  /** The family has told the tutor by an excuse link that the student will be absent. */
  excused: z.boolean(),
  /** When somebody first used the booking's join link; null until then. */
  joined_at: z.nullable(instant),
  /** The tutor has given the spot without taking a credit. */
  without_credit: z.boolean(),
  created_at: instant,
});
export type AdminBooking = z.infer<typeof adminBookingSchema>;

export const attendanceSchema = z.object({
  absent: z.boolean({ error: 'Absent must be true or false' }),
});

export const bookingStatsSchema = z.object({ totalBookedLessons: z.int(), totalUsers: z.int() });
export type BookingStats = z.infer<typeof bookingStatsSchema>;

type AttendanceFacts = Pick<
  AdminBooking,
  'Lesson_Starts_At' | 'absent' | 'excused' | 'joined_at' | 'created_at'
>;

/**
 * The bookings of one lesson to propose as absent at `now` (epoch milliseconds): those whose join
 * link was never used, except those that the tutor made after the lesson. Proposes none before the
 * lesson ends or once some days have passed. If nobody used a link of several bookings, the lesson
 * was held elsewhere: then it proposes only the excused ones.
 */
export function proposeAbsent<One extends AttendanceFacts>(
  bookings: readonly One[],
  now: number,
): One[] {
  const [first] = bookings;
  if (first === undefined) return [];
  const lesson = { starts_at: first.Lesson_Starts_At };
  if (!hasEnded(lesson, now) || hasEnded(lesson, now - ABSENCE_PROPOSED_DAYS * DAY_MS)) return [];
  const joinable = bookings.filter(({ created_at }) => !hasEnded(lesson, Date.parse(created_at)));
  const missing = joinable.filter(({ joined_at }) => joined_at === null);
  const wasHeldElsewhere = joinable.length > 1 && missing.length === joinable.length;
  return missing.filter(({ absent, excused }) => !absent && (excused || !wasHeldElsewhere));
}

type Bookable = Pick<FamilyLesson, 'starts_at' | 'isBooked' | 'availableSpots' | 'reserved_until'>;

export type BookingRefusal = Extract<
  ErrorCode,
  'lesson_started' | 'already_booked' | 'insufficient_credits' | 'lesson_full'
>;

/** What the rules need to know about the paying family. */
export interface Payer {
  /** Null for a student, who is not shown credits; the server checks them on booking. */
  readonly credits: number | null;
}

/** Why a student may not book this lesson at `now` (epoch milliseconds), or null when they may. */
export function refuseBooking(lesson: Bookable, family: Payer, now: number): BookingRefusal | null {
  if (hasStarted(lesson, now)) return 'lesson_started';
  if (lesson.isBooked) return 'already_booked';
  if (family.credits !== null && family.credits < LESSON_CREDITS) return 'insufficient_credits';
  if (!hasSpot(lesson)) return 'lesson_full';
  return null;
}

type FreeBookingRefusal =
  | Exclude<BookingRefusal, 'insufficient_credits'>
  | Extract<ErrorCode, 'free_lesson_used' | 'free_spots_taken'>;

/** Why a family may not book this lesson as its free first lesson at `now`, or null when it may. */
export function refuseFreeBooking(
  lesson: Bookable & Pick<FamilyLesson, 'free_spots_left'>,
  now: number,
): FreeBookingRefusal | null {
  const refusal = refuseBooking(lesson, { credits: LESSON_CREDITS }, now);
  if (refusal !== null && refusal !== 'insufficient_credits') return refusal;
  if (lesson.free_spots_left === null) return 'free_lesson_used';
  return lesson.free_spots_left < 1 ? 'free_spots_taken' : null;
}

/** The first instant at which it is too late to cancel a booking (epoch milliseconds). */
export function cancelDeadline(lesson: Pick<FamilyLesson, 'starts_at'>): number {
  return Date.parse(lesson.starts_at) - CANCEL_NOTICE_MINUTES * MINUTE_MS;
}

/** Why a booking of this lesson may not be cancelled at `now`, or null when it may be. */
export function refuseCancellation(
  lesson: Pick<FamilyLesson, 'starts_at'>,
  now: number,
): Extract<ErrorCode, 'lesson_started' | 'too_late_to_cancel'> | null {
  if (hasStarted(lesson, now)) return 'lesson_started';
  return now < cancelDeadline(lesson) ? null : 'too_late_to_cancel';
}

interface Start {
  /** ISO 8601, in UTC. */
  starts_at: string;
}

/** Whether a booking made at `now` (epoch milliseconds) could not be cancelled any more. */
export const isFinal = (lesson: Start, now: number): boolean =>
  refuseCancellation(lesson, now) === 'too_late_to_cancel';

/** Returns the first lesson whose booking could still be cancelled, otherwise the first lesson. */
export const lessonToPropose = <Lesson extends Start>(
  lessons: readonly Lesson[],
  now: number,
): Lesson | undefined => lessons.find((lesson) => !isFinal(lesson, now)) ?? lessons[0];

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
