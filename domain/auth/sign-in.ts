// Sign-in, passwords and the first admin's account.
import * as z from 'zod/mini';

import { email, linkToken, password, personName } from '../text.ts';

export const signInSchema = z.object({ email, password });
export type SignInForm = z.infer<typeof signInSchema>;

export const forgottenPasswordSchema = z.object({ email });

export const passwordResetSchema = z.object({ token: linkToken, password });
export const newPasswordOnlySchema = z.object({ password });

export const newPasswordSchema = z.object({ current_password: password, password });
export const confirmedByPasswordSchema = z.object({ current_password: password });

/** The tutor's sign-in. The code is required when two-factor authentication is on. */
export const adminSignInSchema = z.extend(signInSchema, {
  code: z.optional(
    z
      .string({ error: 'Code must be text' })
      .check(z.trim(), z.maxLength(64, { error: 'Code is too long' })),
  ),
});
export type AdminSignInForm = z.infer<typeof adminSignInSchema>;

export const newAdminSchema = z.object({ email, name: personName('Name'), password });
export type NewAdmin = z.infer<typeof newAdminSchema>;

/** The first admin, with the token of the address that the server shows to its operator. */
export const setupSchema = z.extend(newAdminSchema, { token: linkToken });
export type Setup = z.infer<typeof setupSchema>;
