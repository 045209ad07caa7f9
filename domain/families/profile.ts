// What a parent may change on the account.
import * as z from 'zod/mini';

import { reminderHoursSchema } from '../lessons/reminder-hours.ts';
import { password } from '../text.ts';
import { signUpSchema } from './sign-up.ts';

/** A new email needs the password and takes effect once it is confirmed. */
export const profileChangesSchema = z.object({
  Parent_Name: z.optional(signUpSchema.shape.Parent_Name),
  Parent_Email: z.optional(signUpSchema.shape.Parent_Email),
  Parent_Phone_Number: z.optional(signUpSchema.shape.Parent_Phone_Number),
  Student_Name: z.optional(signUpSchema.shape.Student_Name),
  reminder_hours: z.optional(reminderHoursSchema),
  current_password: z.optional(password),
});
export type ProfileChanges = z.infer<typeof profileChangesSchema>;
