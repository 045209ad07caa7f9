// The tutor's two-factor authentication: an authenticator app, and recovery codes in case it is
// lost.
import * as z from 'zod/mini';

import { password } from '../text.ts';

export const RECOVERY_CODES = 10;

export const twoFactorStateSchema = z.object({
  enabled: z.boolean(),
  recovery_codes_left: z.int(),
});
export type TwoFactorState = z.infer<typeof twoFactorStateSchema>;

export const twoFactorSetupSchema = z.object({
  /** The shared secret in base 32, for typing. */
  secret: z.string(),
  /** The secret as an otpauth URI, for a QR code. */
  uri: z.string(),
});
export type TwoFactorSetup = z.infer<typeof twoFactorSetupSchema>;

const CODE_MESSAGE = 'Enter the 6 digits that your authenticator app shows';
export const twoFactorCodeSchema = z.object({
  code: z
    .string({ error: CODE_MESSAGE })
    .check(z.trim(), z.regex(/^\d{6}$/, { error: CODE_MESSAGE })),
});

const OFF_MESSAGE = 'Enter a code from your authenticator app, or a recovery code';
/** Turning it off requires the same credentials as signing in. */
export const twoFactorOffSchema = z.object({
  current_password: password,
  code: z
    .string({ error: OFF_MESSAGE })
    .check(
      z.trim(),
      z.minLength(1, { error: OFF_MESSAGE }),
      z.maxLength(64, { error: 'Code is too long' }),
    ),
});
