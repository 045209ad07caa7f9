// Endpoints for new accounts: the first admin's, and those of families.
import * as z from 'zod/mini';

import { adminSchema, sessionSchema } from '../auth/session.ts';
import { setupSchema } from '../auth/sign-in.ts';
import { endpoint, ok } from '../endpoint.ts';
import { familyUserSchema } from '../people/account.ts';
import * as signUp from '../people/sign-up.ts';

const adminSession = ok({ session: sessionSchema, user: adminSchema });
/** The outcome of a sign-up with an invitation; left out without one. */
const registered = ok({
  user: familyUserSchema,
  free_lesson: z.optional(z.enum(signUp.freeLessonOutcomes)),
});
const confirmed = ok({ outcome: z.enum(signUp.confirmationOutcomes) });

export const setUp = endpoint('POST', '/api/setup', {
  summary: 'Make the first admin by the one-time address, and sign in',
  auth: 'none',
  body: setupSchema,
  answer: adminSession,
  status: 201,
  addressLimit: 'seldom',
  errors: ['setup_not_found'],
});

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
