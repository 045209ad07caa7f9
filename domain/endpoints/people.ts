// Endpoints for parents who manage their family's people, and for people they invite.
import * as z from 'zod/mini';

import * as account from '../account.ts';
import { endpoint, ok } from '../endpoint.ts';
import { openEnquiryInvitationSchema } from '../free-lesson.ts';
import * as people from '../people.ts';
import * as student from '../student.ts';

const done = ok({});
const oneStudent = ok({ student: student.studentSchema });
const openInvitation = ok({
  invitation: z.union([people.openInvitationSchema, openEnquiryInvitationSchema]),
});
const studentParams = z.object({ id: student.studentIdSchema });
const parentParams = z.object({ id: people.parentIdSchema });
const invitationParams = z.object({ id: people.invitationIdSchema });

export const getFamily = endpoint('GET', '/api/users/family', {
  auth: 'family',
  answer: ok({ family: people.familySchema }),
});
export const addStudent = endpoint('POST', '/api/users/students', {
  auth: 'family',
  limit: 'write',
  body: student.newStudentSchema,
  answer: oneStudent,
  status: 201,
  errors: ['too_many_students'],
});
export const updateStudent = endpoint('PUT', '/api/users/students/{id}', {
  auth: 'family',
  limit: 'write',
  params: studentParams,
  body: student.studentChangesSchema,
  answer: oneStudent,
  errors: ['student_not_found'],
});
export const removeStudent = endpoint('DELETE', '/api/users/students/{id}', {
  auth: 'family',
  limit: 'write',
  params: studentParams,
  answer: done,
  errors: ['student_not_found', 'last_student', 'has_bookings'],
});
export const removeSignIn = endpoint('DELETE', '/api/users/students/{id}/sign-in', {
  auth: 'family',
  limit: 'write',
  params: studentParams,
  answer: done,
  errors: ['student_not_found'],
});
export const invite = endpoint('POST', '/api/users/invitations', {
  auth: 'family',
  limit: 'invitation',
  body: people.newInvitationSchema,
  answer: ok({ invitation: people.invitationSchema }),
  status: 201,
  errors: ['email_unconfirmed', 'email_taken', 'too_many_parents', 'sign_in_exists'],
});
export const withdrawInvitation = endpoint('DELETE', '/api/users/invitations/{id}', {
  auth: 'family',
  limit: 'write',
  params: invitationParams,
  answer: done,
  errors: ['invitation_not_found'],
});
export const removeParent = endpoint('DELETE', '/api/users/parents/{id}', {
  auth: 'family',
  limit: 'removedParent',
  params: parentParams,
  body: account.confirmedByPasswordSchema,
  answer: done,
  errors: ['last_parent'],
});

export const readInvitation = endpoint('POST', '/api/invitations/read', {
  auth: 'none',
  limited: true,
  body: people.invitationTokenSchema,
  answer: openInvitation,
  errors: ['invitation_not_found'],
});
export const acceptInvitation = endpoint('POST', '/api/user-auth/accept', {
  auth: 'none',
  limited: true,
  body: people.acceptanceSchema,
  answer: ok({ user: account.familyUserSchema }),
  status: 201,
  errors: ['invitation_not_found', 'email_taken'],
});
