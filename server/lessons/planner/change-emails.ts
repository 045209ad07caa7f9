// The email to families about a change of a lesson that they have booked.
import { CANCEL_NOTICE_MINUTES } from '../../../domain/lessons/booking.ts';
import { type Clash, clashSentence } from '../../../domain/lessons/student-day.ts';
import { movePath } from '../../../domain/paths.ts';
import { mondayOf } from '../../../domain/time.ts';
import { newId } from '../../base/ids.ts';
import {
  changeOf,
  eventOf,
  joinDetails,
  type OpenBooking,
  lessonPageOf,
  studentIn,
  subjectFor,
  subjectOf,
  threadOf,
} from '../../booking/booking-emails.ts';
import type { LessonFacts } from '../../booking/lessons.ts';
import { type LessonRecipient, signedBy, toPerson } from '../../email/compose.ts';
import { headline, link, type Paragraph, prose } from '../../email/content.ts';
import type { Email } from '../../email/queue.ts';

const SAME_LINK = 'The booking and its join link stay as they are.';

function whatIsNew(before: LessonFacts, lesson: LessonFacts): string {
  if (before.starts_at !== lesson.starts_at) return 'A new time';
  return before.name === lesson.name ? 'A new meeting link' : 'A new topic';
}

/** An admin, whose name is `by`, has moved or renamed the lesson, or changed its meeting link. */
export function lessonChangedEmail(
  booking: OpenBooking,
  {
    before,
    lesson,
    clashes = [],
  }: {
    before: LessonFacts;
    lesson: LessonFacts;
    /** Those of the student at the new time. */
    clashes?: readonly Clash[];
  },
  to: LessonRecipient,
  { by, now }: { by: string; now: number },
): Email {
  const subject = subjectFor('Lesson changed', lesson);
  const also = clashSentence(subjectOf(to, 'already have', 'already has'), clashes);
  const message = toPerson(`lesson-changed:${booking.id}:${newId()}`, to, subject, [
    headline`${whatIsNew(before, lesson)} for ${to.role === 'student' ? 'you' : studentIn(to)}`,
    changeOf(before, lesson),
    ...(also === null ? [] : [also]),
    ...(before.meeting_link === lesson.meeting_link
      ? [`${by} has changed the lesson. ${SAME_LINK}`]
      : [
          `${by} has changed the lesson. It meets at a new address: the button, and your calendar, lead there.`,
        ]),
    ...joinDetails(booking, lesson),
    to.role === 'student' ? [link('See the booking', lessonPageOf(lesson))] : changeOptions(lesson),
  ]);
  const events = [eventOf(booking, lesson, 'confirmed', now)];
  return signedBy(by, { ...message, ...threadOf(booking), events, isUrgent: true });
}

/** Offers to move or cancel the booking if the change does not suit the family. */
const changeOptions = (lesson: LessonFacts): Paragraph =>
  prose`If the change does not suit you, ${link('move the booking', movePath(mondayOf(lesson.date), lesson.id))} to another lesson or ${link('cancel it', lessonPageOf(lesson))}. Your credit comes back if you cancel more than ${String(CANCEL_NOTICE_MINUTES)} minutes before the start.`;
