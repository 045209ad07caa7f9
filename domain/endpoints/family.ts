// Endpoints for a signed-in family.
import * as z from 'zod/mini';

import * as family from '../accounts/family-data.ts';
import { confirmedByPasswordSchema, newPasswordSchema } from '../auth/sign-in.ts';
import { endpoint, ok } from '../endpoint.ts';
import * as freeLesson from '../enquiries/free-lesson.ts';
import { lessonIdSchema } from '../entity-id.ts';
import * as booking from '../lessons/booking.ts';
import { attendedLessonSchema } from '../lessons/lesson.ts';
import * as lesson from '../lessons/lesson.ts';
import { freeLessonMode } from '../lessons/next-lesson.ts';
import { clashesField } from '../lessons/student-day.ts';
import * as waiting from '../lessons/waiting.ts';
import * as credits from '../payments/credits.ts';
import * as invoice from '../payments/invoice.ts';
import { paymentIdSchema } from '../payments/payment.ts';
import * as payment from '../payments/payment.ts';
import * as refund from '../payments/refund.ts';
import * as account from '../people/account.ts';
import { freeLessonOutcomes, profileChangesSchema } from '../people/sign-up.ts';
import { instant } from '../text.ts';
import { windowSchema } from '../window.ts';

const done = ok({});
/** The outcome of the tutor's link; left out when no link was given. */
const askedOrTaken = ok({ free_lesson: z.optional(z.enum(freeLessonOutcomes)) });
const user = ok({ user: account.parentUserSchema });
const profile = ok({
  user: account.familyUserSchema,
  stats: account.familyStatsSchema,
  /** Null for a student's session. */
  free_lesson: z.nullable(z.enum(freeLesson.freeLessonStates)),
  /** How the family gets it; null for a student's session. */
  free_lesson_mode: z.nullable(freeLessonMode),
  /**
   * Until when the family has to confirm its address to keep its free first lesson; null if nothing
   * depends on that, and for a student's session.
   */
  confirm_free_lesson_by: z.nullable(instant),
});
/** True when the address was already confirmed, so that nothing was sent. */
const confirmation = ok({ email_confirmed: z.boolean() });
const lessons = ok({ lessons: z.array(lesson.familyLessonSchema) });
const attended = ok({ lessons: z.array(attendedLessonSchema) });
/** Null for a student's session, which is not shown money. */
const creditsRemaining = z.nullable(z.int());
const news = { creditsRemaining, ...clashesField };
const booked = ok({ booking: booking.bookingSchema, ...news });
const bookedSeveral = ok({ bookings: z.array(booking.bookingSchema), ...news });
const joined = ok({ waiting: waiting.joinedListSchema, ...clashesField });
const balance = ok({ creditsRemaining });
const checkout = ok({ checkout_url: z.string(), session_id: z.string(), ...clashesField });
const products = ok({ products: z.array(credits.creditPackageSchema) });
const ledger = ok({ entries: z.array(credits.ledgerEntrySchema), hasEarlier: z.boolean() });
const familyData = ok({ data: family.familyDataSchema });
const liveStream = z.string();
const payments = ok({ payments: z.array(refund.familyPaymentSchema) });
const oneInvoice = ok(invoice.invoiceAnswer);
const onePayment = ok({ payment: payment.paymentSchema });
const lessonParams = z.object({ id: lessonIdSchema });
const bookingParams = z.object({ bookingId: booking.bookingIdSchema });
const paymentParams = z.object({ id: paymentIdSchema });
const checkoutParams = z.object({ session_id: z.string() });

export const getProfile = endpoint('GET', '/api/users/profile', {
  summary: 'Return the account with its credits and number of bookings',
  auth: 'family',
  students: 'all',
  answer: profile,
});
export const updateProfile = endpoint('PUT', '/api/users/profile', {
  summary: 'Change the account',
  auth: 'family',
  accountLimit: 'write',
  body: profileChangesSchema,
  answer: user,
  errors: ['email_taken', 'student_exists'],
});
export const sendConfirmation = endpoint('POST', '/api/users/confirmation', {
  summary: 'Email a new link that confirms the address of the account',
  auth: 'family',
  accountLimit: 'confirmation',
  answer: confirmation,
});
export const askForFreeLesson = endpoint('POST', '/api/users/free-lesson', {
  summary: "Ask for the family's free first lesson, or take it with the tutor's link",
  auth: 'family',
  accountLimit: 'write',
  body: freeLesson.freeLessonRequestSchema,
  answer: askedOrTaken,
  status: 201,
  errors: ['already_asked', 'free_lesson_used', 'invitation_not_found'],
});
export const changePassword = endpoint('PUT', '/api/users/password', {
  summary: "Change the account's password",
  auth: 'family',
  students: 'all',
  accountLimit: 'changedPassword',
  body: newPasswordSchema,
  answer: done,
});
export const listCredits = endpoint('GET', '/api/users/credits', {
  summary: 'List the credit history',
  auth: 'family',
  query: windowSchema,
  answer: ledger,
});
export const listPayments = endpoint('GET', '/api/users/payments', {
  summary: 'List confirmed payments with their invoices',
  auth: 'family',
  answer: payments,
});
export const returnPayment = endpoint('POST', '/api/users/payments/{id}/return', {
  summary: 'Return unused credits of a payment within 14 days',
  auth: 'family',
  accountLimit: 'returnedPayment',
  idempotent: true,
  params: paymentParams,
  body: refund.newRefundSchema,
  answer: ok({ payment: refund.familyPaymentSchema }),
  errors: ['payment_not_found', 'payments_unavailable', 'return_period_over', 'not_refundable'],
});
export const getInvoice = endpoint('GET', '/api/users/payments/{id}/invoice', {
  summary: 'Return the invoice of a payment',
  auth: 'family',
  params: paymentParams,
  answer: oneInvoice,
  errors: ['payment_not_found'],
});
export const exportData = endpoint('GET', '/api/users/data', {
  summary: 'Export all data of the account',
  auth: 'family',
  accountLimit: 'exportedData',
  answer: familyData,
});
export const deleteAccount = endpoint('DELETE', '/api/users/account', {
  summary: 'Delete the account',
  auth: 'family',
  accountLimit: 'deletedAccount',
  body: confirmedByPasswordSchema,
  answer: done,
});
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
  isStream: true,
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
export const createCheckout = endpoint('POST', '/api/payments/create-checkout', {
  summary: 'Start a card payment for credits',
  auth: 'family',
  accountLimit: 'checkout',
  body: credits.buyCreditsSchema,
  answer: checkout,
  errors: [
    'payments_unavailable',
    'payment_provider_error',
    'lesson_not_found',
    'lesson_started',
    'already_booked',
    'lesson_full',
    'reservations_full',
  ],
});
export const listProducts = endpoint('GET', '/api/payments/products', {
  summary: 'List the credit packages on sale',
  auth: 'none',
  answer: products,
});
export const cancelCheckout = endpoint('POST', '/api/payments/{session_id}/cancel', {
  summary: 'Cancel an unpaid checkout and release its reserved spots',
  auth: 'family',
  accountLimit: 'cancelledCheckout',
  params: checkoutParams,
  answer: onePayment,
  errors: ['payment_not_found', 'payments_unavailable', 'payment_provider_error'],
});
export const getPayment = endpoint('GET', '/api/payments/{session_id}', {
  summary: 'Return the state of a card payment',
  auth: 'family',
  params: checkoutParams,
  answer: onePayment,
  errors: ['payment_not_found'],
});
