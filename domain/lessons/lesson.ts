// A lesson as the tutor plans it and as a student sees it.
import * as z from 'zod/mini';

import { entityId } from '../entity-id.ts';
import { lessonDate, lessonTime, meetingLink, maxStudents } from '../lesson-fields.ts';
import { LENGTHS, LESSON_MINUTES } from '../limits.ts';
import { formatWhen } from '../near-dates.ts';
import { instant, line, paragraph } from '../text.ts';
import { MINUTE_MS, mondayOf, ukTime } from '../time.ts';
import { lessonTopicSchema, preparedSchema } from '../topics/lesson-topic.ts';
import { yearClass } from '../year-class.ts';

/** Lessons that 'repeat weekly' creates. */
export const REPEAT_WEEKS = { min: 2, max: 26 } as const;

/** The fields of a lesson that the tutor edits. */
export const lessonFields = {
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
  Max_Students: maxStudents,
  lesson_notes: paragraph(
    {
      length: LENGTHS.lessonNotes.max,
      message: `Lesson notes must be less than ${LENGTHS.lessonNotes.max} characters`,
    },
    'Lesson notes must be text',
  ),
  /** The topic whose videos, slides and questions the lesson uses; null without one. */
  Topic_ID: z.nullable(entityId('Topic')),
};

export const newLessonSchema = z.object({
  ...lessonFields,
  /** Missing: the usual number, a business setting. */
  Max_Students: z.optional(lessonFields.Max_Students),
  lesson_notes: z._default(lessonFields.lesson_notes, ''),
  Topic_ID: z._default(lessonFields.Topic_ID, null),
});
export type NewLesson = z.infer<typeof newLessonSchema>;
/** A new lesson whose number of spots is known. */
export type SizedLesson = NewLesson & { readonly Max_Students: number };

const WEEKS_MESSAGE = `Weeks must be a whole number from ${REPEAT_WEEKS.min} to ${REPEAT_WEEKS.max}`;

const TOPICS_MESSAGE = 'Give one topic, or null, for each week';

/**
 * A lesson in each of `weeks` weeks, starting with the given one, at the same UK time. `Topic_IDs`
 * has the topic of each week; without it, every week has `Topic_ID`.
 */
export const repeatedLessonSchema = z
  .extend(newLessonSchema, {
    weeks: z
      .int({ error: WEEKS_MESSAGE })
      .check(
        z.minimum(REPEAT_WEEKS.min, { error: WEEKS_MESSAGE }),
        z.maximum(REPEAT_WEEKS.max, { error: WEEKS_MESSAGE }),
      ),
    Topic_IDs: z.optional(z.array(lessonFields.Topic_ID, { error: TOPICS_MESSAGE })),
  })
  .check(
    z.refine(
      ({ weeks, Topic_IDs: topicIds }) => topicIds === undefined || topicIds.length === weeks,
      { path: ['Topic_IDs'], error: TOPICS_MESSAGE },
    ),
  );
export type RepeatedLesson = z.infer<typeof repeatedLessonSchema>;

/** Any date of the week to copy, and any date of the target week. */
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
  /** The instant of Date and Time in the United Kingdom. */
  starts_at: instant,
};

export const adminLessonSchema = z.object({
  ...lessonWire,
  Meeting_Link: z.string(),
  bookedCount: z.int(),
  /** Spots reserved for families who are paying. */
  reservedCount: z.int(),
  waitingCount: z.int(),
  /** Null without one. */
  Topic_ID: z.nullable(z.string()),
});
export type AdminLesson = z.infer<typeof adminLessonSchema>;

/** A student who is booked into a lesson, as the tutor sees them. */
const lessonStudentSchema = z.object({
  booking_id: z.string(),
  Student_ID: z.string(),
  Student_Name: z.string(),
  Family_ID: z.string(),
  /** Null until the family has chosen it, and after Year 13. */
  year_class: z.nullable(yearClass),
  /** The student has finished school. */
  finished: z.boolean(),
  /** When somebody first used the booking's join link; null until then. */
  joined_at: z.nullable(instant),
  absent: z.boolean(),
  /** The family has told the tutor by an excuse link that the student will be absent. */
  excused: z.boolean(),
  /** The student has not attended or booked an earlier lesson. */
  is_first: z.boolean(),
  /** The tutor has given the spot without taking a credit. */
  without_credit: z.boolean(),
});
export type LessonStudent = z.infer<typeof lessonStudentSchema>;

/** A lesson in the planner, with its students in the order of booking. */
export const plannedLessonSchema = z.extend(adminLessonSchema, {
  students: z.array(lessonStudentSchema),
});
export type PlannedLesson = z.infer<typeof plannedLessonSchema>;

/** A student's position on the waiting list; 1 is the first. */
export const waitingEntrySchema = z.object({ position: z.int(), Student_ID: z.string() });
export type WaitingEntry = z.infer<typeof waitingEntrySchema>;

export const familyLessonSchema = z.object({
  ...lessonWire,
  /** Null without one. */
  topic: z.nullable(lessonTopicSchema),
  /**
   * Videos and questions for before the lesson that the first booked student has done; null without
   * booking or topic.
   */
  prepared: z.nullable(preparedSchema),
  /** Null unless it is booked, and where only an unconfirmed account's free lesson is. */
  Meeting_Link: z.nullable(z.string()),
  /** Spots neither booked nor reserved; the family's own reservation is not counted either. */
  availableSpots: z.int(),
  /**
   * How many free first lessons can still be booked into the lesson, at most `availableSpots`. Null
   * unless the family can book its own now: for a student's session, once the family has had it,
   * and while the tutor has families ask.
   */
  free_spots_left: z.nullable(z.int()),
  /** When the family's reservation expires; null without one. */
  reserved_until: z.nullable(instant),
  /** The student whom that reservation is for; null without one. */
  reserved_for: z.nullable(z.string()),
  /**
   * The family's active bookings of the lesson, oldest first. A student's session sees only that
   * student's.
   */
  bookings: z.array(
    z.object({
      id: z.string(),
      Student_ID: z.string(),
      join_link: z.nullable(z.string()),
      /** The UID of its calendar event, which does not change when the booking is moved. */
      calendar_uid: z.string(),
      /** Present if the tutor has given the spot without a credit: none comes back. */
      without_credit: z.optional(z.literal(true)),
    }),
  ),
  /** Convenience fields for the first booking. */
  isBooked: z.boolean(),
  bookingId: z.nullable(z.string()),
  join_link: z.nullable(z.string()),
  /**
   * The family's own waiting-list entries, in order of position. A student's session sees only that
   * student's.
   */
  waitingStudents: z.array(waitingEntrySchema),
  /** The first of `waitingStudents`. */
  waiting: z.nullable(waitingEntrySchema),
});
export type FamilyLesson = z.infer<typeof familyLessonSchema>;

/** Whether the lesson has started; from then on it counts as past. `now` is epoch milliseconds. */
export function hasStarted(lesson: Pick<FamilyLesson, 'starts_at'>, now: number): boolean {
  return now >= Date.parse(lesson.starts_at);
}

/** Whether the lesson has ended; from then on it counts as attended. */
export function hasEnded(lesson: Pick<FamilyLesson, 'starts_at'>, now: number): boolean {
  return now >= lessonEndsAt(Date.parse(lesson.starts_at));
}

/** When a lesson ends; epoch milliseconds, like its start. */
export const lessonEndsAt = (startsAt: number): number => startsAt + LESSON_MINUTES * MINUTE_MS;

/** 'Sat 28 Nov, 09:00 to 10:00' in UK time, with the year if it is not that of `now`. */
export function lessonSpan(lesson: Pick<FamilyLesson, 'starts_at'>, now: number): string {
  const start = Date.parse(lesson.starts_at);
  return `${formatWhen(start, now)} to ${ukTime(lessonEndsAt(start))}`;
}

/** The start of a lesson that ends at `now`, for queries: earlier ones have ended as well. */
export const lastEndedStart = (now: number): number => now - LESSON_MINUTES * MINUTE_MS;

/** The spots of a lesson for `max` students that are neither booked nor reserved. */
export function spotsLeft(max: number, booked: number, reserved: number): number {
  return Math.max(0, max - booked - reserved);
}

/** '1 spot left', '8 spots left'. */
export const spotsLeftWords = (spots: number): string =>
  `${spots} ${spots === 1 ? 'spot' : 'spots'} left`;

/** The free first lessons that can still be booked into a lesson that takes `max` of them. */
export function freeSpotsLeft(
  { availableSpots }: Pick<FamilyLesson, 'availableSpots'>,
  booked: number,
  max: number,
): number {
  return Math.max(0, Math.min(max - booked, availableSpots));
}

/** '1 lesson', '6 lessons'. */
export function lessonCount(lessons: number): string {
  return lessons === 1 ? '1 lesson' : `${lessons} lessons`;
}

/** Whether the family can have a spot: an open one, or one reserved for it. */
export const hasSpot = ({
  availableSpots,
  reserved_until,
}: Pick<FamilyLesson, 'availableSpots' | 'reserved_until'>): boolean =>
  availableSpots > 0 || reserved_until !== null;

export type LessonState = 'past' | 'now' | 'booked' | 'full' | 'available';

/** How a lesson is shown in a student's calendar; a booked one that is running is 'now'. */
export function lessonState(
  lesson: Pick<FamilyLesson, 'starts_at' | 'isBooked' | 'availableSpots' | 'reserved_until'>,
  now: number,
): LessonState {
  if (hasStarted(lesson, now)) return lesson.isBooked && !hasEnded(lesson, now) ? 'now' : 'past';
  if (lesson.isBooked) return 'booked';
  return hasSpot(lesson) ? 'available' : 'full';
}

export const attendedLessonSchema = z.object({
  id: z.string(),
  Lesson_Name: z.string(),
  starts_at: instant,
  Student_ID: z.string(),
});
export type AttendedLesson = z.infer<typeof attendedLessonSchema>;
