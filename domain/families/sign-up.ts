// The sign-up of a family, and the link that confirms its address.
import * as z from 'zod/mini';

import { yearClass } from '../enquiries/enquiry.ts';
import { email, linkToken, password, personName, phone } from '../text.ts';

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
