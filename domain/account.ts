// The accounts of families and of the tutor, and the sessions that both hold.
import * as z from 'zod/mini';

import type { ErrorCode } from './errors.ts';
import { reminderHoursSchema } from './reminders.ts';
import { studentSchema } from './student.ts';
import { email, linkToken, password, personName, phone } from './text.ts';

/** The two kinds of signed-in people; their sessions never mix. */
export type Audience = 'family' | 'admin';

export const signInSchema = z.object({ email, password });
export type SignInForm = z.infer<typeof signInSchema>;

export const signUpSchema = z.object({
  Parent_Name: personName('Parent name'),
  Parent_Email: email,
  Parent_Phone_Number: phone,
  Student_Name: personName('Student name'),
  password,
});
export type SignUpForm = z.infer<typeof signUpSchema>;

/** A sign-up, with the token of the tutor's invitation where there was one. */
export const registrationSchema = z.extend(signUpSchema, { invite: z.optional(linkToken) });

/** The tutor's sign-in; the code is asked for when two-factor authentication is on. */
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

export const forgottenPasswordSchema = z.object({ email });

export const passwordResetSchema = z.object({ token: linkToken, password });
export const emailConfirmationSchema = z.object({ token: linkToken });
/** What the link has done: it confirmed the account's address, or replaced it. */
export const confirmationOutcomes = ['confirmed', 'changed'] as const;
export type ConfirmationOutcome = (typeof confirmationOutcomes)[number];

export const newPasswordOnlySchema = z.object({ password });

/**
 * What a parent may change of the account. Another email needs the password, and counts once it is
 * confirmed.
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
 * A parent who is signed in, or the first one to the tutor. The id is the family's, `Student_Name`
 * its first student's.
 */
export const parentUserSchema = z.object({
  id: z.string(),
  role: z.literal('parent'),
  name: z.string(),
  Student_Name: z.string(),
  Parent_Name: z.string(),
  Parent_Email: z.string(),
  Parent_Phone_Number: z.string(),
  /** Whether the owner of the person's own address has followed a link that was sent there. */
  email_confirmed: z.boolean(),
  /** The email that the parent gets once the link sent there has been followed. */
  pending_email: z.nullable(z.string()),
  Credits: z.int(),
  Lessons_Attended: z.int(),
  Lessons_Booked: z.int(),
  /** How long before each lesson the family is reminded of it. */
  reminder_hours: reminderHoursSchema,
  students: z.array(studentSchema),
});
export type ParentUser = z.infer<typeof parentUserSchema>;

/**
 * A student who is signed in: the same without the parent and the money, and with nobody else's
 * lessons.
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
  /** Null for a student's own sign-in. */
  creditsRemaining: z.nullable(z.int()),
});
export type FamilyStats = z.infer<typeof familyStatsSchema>;

/**
 * Why this person may neither let others in nor publish a calendar; null when they may. Until the
 * address is confirmed its real owner may be somebody else, who takes the account over by a
 * password reset.
 */
export function refuseUnconfirmed({
  email_confirmed,
}: Pick<FamilyUser, 'email_confirmed'>): Extract<ErrorCode, 'email_unconfirmed'> | null {
  return email_confirmed ? null : 'email_unconfirmed';
}

/**
 * Whether a session has ended: the moment `expires_at` is reached counts as ended. `now` is epoch
 * milliseconds.
 */
export function isExpired(session: Pick<Session, 'expires_at'>, now: number): boolean {
  return now >= session.expires_at * 1000;
}

/** Whether a live session has used up half of its life of `lifeSeconds`, the time to renew it. */
export function isDueForRenewal(
  session: Pick<Session, 'expires_at'>,
  lifeSeconds: number,
  now: number,
): boolean {
  return !isExpired(session, now) && now >= (session.expires_at - lifeSeconds / 2) * 1000;
}
