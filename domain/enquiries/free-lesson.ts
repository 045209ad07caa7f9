// The free first lesson, once for each family: from the tutor's invitation to the credit.
import * as z from 'zod/mini';

import { entityId } from '../entity-id.ts';
import { LENGTHS } from '../limits.ts';
import { instant, line, linkToken, paragraph } from '../text.ts';
import { HOUR_MS, MINUTE_MS } from '../time.ts';
import { yearClass } from '../year-class.ts';

/**
 * A free first lesson of a family whose address is not confirmed is withdrawn after `hours`, or
 * `hoursBefore` its start when that is earlier, but never in the first `minMinutes`.
 */
const FREE_LESSON_CONFIRMATION = { hours: 24, hoursBefore: 12, minMinutes: 60 } as const;
/** How long an enquirer can sign up with the tutor's link. */
export const ENQUIRY_INVITATION_DAYS = 14;

/** The ledger's reason for the credit. */
export const FREE_LESSON_REASON = 'Free first lesson';

/** The ledger's reason for taking it back from a family whose address nobody has confirmed. */
export const FREE_LESSON_WITHDRAWN = 'Free first lesson withdrawn';

/**
 * Until when an address has to be confirmed, so that a free first lesson that is booked now is not
 * withdrawn (epoch milliseconds). Null if the lesson starts before that, because an attended lesson
 * is not withdrawn. What families are told stays, also if the lesson or the booking is moved.
 */
export function keepFreeLessonBy(bookedAt: number, startsAt: number): number | null {
  const { hours, hoursBefore, minMinutes } = FREE_LESSON_CONFIRMATION;
  const soonest = bookedAt + minMinutes * MINUTE_MS;
  const beforeStart = Math.max(soonest, startsAt - hoursBefore * HOUR_MS);
  const by = Math.min(bookedAt + hours * HOUR_MS, beforeStart);
  return by < startsAt ? by : null;
}

/**
 * When it is withdrawn from a family that has neither confirmed an address nor attended a lesson
 * (epoch milliseconds): after a lesson that begins before a deadline, only if that was deleted or
 * moved to a later time. The email that confirms the booking says so.
 */
export const freeLessonWithdrawnAt = (bookedAt: number, startsAt: number): number =>
  keepFreeLessonBy(bookedAt, startsAt) ?? bookedAt + FREE_LESSON_CONFIRMATION.hours * HOUR_MS;

/** A family's state: not yet asked for, asked but not answered by the tutor, or already used. */
export const freeLessonStates = ['available', 'asked', 'had'] as const;
export type FreeLessonState = (typeof freeLessonStates)[number];

/** The subject of an invitation as sent, with its placeholders filled in. */
export const sentSubject = line(
  { length: LENGTHS.subject.min, message: 'Write a subject' },
  {
    length: LENGTHS.sentSubject.max,
    message: `Subject must be less than ${LENGTHS.sentSubject.max} characters`,
  },
);

/** The invitation that the tutor sends to an enquirer. */
export const newEnquiryInvitationSchema = z.object({
  /** The proposed lesson. */
  Lesson_ID: z.optional(entityId('Lesson')),
  /** Left out: the default subject of the shipped templates. */
  subject: z.optional(sentSubject),
  /** The tutor's own words; the link is appended automatically. */
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

/** What an invitation link shows the invited person at sign-up. */
export const openEnquiryInvitationSchema = z.object({
  kind: z.literal('enquiry'),
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  /** The year now; null after Year 13. */
  year_class: z.nullable(yearClass),
  /** The year that the form asks for: in July and August that from September. */
  year_asked: z.nullable(yearClass),
  /** The proposed lesson; null without one, or if it has started or been deleted since. */
  lesson: z.nullable(z.object({ id: z.string(), Lesson_Name: z.string(), starts_at: instant })),
  expires_at: instant,
});
export type OpenEnquiryInvitation = z.infer<typeof openEnquiryInvitationSchema>;

/**
 * A family's request. The year is required while its first student has none. With the tutor's link,
 * which supplies the year, the request redeems the invitation.
 */
export const freeLessonRequestSchema = z.object({
  year_class: z.optional(yearClass),
  invite: z.optional(linkToken),
});
export type FreeLessonRequest = z.infer<typeof freeLessonRequestSchema>;
