// What the tutor sees of a family and can change.
import * as z from 'zod/mini';

import { entityId } from '../entity-id.ts';
import { LENGTHS } from '../limits.ts';
import { ledgerEntrySchema } from '../payments/credits.ts';
import { adminPaymentSchema } from '../payments/tutor-payment.ts';
import { parentUserSchema } from '../people/account.ts';
import { familyMemberSchema, parentSchema, bouncedEmailSchema } from '../people/family.ts';
import { instant, line } from '../text.ts';

export const MAX_ADJUSTMENT = 100;

export const familyIdSchema = entityId('Family');

/** A parent as the tutor sees them. */
const contactSchema = z.extend(parentSchema, { phone: z.string() });

/** A family in the tutor's list. */
export const familySummarySchema = z.object({
  id: z.string(),
  Student_Name: z.string(),
  Parent_Name: z.string(),
  Parent_Email: z.string(),
  Parent_Phone_Number: z.string(),
  Credits: z.int(),
  created_at: instant,
  /** The lesson that runs now and that one of its students is booked into. */
  running_lesson: z.nullable(
    z.object({
      id: z.string(),
      Lesson_Name: z.string(),
      starts_at: instant,
      /** Whether a student of the family has used the join link. */
      joined: z.boolean(),
    }),
  ),
  /** The next lesson that one of its students is booked into. */
  next_lesson: z.nullable(z.object({ id: z.string(), starts_at: instant })),
  /** The start of the last lesson that one of its students attended; absences do not count. */
  last_attended_at: z.nullable(instant),
  /**
   * All parents, oldest membership first; the names above belong to the first parent and student.
   */
  parents: z.array(contactSchema),
  students: z.array(
    z.extend(familyMemberSchema, {
      /** The lesson that runs now and that the student is booked into, or else the next one. */
      lesson: z.nullable(
        z.object({
          id: z.string(),
          Lesson_Name: z.string(),
          starts_at: instant,
          is_running: z.boolean(),
        }),
      ),
    }),
  ),
  /** Addresses where the last email bounced. */
  bounced_emails: z.array(z.string()),
});
export type FamilySummary = z.infer<typeof familySummarySchema>;

const bookedLessonSchema = z.object({
  booking_id: z.string(),
  Lesson_ID: z.string(),
  Lesson_Name: z.string(),
  Lesson_Date: z.string(),
  Lesson_Time: z.string(),
  starts_at: instant,
  Student_ID: z.string(),
  Student_Name: z.string(),
  absent: z.boolean(),
});
export type BookedLesson = z.infer<typeof bookedLessonSchema>;

export const familyRecordSchema = z.object({
  /** The account, as its first parent sees it. */
  student: z.extend(parentUserSchema, { created_at: instant }),
  parents: z.array(contactSchema),
  students: z.array(familyMemberSchema),
  /** With the mail server's reply. */
  bounced_emails: z.array(z.extend(bouncedEmailSchema, { reason: z.string() })),
  upcoming: z.array(bookedLessonSchema),
  /** Lessons that have started, latest first. */
  past: z.array(bookedLessonSchema),
  entries: z.array(ledgerEntrySchema),
  /** Newest first. */
  payments: z.array(adminPaymentSchema),
});
export type FamilyRecord = z.infer<typeof familyRecordSchema>;

const AMOUNT_MESSAGE = `Credits must be a whole number from -${MAX_ADJUSTMENT} to ${MAX_ADJUSTMENT} and not 0`;

/** Credits added (negative: taken) and the reason that the family will read. */
export const adjustmentSchema = z.object({
  amount: z.int({ error: AMOUNT_MESSAGE }).check(
    z.minimum(-MAX_ADJUSTMENT, { error: AMOUNT_MESSAGE }),
    z.maximum(MAX_ADJUSTMENT, { error: AMOUNT_MESSAGE }),
    z.refine((amount) => amount !== 0, { error: AMOUNT_MESSAGE }),
  ),
  reason: line(
    {
      length: LENGTHS.reason.min,
      message: `Reason must be at least ${LENGTHS.reason.min} characters`,
    },
    {
      length: LENGTHS.reason.max,
      message: `Reason must be less than ${LENGTHS.reason.max} characters`,
    },
  ),
});
export type Adjustment = z.infer<typeof adjustmentSchema>;

/**
 * The families with a person whose name, email or phone contains `search`, ignoring case, in their
 * given order.
 */
export function searchFamilies(
  families: readonly FamilySummary[],
  search: string,
): FamilySummary[] {
  const term = search.trim().toLowerCase();
  return families.filter(({ parents, students }) =>
    [
      ...parents.flatMap(({ name, email, phone }) => [name, email, phone]),
      ...students.flatMap(({ Student_Name: studentName, sign_in }) => [
        studentName,
        sign_in?.email ?? '',
      ]),
    ].some((text) => text.toLowerCase().includes(term)),
  );
}
