// Endpoints for forgotten passwords, of families and of the tutor.
import * as z from 'zod/mini';

import { forgottenPasswordSchema, passwordResetSchema } from '../auth/sign-in.ts';
import { endpoint, ok } from '../endpoint.ts';

const done = ok({});
const passwordReset = ok({
  /**
   * The addresses whose sign-ins were removed, if the reset was the first proof that the address is
   * the parent's; otherwise null.
   */
  removed: z.nullable(z.array(z.string())),
});

export const adminForgotPassword = endpoint('POST', '/api/auth/forgot-password', {
  summary: 'Email the tutor a link to reset the password',
  auth: 'none',
  body: forgottenPasswordSchema,
  answer: done,
  addressLimit: 'seldom',
});
export const adminResetPassword = endpoint('POST', '/api/auth/reset-password', {
  summary: "Reset the tutor's password by the emailed link",
  auth: 'none',
  body: passwordResetSchema,
  answer: done,
  addressLimit: 'seldom',
  errors: ['invalid_reset_token'],
});

export const forgotPassword = endpoint('POST', '/api/user-auth/forgot-password', {
  summary: 'Email a parent a link to reset the password',
  auth: 'none',
  body: forgottenPasswordSchema,
  answer: done,
  addressLimit: 'seldom',
});
export const resetPassword = endpoint('POST', '/api/user-auth/reset-password', {
  summary: "Reset a parent's password by the emailed link",
  auth: 'none',
  body: passwordResetSchema,
  answer: passwordReset,
  addressLimit: 'seldom',
  errors: ['invalid_reset_token'],
});
