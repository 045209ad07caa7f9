// Endpoints for the signed-in tutor.
import * as z from 'zod/mini';

import * as activity from '../activity.ts';
import { confirmedByPasswordSchema, newPasswordSchema } from '../auth/sign-in.ts';
import * as twoFactor from '../auth/two-factor.ts';
import { endpoint, ok } from '../endpoint.ts';
import * as caught from '../enquiries/caught.ts';
import * as enquiry from '../enquiries/enquiry-list.ts';
import * as freeLesson from '../enquiries/free-lesson.ts';
import { lessonIdSchema } from '../entity-id.ts';
import * as figures from '../figures/figures.ts';
import * as lesson from '../lessons/lesson.ts';
import * as term from '../lessons/term.ts';
import * as familyRecord from '../tutor/family-record.ts';
import * as settings from '../tutor/settings.ts';
import * as email from '../tutor/undelivered-email.ts';
import { windowSchema } from '../window.ts';

const done = ok({});
const customers = ok({ customers: z.array(enquiry.enquirySchema), total: z.int() });
const oneLesson = ok({ lesson: lesson.adminLessonSchema });
const adminLessons = ok({ lessons: z.array(lesson.adminLessonSchema) });
const balance = ok({ creditsRemaining: z.int() });
const oneEnquiry = ok({ customer: enquiry.enquirySchema });
const tutorSettings = ok({ settings: settings.settingsSchema });
const families = ok({ students: z.array(familyRecord.familySummarySchema) });
const record = ok({ record: familyRecord.familyRecordSchema });
const activities = ok({ activities: z.array(activity.activitySchema) });
const undelivered = ok({ emails: z.array(email.undeliveredEmailSchema) });
const twoFactorState = ok({ two_factor: twoFactor.twoFactorStateSchema });
const twoFactorSetup = ok({ setup: twoFactor.twoFactorSetupSchema });
const recoveryCodes = ok({ recovery_codes: z.array(z.string()) });
const enquiryParams = z.object({ id: enquiry.enquiryIdSchema });
const familyParams = z.object({ id: familyRecord.familyIdSchema });
const lessonParams = z.object({ id: lessonIdSchema });
const emailParams = z.object({ id: email.emailIdSchema });

export const listEnquiries = endpoint('GET', '/api/admin/customers', {
  summary: 'List enquiries, newest first',
  auth: 'admin',
  answer: customers,
});
export const listAdminLessons = endpoint('GET', '/api/lessons/admin', {
  summary: 'List lessons with the students who are booked',
  auth: 'admin',
  query: windowSchema,
  answer: ok({ lessons: z.array(lesson.plannedLessonSchema) }),
});
export const createLesson = endpoint('POST', '/api/lessons', {
  summary: 'Create a lesson',
  auth: 'admin',
  accountLimit: 'write',
  idempotent: true,
  body: lesson.newLessonSchema,
  answer: oneLesson,
  status: 201,
  errors: ['topic_not_found', 'topic_archived'],
});
export const updateLesson = endpoint('PUT', '/api/lessons/{id}', {
  summary: 'Change a lesson',
  auth: 'admin',
  accountLimit: 'write',
  params: lessonParams,
  body: lesson.lessonChangesSchema,
  answer: oneLesson,
  errors: ['lesson_not_found', 'topic_not_found', 'topic_archived', 'topic_in_use', 'below_booked'],
});
export const deleteLesson = endpoint('DELETE', '/api/lessons/{id}', {
  summary: 'Delete a lesson and return the credits of its bookings',
  auth: 'admin',
  accountLimit: 'write',
  params: lessonParams,
  answer: done,
  errors: ['lesson_not_found'],
});
export const listCaught = endpoint('GET', '/api/admin/caught', {
  summary: 'List what the trap for bots has caught, newest first',
  auth: 'admin',
  answer: ok({ caught: z.array(caught.caughtFormSchema) }),
});
export const restoreCaught = endpoint('POST', '/api/admin/caught/{id}/restore', {
  summary: 'Make an enquiry of what the trap for bots has caught',
  auth: 'admin',
  accountLimit: 'write',
  params: z.object({ id: caught.caughtFormIdSchema }),
  answer: oneEnquiry,
  status: 201,
});
export const updateEnquiry = endpoint('PUT', '/api/admin/customers/{id}', {
  summary: 'Change the status or the note of an enquiry',
  auth: 'admin',
  accountLimit: 'write',
  params: enquiryParams,
  body: enquiry.enquiryChangesSchema,
  answer: oneEnquiry,
});
export const deleteEnquiry = endpoint('DELETE', '/api/admin/customers/{id}', {
  summary: 'Delete an enquiry with its emails',
  auth: 'admin',
  accountLimit: 'write',
  params: enquiryParams,
  answer: done,
});
export const inviteEnquirer = endpoint('POST', '/api/admin/customers/{id}/invite', {
  summary: 'Invite an enquirer to a free first lesson',
  auth: 'admin',
  accountLimit: 'write',
  params: enquiryParams,
  body: freeLesson.newEnquiryInvitationSchema,
  answer: oneEnquiry,
  errors: ['lesson_not_found', 'lesson_started', 'lesson_full', 'already_joined'],
});
export const withdrawEnquiryInvitation = endpoint('DELETE', '/api/admin/customers/{id}/invite', {
  summary: 'Withdraw an invitation to a free first lesson',
  auth: 'admin',
  accountLimit: 'write',
  params: enquiryParams,
  answer: oneEnquiry,
  errors: ['invitation_not_found'],
});
export const getFigures = endpoint('GET', '/api/admin/figures', {
  summary: 'Return lessons by week and time, and money and families by month',
  auth: 'admin',
  query: figures.figuresWindow,
  answer: ok({ figures: figures.figuresSchema }),
});
export const getFunnel = endpoint('GET', '/api/admin/funnel', {
  summary: 'Count the enquiries that reached each step',
  auth: 'admin',
  answer: ok({ funnel: z.array(enquiry.funnelSchema) }),
});
export const getSettings = endpoint('GET', '/api/admin/settings', {
  summary: "Get the tutor's settings",
  auth: 'admin',
  answer: tutorSettings,
});
export const updateSettings = endpoint('PUT', '/api/admin/settings', {
  summary: "Change the tutor's settings",
  auth: 'admin',
  accountLimit: 'write',
  body: settings.settingsChangesSchema,
  answer: tutorSettings,
  errors: ['settings_changed'],
});
export const previewEmail = endpoint('POST', '/api/admin/settings/preview', {
  summary: 'Preview an email with a greeting or a template',
  auth: 'admin',
  accountLimit: 'write',
  body: settings.previewRequestSchema,
  answer: ok({ preview: settings.emailPreviewSchema }),
});
export const sendTestEmail = endpoint('POST', '/api/admin/settings/test-email', {
  summary: 'Send a test email to the tutor',
  auth: 'admin',
  accountLimit: 'testEmail',
  answer: ok({ email: z.string() }),
});
export const reportExport = endpoint('POST', '/api/admin/customers/export', {
  summary: 'Record an export of enquiries',
  auth: 'admin',
  accountLimit: 'write',
  body: activity.exportReportSchema,
  answer: done,
});
export const repeatLesson = endpoint('POST', '/api/admin/lessons/repeat', {
  summary: 'Create a lesson for each of several weeks',
  auth: 'admin',
  accountLimit: 'write',
  idempotent: true,
  body: lesson.repeatedLessonSchema,
  answer: adminLessons,
  status: 201,
  errors: ['topic_not_found', 'topic_archived'],
});
export const planTerm = endpoint('POST', '/api/lessons/term', {
  summary: 'Create the lessons of a term, all of them or none',
  auth: 'admin',
  accountLimit: 'write',
  idempotent: true,
  body: term.newTermSchema,
  answer: adminLessons,
  status: 201,
  errors: ['topic_not_found', 'topic_archived'],
});
export const copyWeek = endpoint('POST', '/api/admin/lessons/copy-week', {
  summary: "Copy a week's lessons to another week",
  auth: 'admin',
  accountLimit: 'write',
  idempotent: true,
  body: lesson.copiedWeekSchema,
  answer: adminLessons,
  status: 201,
});
export const listFamilies = endpoint('GET', '/api/admin/students', {
  summary: 'List families with their credits',
  auth: 'admin',
  answer: families,
});
export const getFamilyRecord = endpoint('GET', '/api/admin/students/{id}', {
  summary: "Return a family's account, bookings and ledger",
  auth: 'admin',
  params: familyParams,
  answer: record,
});
export const adjustCredits = endpoint('POST', '/api/admin/students/{id}/credits', {
  summary: 'Give or take credits, with a reason',
  auth: 'admin',
  accountLimit: 'write',
  idempotent: true,
  params: familyParams,
  body: familyRecord.adjustmentSchema,
  answer: balance,
  errors: ['insufficient_credits'],
});
export const listActivities = endpoint('GET', '/api/admin/activity', {
  summary: "List the tutor's actions",
  auth: 'admin',
  query: windowSchema,
  answer: activities,
});
export const listUndeliveredEmails = endpoint('GET', '/api/admin/emails/undelivered', {
  summary: 'List emails that could not be delivered',
  auth: 'admin',
  answer: undelivered,
});
export const sendEmailAgain = endpoint('POST', '/api/admin/emails/{id}/send', {
  summary: 'Send an undelivered email again',
  auth: 'admin',
  accountLimit: 'write',
  params: emailParams,
  answer: done,
});
export const dismissEmail = endpoint('DELETE', '/api/admin/emails/{id}', {
  summary: 'Dismiss an undelivered email',
  auth: 'admin',
  accountLimit: 'write',
  params: emailParams,
  answer: done,
});
export const changeAdminPassword = endpoint('PUT', '/api/admin/password', {
  summary: "Change the tutor's password",
  auth: 'admin',
  accountLimit: 'changedPassword',
  body: newPasswordSchema,
  answer: done,
});
export const getTwoFactor = endpoint('GET', '/api/admin/two-factor', {
  summary: 'Return whether two-factor sign-in is on',
  auth: 'admin',
  answer: twoFactorState,
});
export const setUpTwoFactor = endpoint('POST', '/api/admin/two-factor/setup', {
  summary: 'Start to set up two-factor sign-in',
  auth: 'admin',
  accountLimit: 'twoFactorSetup',
  body: confirmedByPasswordSchema,
  answer: twoFactorSetup,
});
export const enableTwoFactor = endpoint('POST', '/api/admin/two-factor/enable', {
  summary: 'Switch two-factor sign-in on',
  auth: 'admin',
  accountLimit: 'twoFactorOn',
  body: twoFactor.twoFactorCodeSchema,
  answer: recoveryCodes,
});
export const disableTwoFactor = endpoint('POST', '/api/admin/two-factor/disable', {
  summary: 'Switch two-factor sign-in off',
  auth: 'admin',
  accountLimit: 'twoFactorOff',
  body: twoFactor.twoFactorOffSchema,
  answer: done,
});
