// What the emails to families say about lessons and bookings. Times always name the UK.
import { creditCount, type ReturnedCredit } from '../../domain/credits.ts';
import { CANCEL_NOTICE_MINUTES, LESSON_CREDITS, LESSON_MINUTES } from '../../domain/limits.ts';
import { joinPath, lessonPath, movePath } from '../../domain/paths.ts';
import type { ReminderHours } from '../../domain/reminders.ts';
import { formatDate, formatUkTime, mondayOf, shortTime } from '../../domain/time.ts';
import { newId } from '../ids.ts';
import type { LessonFacts } from './lessons.ts';
import { type LessonRecipient, nameTo, toPerson } from '../email/compose.ts';
import {
  button,
  type CalendarEvent,
  comparison,
  link,
  type Paragraph,
  prose,
} from '../email/content.ts';
import type { Email } from '../email/queue.ts';

/** 'Saturday 21 November 2026 at 09:00 UK time' */
export function whenOf({ date, time }: Pick<LessonFacts, 'date' | 'time'>): string {
  return formatUkTime(date, time);
}

export const pageOf = ({ date, id }: LessonFacts) => lessonPath(mondayOf(date), id);

/** What a lesson was, and what it is now, one beside the other. */
export const changeOf = (before: LessonFacts, lesson: LessonFacts): Paragraph =>
  comparison({ before: outlineOf(before), after: outlineOf(lesson) });

const outlineOf = ({ name, date, time }: LessonFacts): string[] => [
  name,
  formatDate(date, 'long'),
  `${shortTime(time)} UK time`,
];

/** How to join, and what the tutor has noted. */
const wayInto = ({ join_token }: OpenBooking, { notes }: LessonFacts): Paragraph[] => [
  ...(join_token === null ? [] : [button('Join the lesson', joinPath(join_token))]),
  ...(notes === '' ? [] : [prose`Notes for the lesson:\n${notes}`]),
];

/** The same, and where the booking is. */
const detailsOf = (booking: OpenBooking, lesson: LessonFacts): Paragraph[] => [
  ...wayInto(booking, lesson),
  [link('See, move or cancel the booking', pageOf(lesson))],
];

/** A booking, as its emails are put in order and its event is named. */
export interface BookingThread {
  readonly id: string;
  /** Both are null for what is its own. */
  readonly thread: string | null;
  readonly uid: string | null;
}

/** A booking that emails lead into the lesson of. */
export interface OpenBooking extends BookingThread {
  /** The token of its door; null once that is closed. */
  readonly join_token: string | null;
}

/** What puts an email of a booking into its thread. */
const threadOf = ({ id, thread }: BookingThread) => ({ thread: thread ?? id });

function eventOf(
  { id, uid, join_token = null }: BookingThread & Partial<OpenBooking>,
  lesson: LessonFacts,
  state: CalendarEvent['state'],
  at: number,
): CalendarEvent {
  const { name, starts_at, notes } = lesson;
  return {
    uid: uid ?? id,
    state,
    at,
    lesson: {
      name,
      starts_at,
      notes,
      page: pageOf(lesson),
      join_link: join_token === null ? null : joinPath(join_token),
    },
  };
}

export function bookingConfirmed(
  booking: OpenBooking,
  lesson: LessonFacts,
  to: LessonRecipient,
  now: number,
): Email {
  const message = toPerson(
    `booked:${booking.id}`,
    to,
    `Booked: ${lesson.name}, ${whenOf(lesson)}`,
    [
      `${subjectOf(to, 'are', 'is')} booked into "${lesson.name}" on ${whenOf(lesson)}. The lesson lasts ${LESSON_MINUTES} minutes.`,
      ...detailsOf(booking, lesson),
    ],
  );
  return { ...message, ...threadOf(booking), events: [eventOf(booking, lesson, 'confirmed', now)] };
}

/** A spot that came free went to the first in line. */
export function promoted(
  booking: OpenBooking,
  lesson: LessonFacts,
  to: LessonRecipient,
  now: number,
): Email {
  const credit = `It has taken ${creditCount(LESSON_CREDITS)}, which comes back if you cancel more than ${CANCEL_NOTICE_MINUTES} minutes before the start.`;
  const message = toPerson(
    `booked:${booking.id}`,
    to,
    `Booked from the waiting list: ${lesson.name}, ${whenOf(lesson)}`,
    [
      `A spot has come free in "${lesson.name}" on ${whenOf(lesson)}. ${subjectOf(to, 'were next on the waiting list and are', 'was next on the waiting list and is')} booked in now. The lesson lasts ${LESSON_MINUTES} minutes.`,
      ...(to.role === 'student' ? [] : [credit]),
      ...detailsOf(booking, lesson),
    ],
  );
  return { ...message, ...threadOf(booking), events: [eventOf(booking, lesson, 'confirmed', now)] };
}

/** 'You are' to the student, else 'Maya is'. */
function subjectOf(to: LessonRecipient, toThem: string, ofThem: string): string {
  return to.role === 'student'
    ? `You ${toThem}`
    : `${nameTo(to, to.student_name) ?? 'Your child'} ${ofThem}`;
}

/** The student, to a parent and within a sentence. */
const childOf = (to: LessonRecipient) => nameTo(to, to.student_name) ?? 'your child';

/**
 * One email and one file for the calendar, for bookings that were made together; `lessons` as they
 * come.
 */
export function bookingsConfirmed(
  bookings: readonly { readonly booking: OpenBooking; readonly lesson: LessonFacts }[],
  to: LessonRecipient,
  now: number,
): Email {
  const [first] = bookings;
  if (first === undefined) throw new Error('There is nothing to confirm.');
  if (bookings.length === 1) return bookingConfirmed(first.booking, first.lesson, to, now);
  const count = `${bookings.length} lessons`;
  const message = toPerson(
    `booked:${first.booking.id}`,
    to,
    `Booked: ${count} from ${formatDate(first.lesson.date, 'long')}`,
    [
      `${subjectOf(to, 'are', 'is')} booked into ${count}, each of ${LESSON_MINUTES} minutes:`,
      ...bookings.map(({ booking: { join_token }, lesson }): Paragraph => [
        ...prose`"${lesson.name}" on ${whenOf(lesson)}`,
        ...(join_token === null ? [] : prose`\n${link('Join it', joinPath(join_token))}`),
      ]),
      button('See the bookings', pageOf(first.lesson)),
    ],
  );
  return {
    ...message,
    ...threadOf(first.booking),
    events: bookings.map(({ booking, lesson }) => eventOf(booking, lesson, 'confirmed', now)),
  };
}

/** What became of the credit, where it was not simply refunded. */
const creditNews: Readonly<Record<Exclude<ReturnedCredit, 'to the family'>, string>> = {
  'returned before': 'Its credit had already been returned to you.',
  'towards a refund':
    'Its credit goes towards the payment that was refunded to you, so your balance stays as it is.',
};

/** What became of the credit, of which a student hears nothing. */
function newsOf(to: LessonRecipient, credit: ReturnedCredit): string[] {
  if (to.role === 'student') return [];
  return [
    credit === 'to the family'
      ? `Your credit for ${childOf(to)} has been refunded.`
      : creditNews[credit],
  ];
}

export function bookingCancelled(
  booking: BookingThread,
  lesson: LessonFacts,
  to: LessonRecipient,
  credit: ReturnedCredit,
  now: number,
): Email {
  const what = `${to.role === 'student' ? 'Your booking' : `The booking of ${childOf(to)}`} for "${lesson.name}" on ${whenOf(lesson)} has been cancelled`;
  const message = toPerson(
    `cancelled:${booking.id}`,
    to,
    `Cancelled: ${lesson.name}, ${whenOf(lesson)}`,
    [
      to.role === 'parent' && credit === 'to the family'
        ? `${what} and your credit refunded.`
        : [`${what}.`, ...newsOf(to, credit)].join(' '),
    ],
  );
  return { ...message, ...threadOf(booking), events: [eventOf(booking, lesson, 'cancelled', now)] };
}

/** `booking` is the new one, which goes on with the thread and the event of the one before. */
export function bookingMoved(
  booking: OpenBooking,
  { before, lesson }: { readonly before: LessonFacts; readonly lesson: LessonFacts },
  to: LessonRecipient,
  now: number,
): Email {
  const whose = to.role === 'student' ? 'Your booking' : `The booking of ${childOf(to)}`;
  const message = toPerson(`moved:${booking.id}`, to, `Moved: ${lesson.name}, ${whenOf(lesson)}`, [
    `${whose} has been moved.`,
    changeOf(before, lesson),
    ...detailsOf(booking, lesson),
  ]);
  return { ...message, ...threadOf(booking), events: [eventOf(booking, lesson, 'confirmed', now)] };
}

export function lessonCancelled(
  booking: BookingThread,
  lesson: LessonFacts,
  to: LessonRecipient,
  credit: ReturnedCredit,
  now: number,
): Email {
  const subject = `Lesson cancelled: ${lesson.name}, ${whenOf(lesson)}`;
  const message = toPerson(`lesson-cancelled:${booking.id}`, to, subject, [
    [
      `We are sorry: "${lesson.name}" on ${whenOf(lesson)} will not take position.`,
      ...newsOf(to, credit),
    ].join(' '),
  ]);
  return { ...message, ...threadOf(booking), events: [eventOf(booking, lesson, 'cancelled', now)] };
}

export function lessonChanged(
  booking: OpenBooking,
  before: LessonFacts,
  lesson: LessonFacts,
  to: LessonRecipient,
  now: number,
): Email {
  const subject = `Lesson changed: ${lesson.name}, ${whenOf(lesson)}`;
  const message = toPerson(`lesson-changed:${booking.id}:${newId()}`, to, subject, [
    `A lesson that ${to.role === 'student' ? 'you are' : `${childOf(to)} is`} booked into has changed.`,
    changeOf(before, lesson),
    ...(before.meeting_link === lesson.meeting_link
      ? []
      : ['The lesson meets at a new address. The button, and your calendar, lead there.']),
    ...wayInto(booking, lesson),
    to.role === 'student' ? [link('See the booking', pageOf(lesson))] : wayOut(lesson),
  ]);
  return { ...message, ...threadOf(booking), events: [eventOf(booking, lesson, 'confirmed', now)] };
}

/** For whom the change does not suit. */
const wayOut = (lesson: LessonFacts): Paragraph =>
  prose`If this does not suit you, ${link('move the booking', movePath(mondayOf(lesson.date), lesson.id))} to another lesson or ${link('cancel it', pageOf(lesson))}. Your credit comes back if you cancel more than ${String(CANCEL_NOTICE_MINUTES)} minutes before the start.`;

/**
 * What sets the causes of a lesson's two reminders apart; the earlier one has none, as those of
 * older versions.
 */
export const reminderMark = (hours: ReminderHours): '' | ':2h' => (hours === 2 ? ':2h' : '');

/** Which reminder has this cause. */
export const hoursOf = (cause: string): ReminderHours =>
  cause.includes(`${reminderMark(2)}:`) ? 2 : 24;

/** One for each start of the lesson: a lesson that moves is reminded of again. */
export function lessonReminder(
  booking: OpenBooking,
  lesson: LessonFacts,
  to: LessonRecipient,
  hours: ReminderHours,
): Email {
  const cause = `reminder:${booking.id}:${lesson.starts_at}${reminderMark(hours)}`;
  const message = toPerson(cause, to, `Reminder: ${lesson.name}, ${whenOf(lesson)}`, [
    `${subjectOf(to, 'have', 'has')} a lesson soon: "${lesson.name}" on ${whenOf(lesson)}.`,
    ...detailsOf(booking, lesson),
  ]);
  return {
    ...message,
    ...threadOf(booking),
    reminderOf: { bookingId: booking.id, startsAt: lesson.starts_at },
  };
}
