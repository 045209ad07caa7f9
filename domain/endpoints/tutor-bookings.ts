// Endpoints for the tutor's view of bookings, and for bookings that the tutor makes for families.
import * as z from 'zod/mini';

import { endpoint, ok } from '../endpoint.ts';
import { lessonIdSchema } from '../entity-id.ts';
import { lessonDate } from '../lesson-fields.ts';
import * as booking from '../lessons/booking.ts';
import { lessonFields } from '../lessons/lesson.ts';
import { clashesField, dayLessonSchema } from '../lessons/student-day.ts';
import * as tutorBooking from '../lessons/tutor-booking.ts';
import { studentIdSchema } from '../people/chosen-student.ts';
import { windowSchema } from '../window.ts';

const lessonParams = z.object({ id: lessonIdSchema });
const bookingParams = z.object({ bookingId: booking.bookingIdSchema });

export const listAdminBookings = endpoint('GET', '/api/bookings/admin', {
  summary: 'List bookings',
  auth: 'admin',
  query: windowSchema,
  answer: ok({ bookings: z.array(booking.adminBookingSchema), stats: booking.bookingStatsSchema }),
});
export const markAttendance = endpoint('PUT', '/api/admin/bookings/{bookingId}/attendance', {
  summary: 'Mark a student present or absent',
  auth: 'admin',
  accountLimit: 'write',
  params: bookingParams,
  body: booking.attendanceSchema,
  answer: ok({ booking: booking.adminBookingSchema }),
  errors: ['booking_not_found', 'lesson_not_started', 'insufficient_credits'],
});
export const bookForFamily = endpoint('POST', '/api/admin/lessons/{id}/bookings', {
  summary: 'Book a student into a lesson, with or without a credit',
  auth: 'admin',
  accountLimit: 'write',
  idempotent: true,
  params: lessonParams,
  body: tutorBooking.tutorBookingSchema,
  answer: ok({ booking: booking.bookingSchema, creditsRemaining: z.int(), ...clashesField }),
  status: 201,
  errors: [
    'lesson_not_found',
    'student_not_found',
    'lesson_started',
    'already_booked',
    'insufficient_credits',
    'lesson_full',
  ],
});
export const cancelForFamily = endpoint('DELETE', '/api/admin/bookings/{bookingId}', {
  summary: "Cancel a family's booking, with or without a refund",
  auth: 'admin',
  accountLimit: 'write',
  idempotent: true,
  params: bookingParams,
  body: tutorBooking.tutorCancellationSchema,
  answer: ok({ creditsRemaining: z.int() }),
  errors: ['booking_not_found', 'lesson_started'],
});
export const moveForFamily = endpoint('POST', '/api/admin/bookings/{bookingId}/move', {
  summary: "Move a family's booking to another lesson, with its credit",
  auth: 'admin',
  accountLimit: 'write',
  idempotent: true,
  params: bookingParams,
  body: tutorBooking.tutorMoveSchema,
  answer: ok({ booking: booking.bookingSchema, ...clashesField }),
  status: 201,
  errors: [
    'booking_not_found',
    'lesson_started',
    'lesson_not_found',
    'already_booked',
    'insufficient_credits',
    'lesson_full',
  ],
});
export const readStudentDay = endpoint('GET', '/api/admin/students/{id}/day', {
  summary: 'List the lessons that are booked or reserved for a student on a UK date',
  auth: 'admin',
  params: z.object({ id: studentIdSchema }),
  query: z.object({ date: lessonDate }),
  answer: ok({ day: z.array(dayLessonSchema) }),
  errors: ['student_not_found'],
});
export const countClashes = endpoint('GET', '/api/admin/lessons/{id}/clashes', {
  summary: 'Count the students whom another time would give two lessons at once',
  auth: 'admin',
  params: lessonParams,
  query: z.object({ Date: lessonFields.Date, Time: lessonFields.Time }),
  answer: ok({ students: z.int() }),
  errors: ['lesson_not_found'],
});
