// Texts of the emails to a family about a booking that the tutor made, moved or cancelled for it.
// They name the admin. The tutor's message goes to the parents alone, as plain text.
import { creditCount, type ReturnedCredit } from '../../../domain/credits.ts';
import { LESSON_CREDITS, LESSON_MINUTES } from '../../../domain/limits.ts';
import { type LessonRecipient, toPerson } from '../../email/compose.ts';
import { cancelledDate, dateBlock, headline, type Paragraph } from '../../email/content.ts';
import type { Email } from '../../email/queue.ts';
import type { LessonFacts } from '../lessons.ts';
import {
  type BookingThread,
  changeOf,
  creditNewsFor,
  detailsOf,
  eventOf,
  hasNewLesson,
  isIn,
  noLongerIn,
  type OpenBooking,
  studentIn,
  subjectFor,
  threadOf,
} from '../bookings/booking-emails.ts';

/** Who acted for the family, and what they say to its parents. */
export interface ActingAdmin {
  readonly admin: string;
  readonly message?: string | undefined;
}

const who = (to: LessonRecipient) => (to.role === 'student' ? 'you' : studentIn(to));

/** A string in a paragraph is never rendered as a link or as HTML. */
const messageOf = ({ admin, message = '' }: ActingAdmin, to: LessonRecipient): Paragraph[] =>
  to.role === 'student' || message === '' ? [] : [[`${admin} writes:\n${message}`]];

export function bookedByTutor(
  booking: OpenBooking,
  lesson: LessonFacts,
  to: LessonRecipient,
  { admin, credit, now }: { admin: string; credit: 'take' | 'free'; now: number },
): Email {
  const cost =
    credit === 'take' ? `It has taken ${creditCount(LESSON_CREDITS)}.` : 'It takes no credit.';
  const hasEnded = lesson.starts_at + LESSON_MINUTES * 60_000 <= now;
  const message = toPerson(`booked:${booking.id}`, to, subjectFor('Booked', lesson), [
    hasEnded ? headline`Added for ${who(to)}` : isIn(to),
    dateBlock(lesson),
    [`${admin} has made this booking.`, ...(to.role === 'student' ? [] : [cost])].join(' '),
    ...(hasEnded ? [] : detailsOf(booking, lesson)),
  ]);
  return { ...message, ...threadOf(booking), events: [eventOf(booking, lesson, 'confirmed', now)] };
}

export function cancelledByTutor(
  booking: BookingThread,
  lesson: LessonFacts,
  to: LessonRecipient,
  { credit, now, ...by }: ActingAdmin & { readonly credit: ReturnedCredit; readonly now: number },
): Email {
  const message = toPerson(`cancelled:${booking.id}`, to, subjectFor('Cancelled', lesson), [
    noLongerIn(to),
    cancelledDate(lesson),
    [`${by.admin} has cancelled it.`, ...creditNewsFor(to, credit)].join(' '),
    ...messageOf(by, to),
  ]);
  return { ...message, ...threadOf(booking), events: [eventOf(booking, lesson, 'cancelled', now)] };
}

/**
 * `booking` is the new booking, which continues the thread and the calendar event of the old one.
 */
export function movedByTutor(
  booking: OpenBooking,
  { before, lesson }: { readonly before: LessonFacts; readonly lesson: LessonFacts },
  to: LessonRecipient,
  { now, ...by }: ActingAdmin & { readonly now: number },
): Email {
  const message = toPerson(`moved:${booking.id}`, to, subjectFor('Moved', lesson), [
    hasNewLesson(to),
    changeOf(before, lesson),
    `${by.admin} has moved it. The join link is a new one.`,
    ...messageOf(by, to),
    ...detailsOf(booking, lesson),
  ]);
  return { ...message, ...threadOf(booking), events: [eventOf(booking, lesson, 'confirmed', now)] };
}
