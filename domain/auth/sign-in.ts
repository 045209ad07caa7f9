// Sign-in of families and of the tutor.
import * as z from 'zod/mini';

import { email, password } from '../text.ts';

export const signInSchema = z.object({ email, password });
export type SignInForm = z.infer<typeof signInSchema>;

const MAX_CODE = 64;
/** For a code as people type it. */
export const codeLength = z.maxLength(MAX_CODE, { error: 'Code is too long' });

/** The tutor's sign-in. The code is required when two-factor authentication is on. */
export const adminSignInSchema = z.extend(signInSchema, {
  /** A code of the authenticator app or a recovery code, as it was typed. */
  code: z.optional(z.string({ error: 'Code must be text' }).check(z.trim(), codeLength)),
});
export type AdminSignInForm = z.infer<typeof adminSignInSchema>;
