// The API on one screen: every call, in the order of the product's call table. Lines marked pure keep
// the calls that a page never makes out of its script.
import * as z from 'zod/mini';

import * as account from './account.ts';
import * as booking from './booking.ts';
import * as credits from './credits.ts';
import { endpoint, ok } from './endpoint.ts';
import * as enquiry from './enquiry.ts';
import * as family from './family.ts';
import * as lesson from './lesson.ts';
import { RETRY } from './limits.ts';
import * as payment from './payment.ts';

const done = /* @__PURE__ */ ok({});
const admin = /* @__PURE__ */ ok({ user: account.adminSchema });
const adminSession = /* @__PURE__ */ ok({ session: account.sessionSchema, user: account.adminSchema });
const student = /* @__PURE__ */ ok({ user: account.studentSchema });
const studentSession = /* @__PURE__ */ ok({ session: account.sessionSchema, user: account.studentSchema });
const profile = /* @__PURE__ */ ok({ user: account.studentSchema, stats: account.studentStatsSchema });
const customers = /* @__PURE__ */ ok({ customers: /* @__PURE__ */ z.array(enquiry.customerSchema), total: /* @__PURE__ */ z.int() });
const oneLesson = /* @__PURE__ */ ok({ lesson: lesson.adminLessonSchema });
const adminLessons = /* @__PURE__ */ ok({ lessons: /* @__PURE__ */ z.array(lesson.adminLessonSchema) });
const lessons = /* @__PURE__ */ ok({ lessons: /* @__PURE__ */ z.array(lesson.studentLessonSchema) });
const bookings = /* @__PURE__ */ ok({ bookings: /* @__PURE__ */ z.array(booking.adminBookingSchema), stats: booking.bookingStatsSchema });
const booked = /* @__PURE__ */ ok({ booking: booking.bookingSchema, creditsRemaining: /* @__PURE__ */ z.int() });
const cancelled = /* @__PURE__ */ ok({ creditsRemaining: /* @__PURE__ */ z.int() });
const checkout = /* @__PURE__ */ ok({ checkout_url: /* @__PURE__ */ z.string() });
const products = /* @__PURE__ */ ok({ products: /* @__PURE__ */ z.array(credits.creditPackageSchema) });
const ledger = /* @__PURE__ */ ok({ entries: /* @__PURE__ */ z.array(credits.ledgerEntrySchema) });
const familyData = /* @__PURE__ */ ok({ data: family.familyDataSchema });
const liveStream = /* @__PURE__ */ z.string();
const onePayment = /* @__PURE__ */ ok({ payment: payment.paymentSchema });

const lessonParams = /* @__PURE__ */ z.object({ id: lesson.lessonIdSchema });
const bookingParams = /* @__PURE__ */ z.object({ bookingId: booking.bookingIdSchema });
const paymentParams = /* @__PURE__ */ z.object({ session_id: /* @__PURE__ */ z.string() });

export const registerInterest = /* @__PURE__ */ endpoint('POST', '/api/customers', {
  auth: 'none', body: enquiry.enquirySchema, answer: done, status: 201, limited: true, idempotent: true,
  errors: ['idempotency_key_reused'], retry: RETRY.registration,
});

export const adminLogin = /* @__PURE__ */ endpoint('POST', '/api/auth/login', {
  auth: 'none', body: account.signInSchema, answer: adminSession, limited: true, errors: ['invalid_credentials'],
});
export const adminLogout = /* @__PURE__ */ endpoint('POST', '/api/auth/logout', { auth: 'admin', answer: done, deadTokenIsFine: true });
export const adminRefresh = /* @__PURE__ */ endpoint('POST', '/api/auth/refresh', {
  auth: 'none', body: account.refreshSchema, answer: adminSession, errors: ['unauthenticated'],
});
export const adminVerify = /* @__PURE__ */ endpoint('GET', '/api/auth/verify', { auth: 'admin', answer: admin });
export const listCustomers = /* @__PURE__ */ endpoint('GET', '/api/admin/customers', { auth: 'admin', answer: customers, retry: RETRY.loading });

export const listAdminLessons = /* @__PURE__ */ endpoint('GET', '/api/lessons/admin', { auth: 'admin', query: lesson.windowSchema, answer: adminLessons });
export const createLesson = /* @__PURE__ */ endpoint('POST', '/api/lessons', { auth: 'admin', body: lesson.newLessonSchema, answer: oneLesson, status: 201 });
export const updateLesson = /* @__PURE__ */ endpoint('PUT', '/api/lessons/{id}', {
  auth: 'admin', params: lessonParams, body: lesson.lessonChangesSchema, answer: oneLesson, errors: ['lesson_not_found', 'below_booked'],
});
export const deleteLesson = /* @__PURE__ */ endpoint('DELETE', '/api/lessons/{id}', {
  auth: 'admin', params: lessonParams, answer: done, errors: ['lesson_not_found'],
});
export const listAdminBookings = /* @__PURE__ */ endpoint('GET', '/api/bookings/admin', { auth: 'admin', query: lesson.windowSchema, answer: bookings });

export const register = /* @__PURE__ */ endpoint('POST', '/api/user-auth/register', {
  auth: 'none', body: account.signUpSchema, answer: student, status: 201, limited: true, errors: ['email_taken'],
});
export const login = /* @__PURE__ */ endpoint('POST', '/api/user-auth/login', {
  auth: 'none', body: account.signInSchema, answer: studentSession, limited: true, errors: ['invalid_credentials'],
});
export const logout = /* @__PURE__ */ endpoint('POST', '/api/user-auth/logout', { auth: 'student', answer: done, deadTokenIsFine: true });
export const refresh = /* @__PURE__ */ endpoint('POST', '/api/user-auth/refresh', {
  auth: 'none', body: account.refreshSchema, answer: studentSession, errors: ['unauthenticated'],
});
export const verify = /* @__PURE__ */ endpoint('GET', '/api/user-auth/verify', { auth: 'student', answer: student });
export const getProfile = /* @__PURE__ */ endpoint('GET', '/api/users/profile', { auth: 'student', answer: profile, retry: RETRY.loading });

export const updateProfile = /* @__PURE__ */ endpoint('PUT', '/api/users/profile', {
  auth: 'student', body: account.profileChangesSchema, answer: student, errors: ['email_taken', 'rate_limited'],
});
export const changePassword = /* @__PURE__ */ endpoint('PUT', '/api/users/password', {
  auth: 'student', body: account.newPasswordSchema, answer: done, errors: ['rate_limited'],
});
export const listCredits = /* @__PURE__ */ endpoint('GET', '/api/users/credits', {
  auth: 'student', query: lesson.windowSchema, answer: ledger, retry: RETRY.loading,
});
export const exportData = /* @__PURE__ */ endpoint('GET', '/api/users/data', { auth: 'student', answer: familyData });
export const deleteAccount = /* @__PURE__ */ endpoint('DELETE', '/api/users/account', {
  auth: 'student', body: account.confirmedByPasswordSchema, answer: done, errors: ['rate_limited'],
});

export const listLessons = /* @__PURE__ */ endpoint('GET', '/api/lessons', {
  auth: 'student', query: lesson.windowSchema, answer: lessons, retry: RETRY.loading,
});
export const watchLessons = /* @__PURE__ */ endpoint('GET', '/api/lessons/live', {
  auth: 'student', answer: liveStream, isStream: true,
});
export const bookLesson = /* @__PURE__ */ endpoint('POST', '/api/bookings', {
  auth: 'student', body: booking.newBookingSchema, answer: booked, status: 201,
  errors: ['lesson_not_found', 'lesson_started', 'already_booked', 'insufficient_credits', 'lesson_full'],
});
export const cancelBooking = /* @__PURE__ */ endpoint('DELETE', '/api/bookings/{bookingId}', {
  auth: 'student', params: bookingParams, answer: cancelled, errors: ['booking_not_found', 'lesson_started', 'too_late_to_cancel'],
});

export const createCheckout = /* @__PURE__ */ endpoint('POST', '/api/payments/create-checkout', {
  auth: 'student', body: credits.purchaseSchema, answer: checkout, errors: ['payments_unavailable', 'payment_provider_error'],
});
export const listProducts = /* @__PURE__ */ endpoint('GET', '/api/payments/products', { auth: 'none', answer: products });
export const getPayment = /* @__PURE__ */ endpoint('GET', '/api/payments/{session_id}', {
  auth: 'student', params: paymentParams, answer: onePayment, errors: ['payment_not_found'],
});
export const stripeWebhook = /* @__PURE__ */ endpoint('POST', '/api/payments/webhook', { auth: 'none', answer: done, errors: ['invalid_signature'] });

export const health = /* @__PURE__ */ endpoint('GET', '/api/health', { auth: 'none', answer: done });
