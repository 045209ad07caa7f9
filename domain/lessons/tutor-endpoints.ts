// Calls of the tutor about lessons and their bookings.
import * as z from 'zod/mini';

import { endpoint, ok } from '../endpoint.ts';
import { lessonIdSchema, studentIdSchema } from '../entity-id.ts';
import { lessonDate } from '../lesson-fields.ts';
import { windowSchema } from '../window.ts';
import * as booking from './booking.ts';
import * as lesson from './lesson.ts';
import { lessonFields } from './lesson.ts';
import { clashesField, dayLessonSchema } from './student-day.ts';
import * as term from './term.ts';
import * as tutorBooking from './tutor-booking.ts';

const bookingParams = z.object({ bookingId: booking.bookingIdSchema });
const oneLesson = ok({ lesson: lesson.adminLessonSchema });
const adminLessons = ok({ lessons: z.array(lesson.adminLessonSchema) });
const lessonParams = z.object({ id: lessonIdSchema });

export const listAdminLessons = endpoint('GET', '/api/lessons/admin', {
  summary: 'List lessons with the students who are booked',
  auth: 'admin',
  query: windowSchema,
  answer: ok({ lessons: z.array(lesson.plannedLessonSchema) }),
});
export const createLesson = endpoint('POST', '/api/lessons', {
  summary: 'Create a lesson',
  auth: 'admin',
  idempotent: true,
  body: lesson.newLessonSchema,
  answer: oneLesson,
  status: 201,
  errors: ['topic_not_found', 'topic_archived'],
});
export const updateLesson = endpoint('PUT', '/api/lessons/{id}', {
  summary: 'Change a lesson',
  auth: 'admin',
  params: lessonParams,
  body: lesson.lessonChangesSchema,
  answer: oneLesson,
  errors: ['lesson_not_found', 'topic_not_found', 'topic_archived', 'topic_in_use', 'below_booked'],
});
export const deleteLesson = endpoint('DELETE', '/api/lessons/{id}', {
  summary: 'Delete a lesson and return the credits of its bookings',
  auth: 'admin',
  params: lessonParams,
  // False once it has started, by both starts of a lesson that was just moved.
  answer: ok({ bookingsCancelled: z.boolean() }),
  errors: ['lesson_not_found'],
});
export const repeatLesson = endpoint('POST', '/api/admin/lessons/repeat', {
  summary: 'Create a lesson for each of several weeks',
  auth: 'admin',
  idempotent: true,
  body: lesson.repeatedLessonSchema,
  answer: adminLessons,
  status: 201,
  errors: ['topic_not_found', 'topic_archived'],
});
export const planTerm = endpoint('POST', '/api/lessons/term', {
  summary: 'Create the lessons of a term, all of them or none',
  auth: 'admin',
  idempotent: true,
  body: term.newTermSchema,
  answer: adminLessons,
  status: 201,
  errors: ['topic_not_found', 'topic_archived'],
});
export const copyWeek = endpoint('POST', '/api/admin/lessons/copy-week', {
  summary: "Copy a week's lessons to another week",
  auth: 'admin',
  idempotent: true,
  body: lesson.copiedWeekSchema,
  answer: adminLessons,
  status: 201,
});
export const listAdminBookings = endpoint('GET', '/api/bookings/admin', {
  summary: 'List bookings',
  auth: 'admin',
  query: windowSchema,
  answer: ok({ bookings: z.array(booking.adminBookingSchema), stats: booking.bookingStatsSchema }),
});
export const markAttendance = endpoint('PUT', '/api/admin/bookings/{bookingId}/attendance', {
  summary: 'Mark a student present or absent',
  auth: 'admin',
  params: bookingParams,
  body: booking.attendanceSchema,
  answer: ok({ booking: booking.adminBookingSchema }),
  errors: ['booking_not_found', 'lesson_not_started', 'insufficient_credits'],
});
export const bookForFamily = endpoint('POST', '/api/admin/lessons/{id}/bookings', {
  summary: 'Book a student into a lesson, with or without a credit',
  auth: 'admin',
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
  idempotent: true,
  params: bookingParams,
  body: tutorBooking.tutorCancellationSchema,
  answer: ok({ creditsRemaining: z.int() }),
  errors: ['booking_not_found', 'lesson_started'],
});
export const moveForFamily = endpoint('POST', '/api/admin/bookings/{bookingId}/move', {
  summary: "Move a family's booking to another lesson, with its credit",
  auth: 'admin',
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
