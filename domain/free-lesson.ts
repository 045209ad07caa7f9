// The free first lesson: once for each family, from the tutor's invitation to the credit.
import * as z from 'zod/mini';

import { yearClass } from './enquiry.ts';
import { entityId } from './entity-id.ts';
import { LENGTHS } from './limits.ts';
import { instant, line, linkToken, paragraph } from './text.ts';

/** What the ledger says of the credit. */
export const FREE_LESSON_REASON = 'Free first lesson';

/**
 * What a family has of it: nothing yet, a question that the tutor has not answered, or the lesson.
 */
export const freeLessonStates = ['available', 'asked', 'had'] as const;
export type FreeLessonState = (typeof freeLessonStates)[number];

/**
 * What a sign-up with an invitation brings: the proposed lesson, a credit alone, or neither, where
 * the family has had it.
 */
export const freeLessonOutcomes = ['booked', 'credit', 'none'] as const;
export type FreeLessonOutcome = (typeof freeLessonOutcomes)[number];

/** The subject of an invitation as it is sent: nothing is filled in any more. */
export const sentSubject = line(
  { length: LENGTHS.subject.min, message: 'Write a subject' },
  {
    length: LENGTHS.sentSubject.max,
    message: `Subject must be less than ${LENGTHS.sentSubject.max} characters`,
  },
);

/** What the tutor sends an enquirer. */
export const newEnquiryInvitationSchema = z.object({
  /** The lesson that is proposed. */
  Lesson_ID: z.optional(entityId('Lesson')),
  /** Left out: that of the templates that come with the site. */
  subject: z.optional(sentSubject),
  /** In the tutor's own words; the link follows by itself. */
  message: z.optional(
    paragraph(
      {
        length: LENGTHS.reply.max,
        message: `Message must be less than ${LENGTHS.reply.max} characters`,
      },
      'Message must be text',
    ),
  ),
});
export type NewEnquiryInvitation = z.infer<typeof newEnquiryInvitationSchema>;

/** What the link shows whoever was invited, to sign up with. */
export const openEnquiryInvitationSchema = z.object({
  kind: z.literal('enquiry'),
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  year_class: yearClass,
  /** The proposed one; null without one, or when it has started or was deleted since. */
  lesson: z.nullable(z.object({ id: z.string(), Lesson_Name: z.string(), starts_at: instant })),
  expires_at: instant,
});
export type OpenEnquiryInvitation = z.infer<typeof openEnquiryInvitationSchema>;

/**
 * A family asks for it: the year is needed while its first student has none. With the tutor's link,
 * which brings the year along, it takes what it was invited to.
 */
export const freeLessonRequestSchema = z.object({
  year_class: z.optional(yearClass),
  invite: z.optional(linkToken),
});
export type FreeLessonRequest = z.infer<typeof freeLessonRequestSchema>;
