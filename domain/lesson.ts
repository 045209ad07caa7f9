// A lesson: what the tutor plans and what a student sees of it.
import * as z from 'zod/mini';

import { entityId } from './entity-id.ts';
import { LENGTHS, LESSON_MINUTES, MAX_STUDENTS, REPEAT_WEEKS } from './limits.ts';
import { instant, line, paragraph } from './text.ts';
import { isCalendarDate, isClockTime, mondayOf } from './time.ts';

const DATE_MESSAGE = 'Date must be in YYYY-MM-DD format';
const TIME_MESSAGE = 'Time must be in HH:MM:SS format';
const LINK_MESSAGE = 'Invalid meeting link URL';

/** A date as lessons and windows have it: YYYY-MM-DD. */
export const lessonDate = z
  .string({ error: DATE_MESSAGE })
  .check(z.trim(), z.refine(isCalendarDate, { error: DATE_MESSAGE, abort: true }));
const lessonTime = z
  .string({ error: TIME_MESSAGE })
  .check(z.trim(), z.refine(isClockTime, { error: TIME_MESSAGE }));

const meetingLink = line(
  { length: 1, message: LINK_MESSAGE },
  {
    length: LENGTHS.meetingLink.max,
    message: `Meeting link must be less than ${LENGTHS.meetingLink.max} characters`,
  },
).check(z.refine((link) => link === '' || isWebAddress(link), { error: LINK_MESSAGE }));

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text);
}

const lessonFields = {
  Date: lessonDate,
  Time: lessonTime,
  Lesson_Name: line(
    { length: LENGTHS.lessonName.min, message: 'Lesson name is required' },
    {
      length: LENGTHS.lessonName.max,
      message: `Lesson name must be less than ${LENGTHS.lessonName.max} characters`,
    },
  ),
  Meeting_Link: meetingLink,
  Max_Students: z
    .int({ error: 'Max students must be an integer' })
    .check(
      z.minimum(MAX_STUDENTS.min, { error: `Max students must be at least ${MAX_STUDENTS.min}` }),
      z.maximum(MAX_STUDENTS.max, { error: `Max students cannot exceed ${MAX_STUDENTS.max}` }),
    ),
  lesson_notes: paragraph(
    {
      length: LENGTHS.lessonNotes.max,
      message: `Lesson notes must be less than ${LENGTHS.lessonNotes.max} characters`,
    },
    'Lesson notes must be text',
  ),
};

export const newLessonSchema = z.object({
  ...lessonFields,
  Max_Students: z._default(lessonFields.Max_Students, MAX_STUDENTS.default),
  lesson_notes: z._default(lessonFields.lesson_notes, ''),
});
export type NewLesson = z.infer<typeof newLessonSchema>;

const WEEKS_MESSAGE = `Weeks must be a whole number from ${REPEAT_WEEKS.min} to ${REPEAT_WEEKS.max}`;

/** The same lesson in each of `weeks` weeks, the first one included, at the same UK time. */
export const repeatedLessonSchema = z.extend(newLessonSchema, {
  weeks: z
    .int({ error: WEEKS_MESSAGE })
    .check(
      z.minimum(REPEAT_WEEKS.min, { error: WEEKS_MESSAGE }),
      z.maximum(REPEAT_WEEKS.max, { error: WEEKS_MESSAGE }),
    ),
});
export type RepeatedLesson = z.infer<typeof repeatedLessonSchema>;

/** Any date of the week to copy and of the week to copy it into. */
export const copiedWeekSchema = z.object({ from: lessonDate, to: lessonDate }).check(
  z.refine(({ from, to }) => mondayOf(from) !== mondayOf(to), {
    path: ['to'],
    error: 'Choose another week to copy to',
  }),
);
export type CopiedWeek = z.infer<typeof copiedWeekSchema>;

export const lessonChangesSchema = z.partial(z.object(lessonFields));
export type LessonChanges = z.infer<typeof lessonChangesSchema>;

const lessonWire = {
  id: z.string(),
  Date: z.string(),
  Time: z.string(),
  Lesson_Name: z.string(),
  Max_Students: z.int(),
  lesson_notes: z.string(),
  /** The instant that Date and Time mean in the United Kingdom. */
  starts_at: instant,
};

export const adminLessonSchema = z.object({
  ...lessonWire,
  Meeting_Link: z.string(),
  bookedCount: z.int(),
  /** Places that are kept for families who are paying for them. */
  reservedCount: z.int(),
  waitingCount: z.int(),
});
export type AdminLesson = z.infer<typeof adminLessonSchema>;

/** A student's place on the waiting list; 1 is the first. */
export const waitingEntrySchema = z.object({ position: z.int(), Student_ID: z.string() });
export type WaitingEntry = z.infer<typeof waitingEntrySchema>;

export const familyLessonSchema = z.object({
  ...lessonWire,
  /** Null unless it is booked. */
  Meeting_Link: z.nullable(z.string()),
  /** Neither booked nor kept for somebody who is paying, the family itself included. */
  availableSpots: z.int(),
  /** Until when a spot is kept for the family while it pays; null: none is. */
  reserved_until: z.nullable(instant),
  /**
   * The family's own live bookings of it, the oldest first; for a student's own sign-in those of
   * that student.
   */
  bookings: z.array(
    z.object({
      id: z.string(),
      Student_ID: z.string(),
      join_link: z.nullable(z.string()),
      /** The UID of its event in calendars, which stays as it is when the booking is moved. */
      calendar_uid: z.string(),
    }),
  ),
  /**
   * These speak of the first of them. The door is the path of the page that leads into the lesson.
   */
  isBooked: z.boolean(),
  bookingId: z.nullable(z.string()),
  join_link: z.nullable(z.string()),
  /**
   * The family's own places on its waiting list, the foremost first; for a student's own sign-in
   * that of that student.
   */
  waitingStudents: z.array(waitingEntrySchema),
  /** The first of them. */
  waiting: z.nullable(waitingEntrySchema),
});
export type FamilyLesson = z.infer<typeof familyLessonSchema>;

export const lessonIdSchema = entityId('Lesson');

/**
 * Whether the start has been reached; from then on a lesson counts as past. `now` is epoch
 * milliseconds.
 */
export function hasStarted(lesson: Pick<FamilyLesson, 'starts_at'>, now: number): boolean {
  return now >= Date.parse(lesson.starts_at);
}

/** Whether the lesson is over, which is when it counts as attended. */
export function hasEnded(lesson: Pick<FamilyLesson, 'starts_at'>, now: number): boolean {
  return now >= Date.parse(lesson.starts_at) + LESSON_MINUTES * 60_000;
}

/** The spots of a lesson for `most` that nobody has booked and that are kept for nobody. */
export function spotsLeft(most: number, booked: number, held: number): number {
  return Math.max(0, most - booked - held);
}

/** '1 lesson', '6 lessons'. */
export function lessonCount(lessons: number): string {
  return lessons === 1 ? '1 lesson' : `${lessons} lessons`;
}

export type LessonState = 'past' | 'booked' | 'full' | 'available';

/** How a student's calendar shows a lesson. */
export function lessonState(
  lesson: Pick<FamilyLesson, 'starts_at' | 'isBooked' | 'availableSpots' | 'reserved_until'>,
  now: number,
): LessonState {
  if (hasStarted(lesson, now)) return 'past';
  if (lesson.isBooked) return 'booked';
  return lesson.availableSpots < 1 && lesson.reserved_until === null ? 'full' : 'available';
}
