// Accounts of families and the tutor, and their sessions.
import * as z from 'zod/mini';

import { yearClass } from '../enquiries/enquiry.ts';
import type { ErrorCode } from '../errors.ts';
import { reminderHoursSchema } from '../lessons/reminders.ts';
import { studentSchema } from './student.ts';
import { email, linkToken, password, personName, phone } from '../text.ts';

/** The two kinds of signed-in people. Their sessions never mix. */
export type Audience = 'family' | 'admin';

export const signInSchema = z.object({ email, password });
export type SignInForm = z.infer<typeof signInSchema>;

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

export const forgottenPasswordSchema = z.object({ email });

export const passwordResetSchema = z.object({ token: linkToken, password });
export const emailConfirmationSchema = z.object({ token: linkToken });
/** What the link did: confirmed the account's address, or replaced it. */
export const confirmationOutcomes = ['confirmed', 'changed'] as const;
export type ConfirmationOutcome = (typeof confirmationOutcomes)[number];

export const newPasswordOnlySchema = z.object({ password });

/**
 * What a parent may change on the account. A new email needs the password and takes effect once it
 * is confirmed.
 */
export const profileChangesSchema = z.object({
  Parent_Name: z.optional(signUpSchema.shape.Parent_Name),
  Parent_Email: z.optional(signUpSchema.shape.Parent_Email),
  Parent_Phone_Number: z.optional(signUpSchema.shape.Parent_Phone_Number),
  Student_Name: z.optional(signUpSchema.shape.Student_Name),
  reminder_hours: z.optional(reminderHoursSchema),
  current_password: z.optional(password),
});
export type ProfileChanges = z.infer<typeof profileChangesSchema>;

export const newPasswordSchema = z.object({ current_password: password, password });
export const confirmedByPasswordSchema = z.object({ current_password: password });

export const refreshSchema = z.object({
  refresh_token: z
    .string({ error: 'Refresh token is required' })
    .check(
      z.minLength(1, { error: 'Refresh token is required' }),
      z.maxLength(512, { error: 'Refresh token is too long' }),
    ),
});

export const sessionSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  /** Whole seconds since the epoch. */
  expires_at: z.int(),
});
export type Session = z.infer<typeof sessionSchema>;

export const adminSchema = z.object({ id: z.string(), name: z.string(), email: z.string() });
export type Admin = z.infer<typeof adminSchema>;

/**
 * A signed-in parent, or the family's first parent as the tutor sees them. The id is the family's;
 * `Student_Name` is its first student's.
 */
export const parentUserSchema = z.object({
  id: z.string(),
  role: z.literal('parent'),
  name: z.string(),
  Student_Name: z.string(),
  Parent_Name: z.string(),
  Parent_Email: z.string(),
  Parent_Phone_Number: z.string(),
  /** Whether the person has followed a link sent to their own address. */
  email_confirmed: z.boolean(),
  /** The new email, which takes effect once its link has been followed. */
  pending_email: z.nullable(z.string()),
  Credits: z.int(),
  Lessons_Attended: z.int(),
  Lessons_Booked: z.int(),
  /** How long before each lesson the family gets a reminder. */
  reminder_hours: reminderHoursSchema,
  students: z.array(studentSchema),
});
export type ParentUser = z.infer<typeof parentUserSchema>;

/**
 * A signed-in student: the same fields without the parent and the money, limited to the student's
 * own lessons.
 */
export const studentUserSchema = z.extend(parentUserSchema, {
  role: z.literal('student'),
  Parent_Name: z.null(),
  Parent_Email: z.null(),
  Parent_Phone_Number: z.null(),
  pending_email: z.null(),
  Credits: z.null(),
});
export type StudentUser = z.infer<typeof studentUserSchema>;

export const familyUserSchema = z.union([parentUserSchema, studentUserSchema]);
export type FamilyUser = z.infer<typeof familyUserSchema>;

export const familyStatsSchema = z.object({
  lessonsAttended: z.int(),
  upcomingBookings: z.int(),
  /** Null for a student's session. */
  creditsRemaining: z.nullable(z.int()),
});
export type FamilyStats = z.infer<typeof familyStatsSchema>;

/**
 * Why this person may neither invite others nor publish a calendar feed; null when they may. Until
 * the address is confirmed it may belong to somebody else, who could take over the account with a
 * password reset.
 */
export function refuseUnconfirmed({
  email_confirmed,
}: Pick<FamilyUser, 'email_confirmed'>): Extract<ErrorCode, 'email_unconfirmed'> | null {
  return email_confirmed ? null : 'email_unconfirmed';
}

/** Whether a session has ended; it has at `expires_at` exactly. `now` is epoch milliseconds. */
export function isExpired(session: Pick<Session, 'expires_at'>, now: number): boolean {
  return now >= session.expires_at * 1000;
}

/** Whether an unexpired session has used half of its `lifeSeconds` and should be renewed. */
export function isDueForRenewal(
  session: Pick<Session, 'expires_at'>,
  lifeSeconds: number,
  now: number,
): boolean {
  return !isExpired(session, now) && now >= (session.expires_at - lifeSeconds / 2) * 1000;
}

/**
 * What a sign-up with an invitation gives: the proposed lesson, a credit alone, or neither if the
 * family has already used its free lesson.
 */
export const freeLessonOutcomes = ['booked', 'credit', 'none'] as const;
export type FreeLessonOutcome = (typeof freeLessonOutcomes)[number];
