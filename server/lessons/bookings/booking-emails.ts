// Texts of the emails to families about lessons and bookings. Times always name the UK.
import { creditCount, type ReturnedCredit } from '../../../domain/credits.ts';
import { CANCEL_NOTICE_MINUTES, LESSON_CREDITS, LESSON_MINUTES } from '../../../domain/limits.ts';
import { joinPath, lessonPath, movePath } from '../../../domain/paths.ts';
import { formatDate, formatUkTime, mondayOf, shortTime } from '../../../domain/time.ts';
import { newId } from '../../ids.ts';
import type { LessonFacts } from '../lessons.ts';
import { type LessonRecipient, nameTo, toPerson } from '../../email/compose.ts';
import {
  button,
  type CalendarEvent,
  comparison,
  link,
  type Paragraph,
  prose,
} from '../../email/content.ts';
import type { Email } from '../../email/queue.ts';

/** 'Saturday 21 November 2026 at 09:00 UK time' */
export function whenOf({ date, time }: Pick<LessonFacts, 'date' | 'time'>): string {
  return formatUkTime(date, time);
}

export const pageOf = ({ date, id }: LessonFacts) => lessonPath(mondayOf(date), id);

/** Compares the lesson before and after a change, side by side. */
export const changeOf = (before: LessonFacts, lesson: LessonFacts): Paragraph =>
  comparison({ before: outlineOf(before), after: outlineOf(lesson) });

const outlineOf = ({ name, date, time }: LessonFacts): string[] => [
  name,
  formatDate(date, 'long'),
  `${shortTime(time)} UK time`,
];

/** The join link and the notes of the tutor. */
const joinDetails = ({ join_token }: OpenBooking, { notes }: LessonFacts): Paragraph[] => [
  ...(join_token === null ? [] : [button('Join the lesson', joinPath(join_token))]),
  ...(notes === '' ? [] : [prose`Notes for the lesson:\n${notes}`]),
];

/** The join link, the notes and a link to the booking. */
export const detailsOf = (booking: OpenBooking, lesson: LessonFacts): Paragraph[] => [
  ...joinDetails(booking, lesson),
  [link('See, move or cancel the booking', pageOf(lesson))],
];

/** What threads the emails of a booking and identifies its calendar event. */
export interface BookingThread {
  readonly id: string;
  /** Both are null when the booking uses its own id. */
  readonly thread: string | null;
  readonly uid: string | null;
}

/** A booking subject emails may contain its join link. */
export interface OpenBooking extends BookingThread {
  /** The token of its join link; null once the link is revoked. */
  readonly join_token: string | null;
}

export const threadOf = ({ id, thread }: BookingThread) => ({ thread: thread ?? id });

export function eventOf(
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
  /** Follows the first sentence. */
  news: readonly (string | Paragraph)[] = [],
): Email {
  const message = toPerson(
    `booked:${booking.id}`,
    to,
    `Booked: ${lesson.name}, ${whenOf(lesson)}`,
    [
      `${subjectOf(to, 'are', 'is')} booked into "${lesson.name}" on ${whenOf(lesson)}. The lesson lasts ${LESSON_MINUTES} minutes.`,
      ...news,
      ...detailsOf(booking, lesson),
    ],
  );
  return { ...message, ...threadOf(booking), events: [eventOf(booking, lesson, 'confirmed', now)] };
}

/** Sent when a student is promoted from the waiting list. */
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
export function subjectOf(to: LessonRecipient, toThem: string, ofThem: string): string {
  return to.role === 'student'
    ? `You ${toThem}`
    : `${nameTo(to, to.student_name) ?? 'Your child'} ${ofThem}`;
}

/** The student's name within a sentence to a parent. */
export const studentIn = (to: LessonRecipient) => nameTo(to, to.student_name) ?? 'your child';

/** One email and one calendar file for bookings that were made together, sorted by lesson start. */
export function bookingsConfirmed(
  bookings: readonly { readonly booking: OpenBooking; readonly lesson: LessonFacts }[],
  to: LessonRecipient,
  now: number,
): Email {
  const [first] = bookings;
  if (first === undefined) throw new Error('no bookings to confirm');
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

/** Says what happened to a credit that did not go back to the balance. */
const creditNews: Readonly<Record<Exclude<ReturnedCredit, 'to the family'>, string>> = {
  'returned before': 'Its credit had already been returned to you.',
  'towards a refund':
    'Its credit goes towards the payment that was refunded to you, so your balance stays as it is.',
  'took none': 'It took no credit, so none comes back.',
  'stays spent': 'Its credit is not returned.',
};

/** Says what happened to the credit. Students are not told. */
export function creditNewsFor(to: LessonRecipient, credit: ReturnedCredit): string[] {
  if (to.role === 'student') return [];
  return [
    credit === 'to the family'
      ? `Your credit for ${studentIn(to)} has been refunded.`
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
  const what = `${to.role === 'student' ? 'Your booking' : `The booking of ${studentIn(to)}`} for "${lesson.name}" on ${whenOf(lesson)} has been cancelled`;
  const message = toPerson(
    `cancelled:${booking.id}`,
    to,
    `Cancelled: ${lesson.name}, ${whenOf(lesson)}`,
    [
      to.role === 'parent' && credit === 'to the family'
        ? `${what} and your credit refunded.`
        : [`${what}.`, ...creditNewsFor(to, credit)].join(' '),
    ],
  );
  return { ...message, ...threadOf(booking), events: [eventOf(booking, lesson, 'cancelled', now)] };
}

/**
 * `booking` is the new booking, which continues the thread and the calendar event of the old one.
 */
export function bookingMoved(
  booking: OpenBooking,
  { before, lesson }: { readonly before: LessonFacts; readonly lesson: LessonFacts },
  to: LessonRecipient,
  now: number,
): Email {
  const subject = to.role === 'student' ? 'Your booking' : `The booking of ${studentIn(to)}`;
  const message = toPerson(`moved:${booking.id}`, to, `Moved: ${lesson.name}, ${whenOf(lesson)}`, [
    `${subject} has been moved.`,
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
      `We are sorry: "${lesson.name}" on ${whenOf(lesson)} will not take place.`,
      ...creditNewsFor(to, credit),
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
    `A lesson that ${to.role === 'student' ? 'you are' : `${studentIn(to)} is`} booked into has changed.`,
    changeOf(before, lesson),
    ...(before.meeting_link === lesson.meeting_link
      ? []
      : ['The lesson meets at a new address. The button, and your calendar, lead there.']),
    ...joinDetails(booking, lesson),
    to.role === 'student' ? [link('See the booking', pageOf(lesson))] : changeOptions(lesson),
  ]);
  return { ...message, ...threadOf(booking), events: [eventOf(booking, lesson, 'confirmed', now)] };
}

/** Offers to move or cancel the booking if the change does not suit the family. */
const changeOptions = (lesson: LessonFacts): Paragraph =>
  prose`If this does not suit you, ${link('move the booking', movePath(mondayOf(lesson.date), lesson.id))} to another lesson or ${link('cancel it', pageOf(lesson))}. Your credit comes back if you cancel more than ${String(CANCEL_NOTICE_MINUTES)} minutes before the start.`;
