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
import { queueEmail } from '../email/queue.ts';
import type { Work } from '../engine/context.ts';
import { bookingConfirmedEmail, bookingsConfirmedEmail } from './booking-emails.ts';
import type { LockedLesson } from './locks.ts';
import type { SpotRequest } from './spots.ts';
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

/** The email about a booking that was made on its own. */
export const makeConfirmationEmail =
  ({ now }: Work): NonNullable<SpotRequest['email']> =>
  (booking, lesson, to) =>
    bookingConfirmedEmail(booking, lesson, to, now);

/**
 * Queues one email per recipient about bookings that were made together. They all share the thread
 * of the first booking.
 */
export async function confirmTogether(work: Work, made: readonly MadeBooking[]): Promise<void> {
  const [first] = made;
  if (first === undefined) return;
  const inOrder = made
    .map(({ id, join_token, lesson }) => ({
      booking: { id, thread: first.id, uid: null, join_token },
      lesson,
    }))
    .toSorted((a, b) => a.lesson.starts_at - b.lesson.starts_at);
  for (const to of first.recipients)
    await queueEmail(work, bookingsConfirmedEmail(inOrder, to, work.now));
}
