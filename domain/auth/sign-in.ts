// Sign-in of families and of the tutor, the account of the first admin, and passwords.
import * as z from 'zod/mini';

import { email, password, linkToken, personName } from '../text.ts';

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

export const newAdminSchema = z.object({ email, name: personName('Name'), password });
export type NewAdmin = z.infer<typeof newAdminSchema>;

/** The first admin, with the token of the address that the server shows to its operator. */
export const setupSchema = z.extend(newAdminSchema, { token: linkToken });
export type Setup = z.infer<typeof setupSchema>;

export const forgottenPasswordSchema = z.object({ email });

export const passwordResetSchema = z.object({ token: linkToken, password });
export const newPasswordOnlySchema = z.object({ password });

export const newPasswordSchema = z.object({ current_password: password, password });
export const confirmedByPasswordSchema = z.object({ current_password: password });

export const RESET_LINK_MINUTES = 60;
export const EMAIL_LINK_HOURS = 24;
/** How long a new account's address can be confirmed by the link in the welcome email. */
export const CONFIRMATION_LINK_DAYS = 7;
