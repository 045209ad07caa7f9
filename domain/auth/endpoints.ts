// Calls about passwords, two-factor authentication and the account of the first admin.
import * as z from 'zod/mini';

import { ok, endpoint } from '../endpoint.ts';
import { setupSchema } from './new-admin.ts';
import {
  forgottenPasswordSchema,
  passwordResetSchema,
  newPasswordSchema,
  confirmedByPasswordSchema,
} from './passwords.ts';
import { adminSchema, sessionSchema } from './session.ts';
import * as twoFactor from './two-factor.ts';

const done = ok({});
const passwordReset = ok({
  /**
   * The addresses whose sign-ins were removed, if the reset was the first proof that the address is
   * the parent's; otherwise null.
   */
  removed: z.nullable(z.array(z.string())),
});
const adminSession = ok({ session: sessionSchema, user: adminSchema });
const twoFactorState = ok({ two_factor: twoFactor.twoFactorStateSchema });
const twoFactorSetup = ok({ setup: twoFactor.twoFactorSetupSchema });
const recoveryCodes = ok({ recovery_codes: z.array(z.string()) });

export const setUp = endpoint('POST', '/api/setup', {
  summary: 'Make the first admin by the one-time address, and sign in',
  auth: 'none',
  body: setupSchema,
  answer: adminSession,
  status: 201,
  addressLimit: 'seldom',
  errors: ['setup_not_found'],
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
export const changePassword = endpoint('PUT', '/api/users/password', {
  summary: "Change the account's password",
  auth: 'family',
  students: 'all',
  accountLimit: 'changedPassword',
  body: newPasswordSchema,
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
