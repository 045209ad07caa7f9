// The export of everything stored about a family.
import * as z from 'zod/mini';

import { activityKinds } from '../activity.ts';
import { enquiryStatuses } from '../enquiries/enquiry-list.ts';
import { ledgerEntrySchema } from '../payments/credits.ts';
import { disputeOutcomes, paidLessonSchema, paymentStatuses } from '../payments/payment.ts';
import { refundMakers, refundStates } from '../payments/refund.ts';
import { parentUserSchema } from '../people/account.ts';
import { familyRoles } from '../people/family.ts';
import { studentSchema } from '../people/student.ts';
import { instant } from '../text.ts';
import { answerSchema, modeSchema, resultSchema } from '../topics/attempt.ts';
import { yearClass, yearClasses } from '../year-class.ts';

export const familyDataSchema = z.object({
  exported_at: instant,
  /** The account as the parent who requests the export sees it. */
  account: z.extend(parentUserSchema, { created_at: instant }),
  people: z.array(
    z.object({
      role: z.enum(familyRoles),
      name: z.string(),
      email: z.string(),
      /** When the person first followed a link sent to this address; null until then. */
      email_confirmed_at: z.nullable(instant),
      /** Null for a student. */
      phone: z.nullable(z.string()),
      /** The address that replaces it once confirmed. */
      pending_email: z.nullable(z.string()),
      /**
       * When their calendar feed was created, or null without one. The export leaves out its secret
       * URL.
       */
      calendar_made_at: z.nullable(instant),
      created_at: instant,
    }),
  ),
  /** Includes removed students, without their names. */
  students: z.array(
    z.extend(studentSchema, {
      /** The year as it was said, in the school year that began in September of `year_said_in`. */
      year_said: z.nullable(yearClass),
      year_said_in: z.nullable(z.int()),
      created_at: instant,
      removed_at: z.nullable(instant),
    }),
  ),
  invitations: z.array(
    z.object({
      role: z.enum(familyRoles),
      email: z.string(),
      created_at: instant,
      expires_at: instant,
    }),
  ),
  bookings: z.array(
    z.object({
      id: z.string(),
      Student_ID: z.string(),
      Student_Name: z.string(),
      Lesson_Name: z.string(),
      Lesson_Date: z.string(),
      Lesson_Time: z.string(),
      created_at: instant,
      cancelled_at: z.nullable(instant),
      /** When the tutor marked the student absent; null if the student attended. */
      absent_at: z.nullable(instant),
      /** When the tutor took an absence back. */
      present_at: z.nullable(instant),
      /** When the family told the tutor by an excuse link that the student would be absent. */
      excused_at: z.nullable(instant),
      /** When somebody first used the booking's join link. */
      joined_at: z.nullable(instant),
      /** When the letter after the lesson went to the family; null if none did. */
      letter_at: z.nullable(instant),
    }),
  ),
  /** Entries on the waiting lists of full lessons. */
  waiting: z.array(
    z.object({
      Student_ID: z.string(),
      Student_Name: z.string(),
      Lesson_Name: z.string(),
      Lesson_Date: z.string(),
      Lesson_Time: z.string(),
      joined_at: instant,
    }),
  ),
  /** Answers to questions, videos and slides marked as done, and questions to practise. */
  practice: z.object({
    answers: z.array(
      z.object({
        Student_ID: z.string(),
        topic: z.string(),
        /** What was asked, as the tutor wrote it: Markdown with TeX. */
        question: z.string(),
        mode: modeSchema,
        answer: answerSchema,
        /** What the chosen choices say; null for a typed answer. */
        chosen: z.nullable(z.array(z.string())),
        result: z.nullable(resultSchema),
        given_at: instant,
      }),
    ),
    done: z.array(
      z.object({
        Student_ID: z.string(),
        topic: z.string(),
        kind: z.enum(['video', 'slides']),
        title: z.string(),
        done_at: instant,
      }),
    ),
    boxes: z.array(
      z.object({
        Student_ID: z.string(),
        topic: z.string(),
        question: z.string(),
        /** Null, like its date, for a question that is learned. */
        box: z.nullable(z.int()),
        due_on: z.nullable(z.string()),
      }),
    ),
  }),
  credits: z.array(ledgerEntrySchema),
  payments: z.array(
    z.object({
      id: z.string(),
      session_id: z.nullable(z.string()),
      /** The payment provider's own reference. */
      payment_intent: z.nullable(z.string()),
      /** The invoice number and its date; null until it is paid. */
      invoice: z.nullable(z.string()),
      issued_at: z.nullable(instant),
      status: z.enum(paymentStatuses),
      credits: z.int(),
      /** The price; what was paid is less with a promotion code, and null until then. */
      amount: z.int(),
      paid: z.nullable(z.int()),
      refunded_amount: z.int(),
      currency: z.string(),
      created_at: instant,
      /** The lessons chosen with the credits, if any. */
      lessons: z.array(paidLessonSchema),
      refunds: z.array(
        z.object({
          amount: z.int(),
          /** Null for a refund made in the payment provider's dashboard. */
          credits: z.nullable(z.int()),
          state: z.enum(refundStates),
          made_by: z.enum(refundMakers),
          created_at: instant,
        }),
      ),
      disputes: z.array(
        z.object({
          id: z.string(),
          amount: z.int(),
          status: z.enum(disputeOutcomes),
          created_at: instant,
        }),
      ),
    }),
  ),
  /**
   * Enquiries with both the account's email and its phone number. Signing up does not prove who
   * owns the mailbox, so enquiries that match by email alone are left out.
   */
  enquiries: z.array(
    z.object({
      email: z.string(),
      name: z.string(),
      mobile: z.string(),
      year_class: z.enum(yearClasses),
      status: z.enum(enquiryStatuses),
      /** The tutor's own words. */
      note: z.string(),
      created_at: instant,
      answered_at: z.nullable(instant),
    }),
  ),
  /** Forms that the trap for bots has caught. */
  caught: z.array(
    z.object({
      name: z.string(),
      email: z.string(),
      mobile: z.string(),
      year_class: z.string(),
      filled: z.string(),
      created_at: instant,
    }),
  ),
  sessions: z.array(
    z.object({ created_at: instant, expires_at: instant, ended_at: z.nullable(instant) }),
  ),
  /** Password reset links. Only the latest are listed: old ones are soon deleted. */
  reset_requests: z.array(
    z.object({ created_at: instant, expires_at: instant, used_at: z.nullable(instant) }),
  ),
  emails: z.array(
    z.object({
      /** Null for an email to the tutor. */
      recipient: z.nullable(z.string()),
      subject: z.string(),
      created_at: instant,
      sent_at: z.nullable(instant),
    }),
  ),
  /** The tutor's actions on the account: credits, attendance, receipts. */
  tutor_actions: z.array(z.object({ kind: z.enum(activityKinds), created_at: instant })),
});
export type FamilyData = z.infer<typeof familyDataSchema>;
