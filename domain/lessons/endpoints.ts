// Calls of a family about lessons, bookings and waiting lists.
import * as z from 'zod/mini';

import { ok, endpoint } from '../endpoint.ts';
import { lessonIdSchema } from '../entity-id.ts';
import { windowSchema } from '../window.ts';
import * as booking from './booking.ts';
import * as lesson from './lesson.ts';
import { attendedLessonSchema } from './lesson.ts';
import { clashesField } from './student-day.ts';
import * as waiting from './waiting.ts';

const done = ok({});
const lessons = ok({ lessons: z.array(lesson.familyLessonSchema) });
const attended = ok({ lessons: z.array(attendedLessonSchema) });
/** Null for a student's session, which is not shown money. */
const creditsRemaining = z.nullable(z.int());
const news = { creditsRemaining, ...clashesField };
const booked = ok({ booking: booking.bookingSchema, ...news });
const bookedSeveral = ok({ bookings: z.array(booking.bookingSchema), ...news });
const joined = ok({ waiting: waiting.joinedListSchema, ...clashesField });
const balance = ok({ creditsRemaining });
const liveStream = z.string();
const lessonParams = z.object({ id: lessonIdSchema });
const bookingParams = z.object({ bookingId: booking.bookingIdSchema });

export const listLessons = endpoint('GET', '/api/lessons', {
  summary: 'List lessons with the spots left',
  auth: 'family',
  students: 'all',
  query: windowSchema,
  answer: lessons,
});
export const listAttended = endpoint('GET', '/api/lessons/attended', {
  summary: 'List the latest lessons that students of the family have attended',
  auth: 'family',
  students: 'all',
  answer: attended,
});
export const watchLessons = endpoint('GET', '/api/lessons/live', {
  summary: 'Stream changes of lessons as they happen',
  auth: 'family',
  students: 'all',
  answer: liveStream,
  stream: 'text/event-stream',
  errors: ['rate_limited'],
});
export const bookLesson = endpoint('POST', '/api/bookings', {
  summary: 'Book a lesson for a credit or as the free first lesson',
  auth: 'family',
  students: 'bookers',
  accountLimit: 'booking',
  idempotent: true,
  body: booking.newBookingSchema,
  answer: booked,
  status: 201,
  errors: [
    'lesson_not_found',
    'lesson_started',
    'already_booked',
    'insufficient_credits',
    'lesson_full',
    'not_offered',
    'free_lesson_used',
    'free_spots_taken',
    'email_unconfirmed',
  ],
});
export const bookSeveral = endpoint('POST', '/api/bookings/several', {
  summary: 'Book several lessons for one student, all of them or none',
  auth: 'family',
  students: 'bookers',
  accountLimit: 'booking',
  idempotent: true,
  body: booking.severalBookingsSchema,
  answer: bookedSeveral,
  status: 201,
  errors: [
    'lesson_not_found',
    'lesson_started',
    'already_booked',
    'insufficient_credits',
    'lesson_full',
  ],
});
export const moveBooking = endpoint('POST', '/api/bookings/{bookingId}/move', {
  summary: 'Move a booking to another lesson, with its credit',
  auth: 'family',
  students: 'bookers',
  accountLimit: 'booking',
  idempotent: true,
  params: bookingParams,
  body: booking.bookingMoveSchema,
  answer: booked,
  status: 201,
  errors: [
    'booking_not_found',
    'lesson_started',
    'too_late_to_cancel',
    'lesson_not_found',
    'already_booked',
    'insufficient_credits',
    'lesson_full',
  ],
});
export const cancelBooking = endpoint('DELETE', '/api/bookings/{bookingId}', {
  summary: 'Cancel a booking and return its credit',
  auth: 'family',
  students: 'bookers',
  accountLimit: 'booking',
  idempotent: true,
  params: bookingParams,
  answer: balance,
  errors: ['booking_not_found', 'lesson_started', 'too_late_to_cancel'],
});
export const joinWaitingList = endpoint('POST', '/api/lessons/{id}/waiting', {
  summary: 'Join the waiting list of a full lesson',
  auth: 'family',
  students: 'bookers',
  accountLimit: 'booking',
  params: lessonParams,
  body: waiting.waitingStudentSchema,
  answer: joined,
  status: 201,
  errors: [
    'lesson_not_found',
    'lesson_started',
    'already_booked',
    'already_waiting',
    'not_full',
    'insufficient_credits',
    'waiting_list_full',
  ],
});
export const leaveWaitingList = endpoint('DELETE', '/api/lessons/{id}/waiting', {
  summary: 'Leave the waiting list of a lesson',
  auth: 'family',
  students: 'bookers',
  accountLimit: 'booking',
  params: lessonParams,
  body: waiting.waitingStudentSchema,
  answer: done,
  errors: ['lesson_not_found'],
});
