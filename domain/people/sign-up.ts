// The sign-up of a family, and the link that confirms its address.
import * as z from 'zod/mini';

import { email, linkToken, password, personName, phone } from '../text.ts';
import { yearClass } from '../year-class.ts';
import { reminderHoursSchema } from './account.ts';

export const signUpSchema = z.object({
  Parent_Name: personName('Parent name'),
  Parent_Email: email,
  Parent_Phone_Number: phone,
  Student_Name: personName('Student name'),
  /** Decides the course of the lessons that the family sees first. */
  year_class: z.optional(yearClass),
  password,
});
export type SignUpForm = z.infer<typeof signUpSchema>;

/** A sign-up, with the tutor's invitation token if there was one. */
export const registrationSchema = z.extend(signUpSchema, { invite: z.optional(linkToken) });

/**
 * What a sign-up with an invitation gives: the proposed lesson, a credit alone, or neither if the
 * family has already used its free lesson.
 */
export const freeLessonOutcomes = ['booked', 'credit', 'none'] as const;
export type FreeLessonOutcome = (typeof freeLessonOutcomes)[number];

export const emailConfirmationSchema = z.object({ token: linkToken });
/** What the link did: confirmed the account's address, or replaced it. */
export const confirmationOutcomes = ['confirmed', 'changed'] as const;
export type ConfirmationOutcome = (typeof confirmationOutcomes)[number];

/** A new email needs the password and takes effect once it is confirmed. */
export const profileChangesSchema = z.object({
  Parent_Name: z.optional(signUpSchema.shape.Parent_Name),
  Parent_Email: z.optional(signUpSchema.shape.Parent_Email),
  Parent_Phone_Number: z.optional(signUpSchema.shape.Parent_Phone_Number),
  Student_Name: z.optional(signUpSchema.shape.Student_Name),
  reminder_hours: z.optional(reminderHoursSchema),
  /** What the choice was made from: only the reminders that differ from these are changed. */
  reminder_hours_before: z.optional(reminderHoursSchema),
  letters: z.optional(z.boolean({ error: 'Must be true or false' })),
  current_password: z.optional(password),
});
export type ProfileChanges = z.infer<typeof profileChangesSchema>;
