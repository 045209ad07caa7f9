// Bookings that the tutor makes, moves and cancels for a family.
import * as z from 'zod/mini';

import { lessonIdSchema, studentIdSchema } from '../entity-id.ts';
import { LENGTHS } from '../limits.ts';
import { paragraph } from '../text.ts';
import { DAY_MS } from '../time.ts';
import { type BookingRefusal, type Payer, refuseBooking } from './booking.ts';
import type { FamilyLesson } from './lesson.ts';

/** How long after its start the tutor can still add a student to a lesson. */
export const TUTOR_BOOKS_DAYS = 7;

/** The tutor's words to the family's parents, as plain text. */
const message = z.optional(
  paragraph(
    {
      length: LENGTHS.bookingMessage.max,
      message: `Message must be less than ${LENGTHS.bookingMessage.max} characters`,
    },
    'Message must be text',
  ),
);

/** Whether the booking takes a credit of the family. Without one, it never returns any. */
export const tutorBookingSchema = z.object({
  Student_ID: studentIdSchema,
  credit: z.enum(['take', 'free'], { error: 'Choose whether the booking takes a credit' }),
});
export type TutorBooking = z.infer<typeof tutorBookingSchema>;

export const tutorCancellationSchema = z.object({
  /** Whether the family gets the booking's credit back. */
  refund: z.boolean({ error: 'Refund must be true or false' }),
  message,
});
export type TutorCancellation = z.infer<typeof tutorCancellationSchema>;

export const tutorMoveSchema = z.object({ Lesson_ID: lessonIdSchema, message });
export type TutorMove = z.infer<typeof tutorMoveSchema>;

/** The tutor can add students to lessons that start after this instant (epoch milliseconds). */
export const tutorBooksAfter = (now: number): number => now - TUTOR_BOOKS_DAYS * DAY_MS - 1;

/**
 * Why the tutor may not book a student into this lesson at `now`, or null when it is possible. A
 * booking without a credit asks for a payer whose `credits` are null.
 */
export const refuseTutorBooking = (
  lesson: Pick<FamilyLesson, 'starts_at' | 'isBooked' | 'availableSpots' | 'reserved_until'>,
  family: Payer,
  now: number,
): BookingRefusal | null => refuseBooking(lesson, family, tutorBooksAfter(now));
