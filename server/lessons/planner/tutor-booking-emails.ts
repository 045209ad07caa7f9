// Texts of the emails to a family about a booking that an admin made, moved or cancelled for it.
// The admin's message goes to the parents alone, as plain text.
import { LESSON_CREDITS } from '../../../domain/lessons/booking.ts';
import { lessonEndsAt } from '../../../domain/lessons/lesson.ts';
import { creditCount, type ReturnedCredit } from '../../../domain/payments/credits.ts';
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
  whoIn,
  subjectFor,
  threadOf,
} from '../../booking/booking-emails.ts';
import type { LessonFacts } from '../../booking/lessons.ts';
import { type LessonRecipient, signedBy, toPerson } from '../../email/compose.ts';
import { cancelledDate, dateBlock, headline, type Paragraph, prose } from '../../email/content.ts';
import type { Email } from '../../email/queue.ts';

interface TutorsAct {
  /** The name of the admin who acted. */
  readonly by: string;
  /** What the admin says to the parents. */
  readonly message?: string | undefined;
  readonly now: number;
}

/** A string in a paragraph is never rendered as a link or as HTML. */
const messageOf = ({ by, message = '' }: TutorsAct, to: LessonRecipient): Paragraph[] =>
  to.role === 'student' || message === '' ? [] : [prose`${by} writes:\n${message}`];

/** The tutor has made the booking, perhaps of a lesson that has ended. Parents read its cost. */
export function bookedByTutorEmail(
  booking: OpenBooking,
  lesson: LessonFacts,
  to: LessonRecipient,
  { by, credit, now }: Omit<TutorsAct, 'message'> & { credit: 'take' | 'free' },
): Email {
  const cost =
    credit === 'take' ? `It has taken ${creditCount(LESSON_CREDITS)}.` : 'It takes no credit.';
  const hasEnded = lessonEndsAt(lesson.starts_at) <= now;
  const message = toPerson(`booked:${booking.id}`, to, subjectFor('Booked', lesson), [
    hasEnded ? headline`Added for ${whoIn(to)}` : isIn(to),
    dateBlock(lesson),
    `${by} has made this booking.${to.role === 'student' ? '' : ` ${cost}`}`,
    ...(hasEnded ? [] : detailsOf(booking, lesson)),
  ]);
  const events = [eventOf(booking, lesson, 'confirmed', now)];
  return signedBy(by, { ...message, ...threadOf(booking), events });
}

/** The tutor has cancelled the booking. Parents read where its credit went. */
export function cancelledByTutorEmail(
  booking: BookingThread,
  lesson: LessonFacts,
  to: LessonRecipient,
  { credit, ...act }: TutorsAct & { credit: ReturnedCredit },
): Email {
  const { by, now } = act;
  const message = toPerson(`cancelled:${booking.id}`, to, subjectFor('Cancelled', lesson), [
    noLongerIn(to),
    cancelledDate(lesson),
    [`${by} has cancelled the booking.`, ...creditNewsFor(to, credit)].join(' '),
    ...messageOf(act, to),
  ]);
  const events = [eventOf(booking, lesson, 'cancelled', now)];
  return signedBy(by, { ...message, ...threadOf(booking), events });
}

/**
 * `booking` is the new booking, which continues the thread and the calendar event of the old one.
 */
export function movedByTutorEmail(
  booking: OpenBooking,
  { before, lesson }: { before: LessonFacts; lesson: LessonFacts },
  to: LessonRecipient,
  act: TutorsAct,
): Email {
  const { by, now } = act;
  const message = toPerson(`moved:${booking.id}`, to, subjectFor('Moved', lesson), [
    hasNewLesson(to),
    changeOf(before, lesson),
    `${by} has moved the booking. The join link is a new one.`,
    ...messageOf(act, to),
    ...detailsOf(booking, lesson),
  ]);
  const events = [eventOf(booking, lesson, 'confirmed', now)];
  return signedBy(by, { ...message, ...threadOf(booking), events });
}
