// New and forgotten passwords, and what a password confirms.
import * as z from 'zod/mini';

import { email, linkToken, password } from '../text.ts';

export const forgottenPasswordSchema = z.object({ email });

export const passwordResetSchema = z.object({ token: linkToken, password });
export const newPasswordOnlySchema = z.object({ password });

export const newPasswordSchema = z.object({ current_password: password, password });
export const confirmedByPasswordSchema = z.object({ current_password: password });
