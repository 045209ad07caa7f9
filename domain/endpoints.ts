// The API on one screen: every call, in the order of the product's call table. Lines marked pure keep
// the calls that a page never makes out of its script.
import * as z from 'zod/mini';

import * as account from './account.ts';
import * as activity from './activity.ts';
import * as booking from './booking.ts';
import * as credits from './credits.ts';
import { endpoint, ok } from './endpoint.ts';
import * as enquiry from './enquiry.ts';
import * as family from './family.ts';
import * as lesson from './lesson.ts';
import { RETRY } from './limits.ts';
import * as mail from './mail.ts';
import * as payment from './payment.ts';
import * as studentRecord from './student-record.ts';
import * as twoFactor from './two-factor.ts';

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
const ledger = /* @__PURE__ */ ok({ entries: /* @__PURE__ */ z.array(credits.ledgerEntrySchema), hasEarlier: /* @__PURE__ */ z.boolean() });
const familyData = /* @__PURE__ */ ok({ data: family.familyDataSchema });
const liveStream = /* @__PURE__ */ z.string();
const onePayment = /* @__PURE__ */ ok({ payment: payment.paymentSchema });

const oneCustomer = /* @__PURE__ */ ok({ customer: enquiry.customerSchema });
const oneBooking = /* @__PURE__ */ ok({ booking: booking.adminBookingSchema });
const students = /* @__PURE__ */ ok({ students: /* @__PURE__ */ z.array(studentRecord.studentSummarySchema) });
const record = /* @__PURE__ */ ok({ record: studentRecord.studentRecordSchema });
const activities = /* @__PURE__ */ ok({ activities: /* @__PURE__ */ z.array(activity.activitySchema) });
const undelivered = /* @__PURE__ */ ok({ mails: /* @__PURE__ */ z.array(mail.undeliveredMailSchema) });
const twoFactorState = /* @__PURE__ */ ok({ two_factor: twoFactor.twoFactorStateSchema });
const twoFactorSetup = /* @__PURE__ */ ok({ setup: twoFactor.twoFactorSetupSchema });
const recoveryCodes = /* @__PURE__ */ ok({ recovery_codes: /* @__PURE__ */ z.array(/* @__PURE__ */ z.string()) });

const customerParams = /* @__PURE__ */ z.object({ id: enquiry.customerIdSchema });
const studentParams = /* @__PURE__ */ z.object({ id: studentRecord.studentIdSchema });
const purchaseParams = /* @__PURE__ */ z.object({ id: studentRecord.purchaseIdSchema });
const lessonParams = /* @__PURE__ */ z.object({ id: lesson.lessonIdSchema });
const bookingParams = /* @__PURE__ */ z.object({ bookingId: booking.bookingIdSchema });
const mailParams = /* @__PURE__ */ z.object({ id: mail.mailIdSchema });
const paymentParams = /* @__PURE__ */ z.object({ session_id: /* @__PURE__ */ z.string() });

export const registerInterest = /* @__PURE__ */ endpoint('POST', '/api/customers', {
  auth: 'none', body: enquiry.enquirySchema, answer: done, status: 201, limited: true, idempotent: true,
  retry: RETRY.registration,
});

export const adminLogin = /* @__PURE__ */ endpoint('POST', '/api/auth/login', {
  auth: 'none', body: account.adminSignInSchema, answer: adminSession, limited: true,
  errors: ['invalid_credentials', 'two_factor_required', 'invalid_code'],
});
export const adminLogout = /* @__PURE__ */ endpoint('POST', '/api/auth/logout', { auth: 'admin', limit: 'none', answer: done, deadTokenIsFine: true });
export const adminRefresh = /* @__PURE__ */ endpoint('POST', '/api/auth/refresh', {
  auth: 'none', body: account.refreshSchema, answer: adminSession, errors: ['unauthenticated'],
});
export const adminForgotPassword = /* @__PURE__ */ endpoint('POST', '/api/auth/forgot-password', {
  auth: 'none', body: account.forgottenPasswordSchema, answer: done, limited: true,
});
export const adminResetPassword = /* @__PURE__ */ endpoint('POST', '/api/auth/reset-password', {
  auth: 'none', body: account.passwordResetSchema, answer: done, errors: ['invalid_reset_token'],
});
export const adminVerify = /* @__PURE__ */ endpoint('GET', '/api/auth/verify', { auth: 'admin', answer: admin });
export const listCustomers = /* @__PURE__ */ endpoint('GET', '/api/admin/customers', { auth: 'admin', answer: customers, retry: RETRY.loading });

export const listAdminLessons = /* @__PURE__ */ endpoint('GET', '/api/lessons/admin', { auth: 'admin', query: lesson.windowSchema, answer: adminLessons });
export const createLesson = /* @__PURE__ */ endpoint('POST', '/api/lessons', { auth: 'admin', limit: 'write', idempotent: true, body: lesson.newLessonSchema, answer: oneLesson, status: 201 });
export const updateLesson = /* @__PURE__ */ endpoint('PUT', '/api/lessons/{id}', {
  auth: 'admin', limit: 'write', params: lessonParams, body: lesson.lessonChangesSchema, answer: oneLesson, errors: ['lesson_not_found', 'below_booked'],
});
export const deleteLesson = /* @__PURE__ */ endpoint('DELETE', '/api/lessons/{id}', {
  auth: 'admin', limit: 'write', params: lessonParams, answer: done, errors: ['lesson_not_found'],
});
export const listAdminBookings = /* @__PURE__ */ endpoint('GET', '/api/bookings/admin', { auth: 'admin', query: lesson.windowSchema, answer: bookings });

export const register = /* @__PURE__ */ endpoint('POST', '/api/user-auth/register', {
  auth: 'none', body: account.signUpSchema, answer: student, status: 201, limited: true, errors: ['email_taken'],
});
export const login = /* @__PURE__ */ endpoint('POST', '/api/user-auth/login', {
  auth: 'none', body: account.signInSchema, answer: studentSession, limited: true, errors: ['invalid_credentials'],
});
export const logout = /* @__PURE__ */ endpoint('POST', '/api/user-auth/logout', { auth: 'student', limit: 'none', answer: done, deadTokenIsFine: true });
export const refresh = /* @__PURE__ */ endpoint('POST', '/api/user-auth/refresh', {
  auth: 'none', body: account.refreshSchema, answer: studentSession, errors: ['unauthenticated'],
});
export const forgotPassword = /* @__PURE__ */ endpoint('POST', '/api/user-auth/forgot-password', {
  auth: 'none', body: account.forgottenPasswordSchema, answer: done, limited: true,
});
export const resetPassword = /* @__PURE__ */ endpoint('POST', '/api/user-auth/reset-password', {
  auth: 'none', body: account.passwordResetSchema, answer: done, errors: ['invalid_reset_token'],
});
export const confirmEmail = /* @__PURE__ */ endpoint('POST', '/api/user-auth/confirm-email', {
  auth: 'none', body: account.emailConfirmationSchema, answer: done, limited: true, errors: ['invalid_confirmation_token', 'email_taken'],
});
export const verify = /* @__PURE__ */ endpoint('GET', '/api/user-auth/verify', { auth: 'student', answer: student });
export const getProfile = /* @__PURE__ */ endpoint('GET', '/api/users/profile', { auth: 'student', answer: profile, retry: RETRY.loading });

export const updateProfile = /* @__PURE__ */ endpoint('PUT', '/api/users/profile', {
  auth: 'student', limit: 'write', body: account.profileChangesSchema, answer: student, errors: ['email_taken'],
});
export const changePassword = /* @__PURE__ */ endpoint('PUT', '/api/users/password', {
  auth: 'student', limit: 'changedPassword', body: account.newPasswordSchema, answer: done,
});
export const listCredits = /* @__PURE__ */ endpoint('GET', '/api/users/credits', {
  auth: 'student', query: lesson.windowSchema, answer: ledger, retry: RETRY.loading,
});
export const exportData = /* @__PURE__ */ endpoint('GET', '/api/users/data', { auth: 'student', answer: familyData });
export const deleteAccount = /* @__PURE__ */ endpoint('DELETE', '/api/users/account', {
  auth: 'student', limit: 'deletedAccount', body: account.confirmedByPasswordSchema, answer: done,
});

export const listLessons = /* @__PURE__ */ endpoint('GET', '/api/lessons', {
  auth: 'student', query: lesson.windowSchema, answer: lessons, retry: RETRY.loading,
});
export const watchLessons = /* @__PURE__ */ endpoint('GET', '/api/lessons/live', {
  auth: 'student', answer: liveStream, isStream: true, errors: ['rate_limited'],
});
export const bookLesson = /* @__PURE__ */ endpoint('POST', '/api/bookings', {
  auth: 'student', limit: 'booking', idempotent: true, body: booking.newBookingSchema, answer: booked, status: 201,
  errors: ['lesson_not_found', 'lesson_started', 'already_booked', 'insufficient_credits', 'lesson_full'],
});
export const cancelBooking = /* @__PURE__ */ endpoint('DELETE', '/api/bookings/{bookingId}', {
  auth: 'student', limit: 'booking', idempotent: true, params: bookingParams, answer: cancelled, errors: ['booking_not_found', 'lesson_started', 'too_late_to_cancel'],
});

export const createCheckout = /* @__PURE__ */ endpoint('POST', '/api/payments/create-checkout', {
  auth: 'student', limit: 'checkout', body: credits.purchaseSchema, answer: checkout, errors: ['payments_unavailable', 'payment_provider_error'],
});
export const listProducts = /* @__PURE__ */ endpoint('GET', '/api/payments/products', { auth: 'none', answer: products });
export const getPayment = /* @__PURE__ */ endpoint('GET', '/api/payments/{session_id}', {
  auth: 'student', params: paymentParams, answer: onePayment, errors: ['payment_not_found'],
});
export const stripeWebhook = /* @__PURE__ */ endpoint('POST', '/api/payments/webhook', { auth: 'none', answer: done, errors: ['invalid_signature', 'payments_unavailable'] });

export const health = /* @__PURE__ */ endpoint('GET', '/api/health', { auth: 'none', answer: done });

// The tutor's area beyond the call table.
export const updateCustomer = /* @__PURE__ */ endpoint('PUT', '/api/admin/customers/{id}', {
  auth: 'admin', limit: 'write', params: customerParams, body: enquiry.customerChangesSchema, answer: oneCustomer,
});
export const deleteCustomer = /* @__PURE__ */ endpoint('DELETE', '/api/admin/customers/{id}', { auth: 'admin', limit: 'write', params: customerParams, answer: done });
export const reportExport = /* @__PURE__ */ endpoint('POST', '/api/admin/customers/export', { auth: 'admin', limit: 'write', body: activity.exportReportSchema, answer: done });
export const repeatLesson = /* @__PURE__ */ endpoint('POST', '/api/admin/lessons/repeat', {
  auth: 'admin', limit: 'write', idempotent: true, body: lesson.repeatedLessonSchema, answer: adminLessons, status: 201,
});
export const copyWeek = /* @__PURE__ */ endpoint('POST', '/api/admin/lessons/copy-week', {
  auth: 'admin', limit: 'write', idempotent: true, body: lesson.copiedWeekSchema, answer: adminLessons, status: 201,
});
export const markAttendance = /* @__PURE__ */ endpoint('PUT', '/api/admin/bookings/{bookingId}/attendance', {
  auth: 'admin', limit: 'write', params: bookingParams, body: booking.attendanceSchema, answer: oneBooking,
  errors: ['booking_not_found', 'lesson_not_started', 'insufficient_credits'],
});
export const listStudents = /* @__PURE__ */ endpoint('GET', '/api/admin/students', { auth: 'admin', answer: students });
export const getStudentRecord = /* @__PURE__ */ endpoint('GET', '/api/admin/students/{id}', { auth: 'admin', params: studentParams, answer: record });
export const adjustCredits = /* @__PURE__ */ endpoint('POST', '/api/admin/students/{id}/credits', {
  auth: 'admin', limit: 'write', idempotent: true, params: studentParams, body: studentRecord.adjustmentSchema, answer: cancelled, errors: ['insufficient_credits'],
});
export const resendReceipt = /* @__PURE__ */ endpoint('POST', '/api/admin/payments/{id}/receipt', {
  auth: 'admin', limit: 'write', params: purchaseParams, answer: done, errors: ['payment_not_found'],
});
export const listActivities = /* @__PURE__ */ endpoint('GET', '/api/admin/activity', { auth: 'admin', query: lesson.windowSchema, answer: activities });
export const listUndeliveredMails = /* @__PURE__ */ endpoint('GET', '/api/admin/mails/undelivered', { auth: 'admin', answer: undelivered });
export const sendMailAgain = /* @__PURE__ */ endpoint('POST', '/api/admin/mails/{id}/send', { auth: 'admin', limit: 'write', params: mailParams, answer: done });
export const dismissMail = /* @__PURE__ */ endpoint('DELETE', '/api/admin/mails/{id}', { auth: 'admin', limit: 'write', params: mailParams, answer: done });
export const changeAdminPassword = /* @__PURE__ */ endpoint('PUT', '/api/admin/password', {
  auth: 'admin', limit: 'changedPassword', body: account.newPasswordSchema, answer: done,
});
export const getTwoFactor = /* @__PURE__ */ endpoint('GET', '/api/admin/two-factor', { auth: 'admin', answer: twoFactorState });
export const setUpTwoFactor = /* @__PURE__ */ endpoint('POST', '/api/admin/two-factor/setup', {
  auth: 'admin', limit: 'twoFactorSetup', body: account.confirmedByPasswordSchema, answer: twoFactorSetup,
});
export const enableTwoFactor = /* @__PURE__ */ endpoint('POST', '/api/admin/two-factor/enable', {
  auth: 'admin', limit: 'twoFactorOn', body: twoFactor.twoFactorCodeSchema, answer: recoveryCodes,
});
export const disableTwoFactor = /* @__PURE__ */ endpoint('POST', '/api/admin/two-factor/disable', {
  auth: 'admin', limit: 'twoFactorOff', body: twoFactor.twoFactorOffSchema, answer: done,
});
