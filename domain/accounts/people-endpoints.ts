// Calls of a family about its students, parents and invitations.
import * as z from 'zod/mini';

import { confirmedByPasswordSchema } from '../auth/passwords.ts';
import { endpoint, ok } from '../endpoint.ts';
import { studentIdSchema } from '../entity-id.ts';
import * as people from '../people/family.ts';
import { newStudentSchema, studentChangesSchema } from '../people/student-rules.ts';
import { studentSchema } from '../people/student.ts';

const done = ok({});
const oneStudent = ok({ student: studentSchema });
const studentParams = z.object({ id: studentIdSchema });
const parentParams = z.object({ id: people.parentIdSchema });
const invitationParams = z.object({ id: people.invitationIdSchema });

export const getFamily = endpoint('GET', '/api/users/family', {
  summary: 'Return the parents, students and open invitations of the family',
  auth: 'family',
  answer: ok({ family: people.familySchema }),
});
export const addStudent = endpoint('POST', '/api/users/students', {
  summary: 'Add a student to the family',
  auth: 'family',
  body: newStudentSchema,
  answer: oneStudent,
  status: 201,
  errors: ['too_many_students', 'student_exists'],
});
export const updateStudent = endpoint('PUT', '/api/users/students/{id}', {
  summary: 'Change a student, or whether they may book by themselves',
  auth: 'family',
  params: studentParams,
  body: studentChangesSchema,
  answer: oneStudent,
  errors: ['student_not_found', 'student_exists'],
});
export const removeStudent = endpoint('DELETE', '/api/users/students/{id}', {
  summary: 'Remove a student with their sign-in and invitation',
  auth: 'family',
  params: studentParams,
  answer: done,
  errors: ['student_not_found', 'last_student', 'has_bookings'],
});
export const removeSignIn = endpoint('DELETE', '/api/users/students/{id}/sign-in', {
  summary: "Remove a student's sign-in",
  auth: 'family',
  params: studentParams,
  answer: done,
  errors: ['student_not_found'],
});
export const invite = endpoint('POST', '/api/users/invitations', {
  summary: 'Email an invitation to a second parent or to a student',
  auth: 'family',
  addressLimit: 'daily',
  accountLimit: 'invitation',
  body: people.newInvitationSchema,
  answer: ok({ invitation: people.invitationSchema }),
  status: 201,
  errors: ['email_unconfirmed', 'email_taken', 'too_many_parents', 'sign_in_exists'],
});
export const withdrawInvitation = endpoint('DELETE', '/api/users/invitations/{id}', {
  summary: 'Withdraw an invitation',
  auth: 'family',
  params: invitationParams,
  answer: done,
  errors: ['invitation_not_found'],
});
export const removeParent = endpoint('DELETE', '/api/users/parents/{id}', {
  summary: 'Remove a parent from the family',
  auth: 'family',
  accountLimit: 'removedParent',
  params: parentParams,
  body: confirmedByPasswordSchema,
  answer: done,
  errors: ['last_parent'],
});
