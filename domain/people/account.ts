// The account of a family: the person signed in, and the family's figures.
import * as z from 'zod/mini';

import type { ErrorCode } from '../errors.ts';
import { studentSchema } from './student.ts';

/** Hours before the start, earliest first. A family chooses any of them, or none. */
export const REMINDER_HOURS = [24, 2] as const;
export type ReminderHours = (typeof REMINDER_HOURS)[number];

const CHOOSE = 'Please choose 24 hours, 2 hours, both or none';

export const reminderHoursSchema = z
  .array(z.literal(REMINDER_HOURS, { error: CHOOSE }), { error: CHOOSE })
  .check(z.maxLength(REMINDER_HOURS.length, { error: CHOOSE }));

/**
 * A signed-in parent, or the family's first parent as the tutor sees them. The id is the family's;
 * `Student_Name` is its first student's.
 */
export const parentUserSchema = z.object({
  id: z.string(),
  /** The person's own id, which stays when the name or the address changes. */
  Person_ID: z.string(),
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
  /** Whether the family gets a letter after each lesson. */
  letters: z.boolean(),
  students: z.array(studentSchema),
});
export type ParentUser = z.infer<typeof parentUserSchema>;

/**
 * A signed-in student: the same fields without the parent and the money, limited to the student's
 * own lessons.
 */
const studentUserSchema = z.extend(parentUserSchema, {
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
