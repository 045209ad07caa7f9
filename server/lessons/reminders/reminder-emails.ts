// Texts of the emails before and after a lesson: its reminders, and the way to its slides.
import { excusePath, roomPath } from '../../../domain/paths.ts';
import type { ReminderHours } from '../../../domain/people/account.ts';
import {
  type BookingThread,
  detailsOf,
  JOINING,
  type OpenBooking,
  subjectFor,
  subjectOf,
  threadOf,
} from '../../booking/booking-emails.ts';
import type { LessonFacts } from '../../booking/lessons.ts';
import { type LessonRecipient, toPerson } from '../../email/compose.ts';
import { button, dateBlock, headline, link, prose } from '../../email/content.ts';
import type { Email } from '../../email/queue.ts';

/** Distinguishes the causes of a lesson's two reminders: the 24-hour reminder has no mark. */
export const reminderMark = (hours: ReminderHours): '' | ':2h' => (hours === 2 ? ':2h' : '');

/** Returns which reminder has this cause. */
export const hoursOf = (cause: string): ReminderHours =>
  cause.includes(`${reminderMark(2)}:`) ? 2 : 24;

/**
 * The cause contains the lesson start, so a moved lesson gets a new reminder. `preparation` says
 * what the student prepares; null when there is nothing.
 */
export function lessonReminderEmail(
  booking: OpenBooking & { student_id: string; excuse_token: string },
  lesson: LessonFacts,
  to: LessonRecipient,
  hours: ReminderHours,
  preparation: string | null,
): Email {
  const cause = `reminder:${booking.id}:${lesson.starts_at}${reminderMark(hours)}`;
  const message = toPerson(cause, to, subjectFor('Reminder', lesson), [
    headline`${subjectOf(to, 'have', 'has')} a lesson soon`,
    dateBlock(lesson),
    ...(preparation === null
      ? [JOINING]
      : [
          prose`${link('Prepare for it', roomPath(lesson.id, booking.student_id))}: ${preparation}.`,
        ]),
    ...detailsOf(booking, lesson),
    // It acts without a sign-in, so it is not for a stranger whose address somebody mistyped.
    ...(to.email_confirmed_at === null
      ? []
      : [[link("Can't come?", excusePath(booking.excuse_token))]]),
  ]);
  return {
    ...message,
    ...threadOf(booking),
    reminderOf: { bookingId: booking.id, startsAt: lesson.starts_at },
    isUrgent: true,
  };
}

/**
 * How the cause of an email about slides begins. The booking's id, the day of the lesson, which may
 * be moved to another one, and the person's id follow.
 */
export const SLIDES = 'slides:';

/**
 * How the cause of a letter after a lesson begins. The ids of its bookings, the start of the
 * lesson, which may be moved, and the person's id follow.
 */
export const LETTER = 'letter:';

/** The bookings that a letter with this cause is about. */
export const bookingsOf = (cause: string): string[] => cause.split(':')[1]?.split('+') ?? [];

/** The start of their lessons, in epoch milliseconds. */
export const startOf = (cause: string): number => Number(cause.split(':')[2]);

/** Sent once the lesson is over and its topic has slides. */
export function lessonSlidesEmail(
  booking: BookingThread & { student_id: string },
  lesson: LessonFacts,
  to: LessonRecipient,
): Email {
  const message = toPerson(`${SLIDES}${booking.id}:${lesson.date}`, to, `Slides: ${lesson.name}`, [
    headline`${subjectOf(to, 'can', 'can')} look back`,
    dateBlock(lesson),
    'Any questions of the lesson are there too, with their answers.',
    button('See the slides', roomPath(lesson.id, booking.student_id)),
  ]);
  return {
    ...message,
    ...threadOf(booking),
    reminderOf: { bookingId: booking.id, startsAt: lesson.starts_at },
  };
}
