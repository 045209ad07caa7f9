// Endpoints for account holders: signing in, staying signed in and signing out.
import * as z from 'zod/mini';

import { adminSchema, refreshSchema, sessionSchema } from '../auth/session.ts';
import * as signIn from '../auth/sign-in.ts';
import { endpoint, ok } from '../endpoint.ts';
import * as account from '../families/account.ts';

const done = ok({});
const admin = ok({ user: adminSchema });
const adminSession = ok({ session: sessionSchema, user: adminSchema });
const user = ok({ user: account.familyUserSchema });
/** The outcome of a sign-up with an invitation; left out without one. */
const registered = ok({
  user: account.familyUserSchema,
  free_lesson: z.optional(z.enum(account.freeLessonOutcomes)),
});
const passwordReset = ok({
  /**
   * The addresses whose sign-ins were removed, if the reset was the first proof that the address is
   * the parent's; otherwise null.
   */
  removed: z.nullable(z.array(z.string())),
});
const confirmed = ok({ outcome: z.enum(account.confirmationOutcomes) });
const familySession = ok({ session: sessionSchema, user: account.familyUserSchema });

export const setUp = endpoint('POST', '/api/setup', {
  summary: 'Make the first admin by the one-time address, and sign in',
  auth: 'none',
  body: signIn.setupSchema,
  answer: adminSession,
  status: 201,
  addressLimit: 'seldom',
  errors: ['setup_not_found'],
});
export const adminLogin = endpoint('POST', '/api/auth/login', {
  summary: 'Sign the tutor in',
  auth: 'none',
  body: signIn.adminSignInSchema,
  answer: adminSession,
  addressLimit: 'seldom',
  errors: ['invalid_credentials', 'two_factor_required', 'invalid_code'],
});
export const adminLogout = endpoint('POST', '/api/auth/logout', {
  summary: 'Sign the tutor out',
  auth: 'admin',
  accountLimit: 'none',
  answer: done,
  allowExpiredToken: true,
});
export const adminRefresh = endpoint('POST', '/api/auth/refresh', {
  summary: "Renew the tutor's session",
  auth: 'none',
  body: refreshSchema,
  answer: adminSession,
  addressLimit: 'seldom',
  errors: ['unauthenticated'],
});
export const adminForgotPassword = endpoint('POST', '/api/auth/forgot-password', {
  summary: 'Email the tutor a link to reset the password',
  auth: 'none',
  body: signIn.forgottenPasswordSchema,
  answer: done,
  addressLimit: 'seldom',
});
export const adminResetPassword = endpoint('POST', '/api/auth/reset-password', {
  summary: "Reset the tutor's password by the emailed link",
  auth: 'none',
  body: signIn.passwordResetSchema,
  answer: done,
  addressLimit: 'seldom',
  errors: ['invalid_reset_token'],
});
export const adminVerify = endpoint('GET', '/api/auth/verify', {
  summary: 'Return the tutor who is signed in',
  auth: 'admin',
  answer: admin,
});

export const register = endpoint('POST', '/api/user-auth/register', {
  summary: 'Create a parent account',
  auth: 'none',
  body: account.registrationSchema,
  answer: registered,
  status: 201,
  addressLimit: 'daily',
  errors: ['email_taken', 'invitation_not_found'],
});
export const login = endpoint('POST', '/api/user-auth/login', {
  summary: 'Sign a parent in',
  auth: 'none',
  body: signIn.signInSchema,
  answer: familySession,
  addressLimit: 'seldom',
  errors: ['invalid_credentials'],
});
export const logout = endpoint('POST', '/api/user-auth/logout', {
  summary: 'Sign a parent out',
  auth: 'family',
  students: 'all',
  accountLimit: 'none',
  answer: done,
  allowExpiredToken: true,
});
export const refresh = endpoint('POST', '/api/user-auth/refresh', {
  summary: "Renew a parent's session",
  auth: 'none',
  body: refreshSchema,
  answer: familySession,
  addressLimit: 'seldom',
  errors: ['unauthenticated'],
});
export const forgotPassword = endpoint('POST', '/api/user-auth/forgot-password', {
  summary: 'Email a parent a link to reset the password',
  auth: 'none',
  body: signIn.forgottenPasswordSchema,
  answer: done,
  addressLimit: 'seldom',
});
export const resetPassword = endpoint('POST', '/api/user-auth/reset-password', {
  summary: "Reset a parent's password by the emailed link",
  auth: 'none',
  body: signIn.passwordResetSchema,
  answer: passwordReset,
  addressLimit: 'seldom',
  errors: ['invalid_reset_token'],
});
export const confirmEmail = endpoint('POST', '/api/user-auth/confirm-email', {
  summary: 'Confirm an email address by the link sent to it',
  auth: 'none',
  body: account.emailConfirmationSchema,
  answer: confirmed,
  addressLimit: 'seldom',
  errors: ['invalid_confirmation_token', 'email_taken'],
});
export const verify = endpoint('GET', '/api/user-auth/verify', {
  summary: 'Return the parent who is signed in',
  auth: 'family',
  students: 'all',
  answer: user,
});
