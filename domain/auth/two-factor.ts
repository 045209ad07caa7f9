// The tutor's two-factor authentication: an authenticator app, and recovery codes in case it is
// lost.
import * as z from 'zod/mini';

import { inAscii } from '../phone-numbers.ts';
import { password, INVISIBLE } from '../text.ts';
import { codeLength } from './sign-in.ts';

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

/**
 * The six digits of a code of an authenticator app, however they were typed or copied: apps show
 * them in groups. Null for anything else, such as a recovery code.
 */
export function readAppCode(typed: string): string | null {
  const digits = inAscii(typed)
    .replaceAll(INVISIBLE, '')
    .replaceAll(/[\s\p{Pd}]/gu, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}

const CODE_MESSAGE = 'Enter the 6 digits that your authenticator app shows';

export const twoFactorCodeSchema = z.object({
  code: z.string({ error: CODE_MESSAGE }).check(
    codeLength,
    z.refine((typed) => readAppCode(typed) !== null, { error: CODE_MESSAGE }),
  ),
});

const OFF_MESSAGE = 'Enter a code from your authenticator app, or a recovery code';
/** Turning it off requires the same credentials as signing in. */
export const twoFactorOffSchema = z.object({
  current_password: password,
  code: z
    .string({ error: OFF_MESSAGE })
    .check(z.trim(), z.minLength(1, { error: OFF_MESSAGE }), codeLength),
});
