// Calls that create accounts: the sign-up and invitations.
import * as z from 'zod/mini';

import { sessionSchema } from '../auth/session.ts';
import { ok, endpoint } from '../endpoint.ts';
import { openEnquiryInvitationSchema } from '../enquiries/free-lesson.ts';
import { familyUserSchema } from '../people/account.ts';
import * as people from '../people/family.ts';
import * as signUp from '../people/sign-up.ts';

const openInvitation = ok({
  invitation: z.union([
    people.openInvitationSchema,
    openEnquiryInvitationSchema,
    people.openImportInvitationSchema,
  ]),
});
/** The outcome of a sign-up with an invitation; left out without one. */
const registered = ok({
  user: familyUserSchema,
  free_lesson: z.optional(z.enum(signUp.freeLessonOutcomes)),
});
const confirmed = ok({ outcome: z.enum(signUp.confirmationOutcomes) });

export const register = endpoint('POST', '/api/user-auth/register', {
  summary: 'Create a parent account',
  auth: 'none',
  body: signUp.registrationSchema,
  answer: registered,
  status: 201,
  addressLimit: 'daily',
  errors: ['email_taken', 'invitation_not_found'],
});
export const confirmEmail = endpoint('POST', '/api/user-auth/confirm-email', {
  summary: 'Confirm an email address by the link sent to it',
  auth: 'none',
  body: signUp.emailConfirmationSchema,
  answer: confirmed,
  addressLimit: 'seldom',
  errors: ['invalid_confirmation_token', 'email_taken'],
});
export const readInvitation = endpoint('POST', '/api/invitations/read', {
  summary: 'Return what an invitation is for, by its token',
  auth: 'none',
  addressLimit: 'seldom',
  body: people.invitationTokenSchema,
  answer: openInvitation,
  errors: ['invitation_not_found'],
});
export const acceptInvitation = endpoint('POST', '/api/user-auth/accept', {
  summary: 'Accept an invitation: create the sign-in that it is for, and sign in',
  auth: 'none',
  addressLimit: 'seldom',
  body: people.acceptanceSchema,
  answer: ok({ session: sessionSchema, user: familyUserSchema }),
  status: 201,
  errors: ['invitation_not_found', 'email_taken'],
});
