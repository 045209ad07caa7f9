// Forgotten and changed passwords, and how long emailed links are valid.
import * as z from 'zod/mini';

import { email, linkToken, password } from '../text.ts';

export const forgottenPasswordSchema = z.object({ email });

export const passwordResetSchema = z.object({ token: linkToken, password });
export const newPasswordOnlySchema = z.object({ password });

export const newPasswordSchema = z.object({ current_password: password, password });
export const confirmedByPasswordSchema = z.object({ current_password: password });

export const RESET_LINK_MINUTES = 60;
export const EMAIL_LINK_HOURS = 24;
/** How long a new account's address can be confirmed by the link in the welcome email. */
export const CONFIRMATION_LINK_DAYS = 7;
