// Sign-in of families and of the tutor.
import * as z from 'zod/mini';

import { email, password } from '../text.ts';
import { typedCode } from './two-factor.ts';

export const signInSchema = z.object({ email, password });
export type SignInForm = z.infer<typeof signInSchema>;

/** The tutor's sign-in. The code is required when two-factor authentication is on. */
export const adminSignInSchema = z.extend(signInSchema, {
  code: z.optional(typedCode),
});
export type AdminSignInForm = z.infer<typeof adminSignInSchema>;
