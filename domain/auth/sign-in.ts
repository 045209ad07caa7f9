// Sign-in of families and of the tutor.
import * as z from 'zod/mini';

import { email, password } from '../text.ts';

export const signInSchema = z.object({ email, password });
export type SignInForm = z.infer<typeof signInSchema>;

/** The tutor's sign-in. The code is required when two-factor authentication is on. */
export const adminSignInSchema = z.extend(signInSchema, {
  code: z.optional(
    z
      .string({ error: 'Code must be text' })
      .check(z.trim(), z.maxLength(64, { error: 'Code is too long' })),
  ),
});
export type AdminSignInForm = z.infer<typeof adminSignInSchema>;
