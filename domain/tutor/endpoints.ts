// Calls of the tutor about settings, families, the activity log and undelivered emails.
import * as z from 'zod/mini';

import * as activity from '../activity.ts';
import { ok, endpoint } from '../endpoint.ts';
import { BODY_BYTES } from '../limits.ts';
import { windowSchema } from '../window.ts';
import * as familyRecord from './family-record.ts';
import * as settings from './settings.ts';
import * as email from './undelivered-email.ts';

const done = ok({});
const balance = ok({ creditsRemaining: z.int() });
const tutorSettings = ok({ settings: settings.settingsSchema });
const families = ok({ students: z.array(familyRecord.familySummarySchema) });
const record = ok({ record: familyRecord.familyRecordSchema });
const activities = ok({ activities: z.array(activity.activitySchema) });
const undelivered = ok({ emails: z.array(email.undeliveredEmailSchema) });
const familyParams = z.object({ id: familyRecord.familyIdSchema });
const emailParams = z.object({ id: email.emailIdSchema });

export const getSettings = endpoint('GET', '/api/admin/settings', {
  summary: "Get the tutor's settings",
  auth: 'admin',
  answer: tutorSettings,
});
export const updateSettings = endpoint('PUT', '/api/admin/settings', {
  summary: "Change the tutor's settings",
  auth: 'admin',
  body: settings.settingsChangesSchema,
  maxBytes: BODY_BYTES.site,
  answer: tutorSettings,
  errors: ['settings_changed'],
});
export const previewEmail = endpoint('POST', '/api/admin/settings/preview', {
  summary: 'Preview an email with a greeting or a template',
  auth: 'admin',
  body: settings.previewRequestSchema,
  answer: ok({ preview: settings.emailPreviewSchema }),
});
export const sendTestEmail = endpoint('POST', '/api/admin/settings/test-email', {
  summary: 'Send a test email to the tutor',
  auth: 'admin',
  accountLimit: 'testEmail',
  answer: ok({ email: z.string() }),
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
  params: emailParams,
  answer: done,
});
export const dismissEmail = endpoint('DELETE', '/api/admin/emails/{id}', {
  summary: 'Dismiss an undelivered email',
  auth: 'admin',
  params: emailParams,
  answer: done,
});
