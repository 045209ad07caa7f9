// Endpoints for the signed-in tutor.
import * as z from 'zod/mini';

import * as account from '../account.ts';
import * as activity from '../activity.ts';
import * as booking from '../booking.ts';
import * as customer from '../enquiry-list.ts';
import { endpoint, ok } from '../endpoint.ts';
import * as freeLesson from '../free-lesson.ts';
import * as funnel from '../funnel.ts';
import * as invoice from '../invoice.ts';
import * as lesson from '../lesson.ts';
import * as mail from '../undelivered-email.ts';
import * as settings from '../settings.ts';
import * as familyRecord from '../family-record.ts';
import * as term from '../term.ts';
import * as twoFactor from '../two-factor.ts';
import { windowSchema } from '../window.ts';

const done = ok({});
const customers = ok({ customers: z.array(customer.enquirySchema), total: z.int() });
const oneLesson = ok({ lesson: lesson.adminLessonSchema });
const adminLessons = ok({ lessons: z.array(lesson.adminLessonSchema) });
const bookings = ok({
  bookings: z.array(booking.adminBookingSchema),
  stats: booking.bookingStatsSchema,
});
const balance = ok({ creditsRemaining: z.int() });
const oneEnquiry = ok({ customer: customer.enquirySchema });
const tutorSettings = ok({ settings: settings.settingsSchema });
const oneBooking = ok({ booking: booking.adminBookingSchema });
const students = ok({ students: z.array(familyRecord.familySummarySchema) });
const record = ok({ record: familyRecord.familyRecordSchema });
const activities = ok({ activities: z.array(activity.activitySchema) });
const undelivered = ok({ emails: z.array(mail.undeliveredEmailSchema) });
const twoFactorState = ok({ two_factor: twoFactor.twoFactorStateSchema });
const twoFactorSetup = ok({ setup: twoFactor.twoFactorSetupSchema });
const recoveryCodes = ok({ recovery_codes: z.array(z.string()) });
const oneInvoice = ok(invoice.invoiceAnswer);
const enquiryParams = z.object({ id: customer.enquiryIdSchema });
const studentParams = z.object({ id: familyRecord.familyIdSchema });
const purchaseParams = z.object({ id: familyRecord.purchaseIdSchema });
const lessonParams = z.object({ id: lesson.lessonIdSchema });
const bookingParams = z.object({ bookingId: booking.bookingIdSchema });
const emailParams = z.object({ id: mail.emailIdSchema });

export const listEnquiries = endpoint('GET', '/api/admin/customers', {
  auth: 'admin',
  answer: customers,
});
export const listAdminLessons = endpoint('GET', '/api/lessons/admin', {
  auth: 'admin',
  query: windowSchema,
  answer: adminLessons,
});
export const createLesson = endpoint('POST', '/api/lessons', {
  auth: 'admin',
  limit: 'write',
  idempotent: true,
  body: lesson.newLessonSchema,
  answer: oneLesson,
  status: 201,
});
export const updateLesson = endpoint('PUT', '/api/lessons/{id}', {
  auth: 'admin',
  limit: 'write',
  params: lessonParams,
  body: lesson.lessonChangesSchema,
  answer: oneLesson,
  errors: ['lesson_not_found', 'below_booked'],
});
export const deleteLesson = endpoint('DELETE', '/api/lessons/{id}', {
  auth: 'admin',
  limit: 'write',
  params: lessonParams,
  answer: done,
  errors: ['lesson_not_found'],
});
export const listAdminBookings = endpoint('GET', '/api/bookings/admin', {
  auth: 'admin',
  query: windowSchema,
  answer: bookings,
});
export const updateEnquiry = endpoint('PUT', '/api/admin/customers/{id}', {
  auth: 'admin',
  limit: 'write',
  params: enquiryParams,
  body: customer.enquiryChangesSchema,
  answer: oneEnquiry,
});
export const deleteEnquiry = endpoint('DELETE', '/api/admin/customers/{id}', {
  auth: 'admin',
  limit: 'write',
  params: enquiryParams,
  answer: done,
});
export const inviteEnquirer = endpoint('POST', '/api/admin/customers/{id}/invite', {
  auth: 'admin',
  limit: 'write',
  params: enquiryParams,
  body: freeLesson.newEnquiryInvitationSchema,
  answer: oneEnquiry,
  errors: ['lesson_not_found', 'lesson_started', 'lesson_full', 'already_joined'],
});
export const withdrawEnquiryInvitation = endpoint('DELETE', '/api/admin/customers/{id}/invite', {
  auth: 'admin',
  limit: 'write',
  params: enquiryParams,
  answer: oneEnquiry,
  errors: ['invitation_not_found'],
});
export const getFunnel = endpoint('GET', '/api/admin/funnel', {
  auth: 'admin',
  answer: ok({ funnel: z.array(funnel.funnelSchema) }),
});
export const getSettings = endpoint('GET', '/api/admin/settings', {
  auth: 'admin',
  answer: tutorSettings,
});
export const updateSettings = endpoint('PUT', '/api/admin/settings', {
  auth: 'admin',
  limit: 'write',
  body: settings.settingsChangesSchema,
  answer: tutorSettings,
});
export const previewEmail = endpoint('POST', '/api/admin/settings/preview', {
  auth: 'admin',
  limit: 'write',
  body: settings.previewRequestSchema,
  answer: ok({ preview: settings.emailPreviewSchema }),
});
export const sendTestEmail = endpoint('POST', '/api/admin/settings/test-email', {
  auth: 'admin',
  limit: 'testEmail',
  answer: ok({ email: z.string() }),
});
export const reportExport = endpoint('POST', '/api/admin/customers/export', {
  auth: 'admin',
  limit: 'write',
  body: activity.exportReportSchema,
  answer: done,
});
export const repeatLesson = endpoint('POST', '/api/admin/lessons/repeat', {
  auth: 'admin',
  limit: 'write',
  idempotent: true,
  body: lesson.repeatedLessonSchema,
  answer: adminLessons,
  status: 201,
});
export const planTerm = endpoint('POST', '/api/lessons/term', {
  auth: 'admin',
  limit: 'write',
  idempotent: true,
  body: term.newTermSchema,
  answer: adminLessons,
  status: 201,
});
export const copyWeek = endpoint('POST', '/api/admin/lessons/copy-week', {
  auth: 'admin',
  limit: 'write',
  idempotent: true,
  body: lesson.copiedWeekSchema,
  answer: adminLessons,
  status: 201,
});
export const markAttendance = endpoint('PUT', '/api/admin/bookings/{bookingId}/attendance', {
  auth: 'admin',
  limit: 'write',
  params: bookingParams,
  body: booking.attendanceSchema,
  answer: oneBooking,
  errors: ['booking_not_found', 'lesson_not_started', 'insufficient_credits'],
});
export const listStudents = endpoint('GET', '/api/admin/students', {
  auth: 'admin',
  answer: students,
});
export const getStudentRecord = endpoint('GET', '/api/admin/students/{id}', {
  auth: 'admin',
  params: studentParams,
  answer: record,
});
export const adjustCredits = endpoint('POST', '/api/admin/students/{id}/credits', {
  auth: 'admin',
  limit: 'write',
  idempotent: true,
  params: studentParams,
  body: familyRecord.adjustmentSchema,
  answer: balance,
  errors: ['insufficient_credits'],
});
export const resendReceipt = endpoint('POST', '/api/admin/payments/{id}/receipt', {
  auth: 'admin',
  limit: 'write',
  params: purchaseParams,
  answer: done,
  errors: ['payment_not_found'],
});
export const getFamilyInvoice = endpoint('GET', '/api/admin/payments/{id}/invoice', {
  auth: 'admin',
  params: purchaseParams,
  answer: oneInvoice,
  errors: ['payment_not_found'],
});
export const listActivities = endpoint('GET', '/api/admin/activity', {
  auth: 'admin',
  query: windowSchema,
  answer: activities,
});
export const listUndeliveredEmails = endpoint('GET', '/api/admin/emails/undelivered', {
  auth: 'admin',
  answer: undelivered,
});
export const sendEmailAgain = endpoint('POST', '/api/admin/emails/{id}/send', {
  auth: 'admin',
  limit: 'write',
  params: emailParams,
  answer: done,
});
export const dismissEmail = endpoint('DELETE', '/api/admin/emails/{id}', {
  auth: 'admin',
  limit: 'write',
  params: emailParams,
  answer: done,
});
export const changeAdminPassword = endpoint('PUT', '/api/admin/password', {
  auth: 'admin',
  limit: 'changedPassword',
  body: account.newPasswordSchema,
  answer: done,
});
export const getTwoFactor = endpoint('GET', '/api/admin/two-factor', {
  auth: 'admin',
  answer: twoFactorState,
});
export const setUpTwoFactor = endpoint('POST', '/api/admin/two-factor/setup', {
  auth: 'admin',
  limit: 'twoFactorSetup',
  body: account.confirmedByPasswordSchema,
  answer: twoFactorSetup,
});
export const enableTwoFactor = endpoint('POST', '/api/admin/two-factor/enable', {
  auth: 'admin',
  limit: 'twoFactorOn',
  body: twoFactor.twoFactorCodeSchema,
  answer: recoveryCodes,
});
export const disableTwoFactor = endpoint('POST', '/api/admin/two-factor/disable', {
  auth: 'admin',
  limit: 'twoFactorOff',
  body: twoFactor.twoFactorOffSchema,
  answer: done,
});
