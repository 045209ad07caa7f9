// Calls of the tutor about enquiries.
import * as z from 'zod/mini';

import * as activity from '../activity.ts';
import { ok, endpoint } from '../endpoint.ts';
import * as caught from './caught.ts';
import * as enquiry from './enquiry-list.ts';
import * as freeLesson from './free-lesson.ts';

const done = ok({});
const customers = ok({ customers: z.array(enquiry.enquirySchema), total: z.int() });
const oneEnquiry = ok({ customer: enquiry.enquirySchema });
const enquiryParams = z.object({ id: enquiry.enquiryIdSchema });

export const listEnquiries = endpoint('GET', '/api/admin/customers', {
  summary: 'List enquiries, newest first',
  auth: 'admin',
  answer: customers,
});
export const updateEnquiry = endpoint('PUT', '/api/admin/customers/{id}', {
  summary: 'Change the status or the note of an enquiry',
  auth: 'admin',
  params: enquiryParams,
  body: enquiry.enquiryChangesSchema,
  answer: oneEnquiry,
});
export const deleteEnquiry = endpoint('DELETE', '/api/admin/customers/{id}', {
  summary: 'Delete an enquiry with its emails',
  auth: 'admin',
  params: enquiryParams,
  answer: done,
});
export const inviteEnquirer = endpoint('POST', '/api/admin/customers/{id}/invite', {
  summary: 'Invite an enquirer to a free first lesson',
  auth: 'admin',
  params: enquiryParams,
  body: freeLesson.newEnquiryInvitationSchema,
  answer: oneEnquiry,
  errors: ['lesson_not_found', 'lesson_started', 'lesson_full', 'already_joined'],
});
export const withdrawEnquiryInvitation = endpoint('DELETE', '/api/admin/customers/{id}/invite', {
  summary: 'Withdraw an invitation to a free first lesson',
  auth: 'admin',
  params: enquiryParams,
  answer: oneEnquiry,
  errors: ['invitation_not_found'],
});
export const reportExport = endpoint('POST', '/api/admin/customers/export', {
  summary: 'Record an export of enquiries',
  auth: 'admin',
  body: activity.exportReportSchema,
  answer: done,
});
export const getFunnel = endpoint('GET', '/api/admin/funnel', {
  summary: 'Count the enquiries that reached each step',
  auth: 'admin',
  answer: ok({ funnel: z.array(enquiry.funnelSchema) }),
});
export const listCaught = endpoint('GET', '/api/admin/caught', {
  summary: 'List what the trap for bots has caught, newest first',
  auth: 'admin',
  answer: ok({ caught: z.array(caught.caughtFormSchema) }),
});
export const restoreCaught = endpoint('POST', '/api/admin/caught/{id}/restore', {
  summary: 'Make an enquiry of what the trap for bots has caught',
  auth: 'admin',
  params: z.object({ id: caught.caughtFormIdSchema }),
  answer: oneEnquiry,
  status: 201,
});
