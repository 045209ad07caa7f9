// A booking that was just made, and the parts of the answer about it.
import type { Booking } from '../../domain/lessons/booking.ts';
import {
  type DayLesson,
  findClashes,
  namingClashes,
  type WithClashes,
} from '../../domain/lessons/student-day.ts';
import { toIso } from '../../domain/time.ts';
import type { LessonRecipient } from '../email/compose.ts';
import type { Work } from '../engine/context.ts';
import type { LockedLesson } from './locked-lesson.ts';
import { asDayLesson } from './student-days.ts';

export interface MadeBooking {
  readonly id: string;
  /** The token of its join link. */
  readonly join_token: string;
  readonly lesson: LockedLesson;
  /** The recipients of its emails. */
  readonly recipients: readonly LessonRecipient[];
  readonly creditsRemaining: number;
  /** The student's lessons that overlap it. */
  readonly day: readonly DayLesson[];
}

/** The part of the answer that names the clashes of bookings that were made together. */
export const clashesOf = (made: readonly MadeBooking[]): WithClashes =>
  namingClashes(
    findClashes(
      made.map(({ lesson }) => asDayLesson(lesson)),
      made.flatMap(({ day }) => day),
    ),
  );

/** The booking as the caller gets it. */
export const toBooking = ({ id, lesson }: MadeBooking, { now }: Work): Booking => ({
  id,
  Lesson_ID: lesson.id,
  created_at: toIso(now),
});
