// Endpoints for account holders: signing in, staying signed in and signing out.
import * as z from 'zod/mini';

import * as account from '../account.ts';
import { endpoint, ok } from '../endpoint.ts';
import { freeLessonOutcomes } from '../free-lesson.ts';

const done = ok({});
const admin = ok({ user: account.adminSchema });
const adminSession = ok({ session: account.sessionSchema, user: account.adminSchema });
const user = ok({ user: account.familyUserSchema });
/** The outcome of a sign-up with an invitation; left out without one. */
const registered = ok({
  user: account.familyUserSchema,
  free_lesson: z.optional(z.enum(freeLessonOutcomes)),
});
const passwordReset = ok({
  /**
   * The addresses whose sign-ins were removed, if the reset was the first proof that the address is
   * the parent's; otherwise null.
   */
  removed: z.nullable(z.array(z.string())),
});
const confirmed = ok({ outcome: z.enum(account.confirmationOutcomes) });
const familySession = ok({ session: account.sessionSchema, user: account.familyUserSchema });

export const adminLogin = endpoint('POST', '/api/auth/login', {
  auth: 'none',
  body: account.adminSignInSchema,
  answer: adminSession,
  limited: true,
  errors: ['invalid_credentials', 'two_factor_required', 'invalid_code'],
});
export const adminLogout = endpoint('POST', '/api/auth/logout', {
  auth: 'admin',
  limit: 'none',
  answer: done,
  deadTokenIsFine: true,
});
export const adminRefresh = endpoint('POST', '/api/auth/refresh', {
  auth: 'none',
  body: account.refreshSchema,
  answer: adminSession,
  limited: true,
  errors: ['unauthenticated'],
});
export const adminForgotPassword = endpoint('POST', '/api/auth/forgot-password', {
  auth: 'none',
  body: account.forgottenPasswordSchema,
  answer: done,
  limited: true,
});
export const adminResetPassword = endpoint('POST', '/api/auth/reset-password', {
  auth: 'none',
  body: account.passwordResetSchema,
  answer: done,
  limited: true,
  errors: ['invalid_reset_token'],
});
export const adminVerify = endpoint('GET', '/api/auth/verify', { auth: 'admin', answer: admin });

export const register = endpoint('POST', '/api/user-auth/register', {
  auth: 'none',
  body: account.registrationSchema,
  answer: registered,
  status: 201,
  limited: 'daily',
  errors: ['email_taken', 'invitation_not_found'],
});
export const login = endpoint('POST', '/api/user-auth/login', {
  auth: 'none',
  body: account.signInSchema,
  answer: familySession,
  limited: true,
  errors: ['invalid_credentials'],
});
export const logout = endpoint('POST', '/api/user-auth/logout', {
  auth: 'family',
  students: 'all',
  limit: 'none',
  answer: done,
  deadTokenIsFine: true,
});
export const refresh = endpoint('POST', '/api/user-auth/refresh', {
  auth: 'none',
  body: account.refreshSchema,
  answer: familySession,
  limited: true,
  errors: ['unauthenticated'],
});
export const forgotPassword = endpoint('POST', '/api/user-auth/forgot-password', {
  auth: 'none',
  body: account.forgottenPasswordSchema,
  answer: done,
  limited: true,
});
export const resetPassword = endpoint('POST', '/api/user-auth/reset-password', {
  auth: 'none',
  body: account.passwordResetSchema,
  answer: passwordReset,
  limited: true,
  errors: ['invalid_reset_token'],
});
export const confirmEmail = endpoint('POST', '/api/user-auth/confirm-email', {
  auth: 'none',
  body: account.emailConfirmationSchema,
  answer: confirmed,
  limited: true,
  errors: ['invalid_confirmation_token', 'email_taken'],
});
export const verify = endpoint('GET', '/api/user-auth/verify', {
  auth: 'family',
  students: 'all',
  answer: user,
});
