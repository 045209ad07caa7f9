// Texts of the emails to families about lessons and bookings. Times always name the UK.
import { CANCEL_NOTICE_MINUTES, LESSON_CREDITS } from '../../domain/lessons/booking.ts';
import { JOIN_OPENS_MINUTES } from '../../domain/lessons/join-link.ts';
import { joinPath, lessonPath, paths } from '../../domain/paths.ts';
import { creditCount, type ReturnedCredit } from '../../domain/payments/credits.ts';
import { formatDate, mondayOf, shortTime } from '../../domain/time.ts';
import { type LessonRecipient, nameTo, signedBy, toPerson } from '../email/compose.ts';
import {
  button,
  type CalendarEvent,
  cancelledDate,
  checklist,
  comparison,
  dateBlock,
  dateBlocks,
  headline,
  link,
  type Paragraph,
} from '../email/content.ts';
import type { Email } from '../email/queue.ts';
import type { LessonFacts } from './lessons.ts';

/**
 * 'Cancelled: Sat 21 Nov at 09:00 UK time, GCSE: Forces'. Mail programs cut long subjects, so the
 * date comes first.
 */
export const subjectFor = (news: string, { name, date, time }: LessonFacts): string =>
  `${news}: ${formatDate(date, 'short')} at ${shortTime(time)} UK time, ${name}`;

/** The path of a lesson in the calendar of families. */
export const lessonPageOf = ({ date, id }: LessonFacts) => lessonPath(mondayOf(date), id);

/** Compares the lesson before and after a change, side by side. */
export const changeOf = (before: LessonFacts, lesson: LessonFacts): Paragraph =>
  comparison({ before: outlineOf(before), after: outlineOf(lesson) });

const outlineOf = ({ name, date, time }: LessonFacts): string[] => [
  name,
  formatDate(date, 'long'),
  `${shortTime(time)} UK time`,
];

/** The join link and the notes of the tutor. */
export const joinDetails = ({ join_token }: OpenBooking, { notes }: LessonFacts): Paragraph[] => [
  ...(join_token === null ? [] : [button('Join the meeting', joinPath(join_token))]),
  ...(notes === '' ? [] : [checklist('Notes for the lesson', notes)]),
];

/** The join link, the notes and a link to the booking. */
export const detailsOf = (booking: OpenBooking, lesson: LessonFacts): Paragraph[] => [
  ...joinDetails(booking, lesson),
  [link('See, move or cancel the booking', lessonPageOf(lesson))],
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

/** The thread of an email: the given one, or a new one that is named after the booking. */
export const threadOf = ({ id, thread }: BookingThread) => ({ thread: thread ?? id });

/** The calendar event of a booking, as it is at `at` (epoch milliseconds). */
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
      page: lessonPageOf(lesson),
      join_link: join_token === null ? null : joinPath(join_token),
    },
  };
}

/** To a parent or the student: a booking was made at `now` (epoch milliseconds). */
export function bookingConfirmedEmail(
  booking: OpenBooking,
  lesson: LessonFacts,
  to: LessonRecipient,
  now: number,
  /** Replaces how the booking can be changed. */
  news: (string | Paragraph)[] = [howToChange(to)],
): Email {
  const message = toPerson(`booked:${booking.id}`, to, subjectFor('Booked', lesson), [
    isIn(to),
    dateBlock(lesson),
    ...news,
    ...detailsOf(booking, lesson),
  ]);
  return { ...message, ...threadOf(booking), events: [eventOf(booking, lesson, 'confirmed', now)] };
}

/** Sent when a student is promoted from the waiting list. */
export function promotedEmail(
  booking: OpenBooking,
  lesson: LessonFacts,
  to: LessonRecipient,
  now: number,
): Email {
  const credit = `It has taken ${creditCount(LESSON_CREDITS)}, which comes back if you cancel more than ${CANCEL_NOTICE_MINUTES} minutes before the start.`;
  const message = toPerson(
    `booked:${booking.id}`,
    to,
    subjectFor('Booked from the waiting list', lesson),
    [
      headline`A spot came free: ${subjectOf(to, 'are', 'is').replace(/^Y/, 'y')} in`,
      dateBlock(lesson),
      to.role === 'student' ? JOINING : credit,
      ...detailsOf(booking, lesson),
    ],
  );
  return { ...message, ...threadOf(booking), events: [eventOf(booking, lesson, 'confirmed', now)] };
}

/** 'Maya is in' */
export const isIn = (to: LessonRecipient) => headline`${subjectOf(to, 'are', 'is')} in`;

export const JOINING = `You can join from ${JOIN_OPENS_MINUTES} minutes before the start, without signing in.`;

/** Students are not told about credits. */
const howToChange = (to: LessonRecipient) =>
  to.role === 'student'
    ? JOINING
    : `If plans change, cancel more than ${CANCEL_NOTICE_MINUTES} minutes before the start, and your credit comes back.`;

/** 'You are' to the student, else 'Maya is'. */
export function subjectOf(to: LessonRecipient, toThem: string, ofThem: string): string {
  return to.role === 'student'
    ? `You ${toThem}`
    : `${nameTo(to, to.student_name) ?? 'Your child'} ${ofThem}`;
}

/** The student's name within a sentence to a parent. */
export const studentIn = (to: LessonRecipient) => nameTo(to, to.student_name) ?? 'your child';

/** The student's name; 'you' to the student. */
export const whoIn = (to: LessonRecipient) => (to.role === 'student' ? 'you' : studentIn(to));

/** One email and one calendar file for bookings that were made together, sorted by lesson start. */
export function bookingsConfirmedEmail(
  bookings: { booking: OpenBooking; lesson: LessonFacts }[],
  to: LessonRecipient,
  now: number,
): Email {
  const [first] = bookings;
  if (first === undefined) throw new Error('no bookings to confirm');
  if (bookings.length === 1) return bookingConfirmedEmail(first.booking, first.lesson, to, now);
  const count = `${bookings.length} lessons`;
  const message = toPerson(
    `booked:${first.booking.id}`,
    to,
    `Booked: ${count} from ${formatDate(first.lesson.date, 'short')}`,
    [
      isIn(to),
      dateBlocks(
        bookings.map(({ booking: { join_token }, lesson }) => ({
          ...lesson,
          join: join_token === null ? null : joinPath(join_token),
        })),
      ),
      howToChange(to),
      button('See the bookings', lessonPageOf(first.lesson)),
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

/** 'Maya is no longer booked' */
export const noLongerIn = (to: LessonRecipient): Paragraph =>
  headline`${subjectOf(to, 'are', 'is')} no longer booked`;

const LINK_ENDED = 'The join link of this booking has ended.';

/** The booking was cancelled. Parents read where its credit went. */
export function bookingCancelledEmail(
  booking: BookingThread,
  lesson: LessonFacts,
  to: LessonRecipient,
  credit: ReturnedCredit,
  now: number,
): Email {
  const message = toPerson(`cancelled:${booking.id}`, to, subjectFor('Cancelled', lesson), [
    noLongerIn(to),
    cancelledDate(lesson),
    ...(to.role === 'student' ? [LINK_ENDED] : creditNewsFor(to, credit)),
    button('See other lessons', paths.familyHome),
  ]);
  return { ...message, ...threadOf(booking), events: [eventOf(booking, lesson, 'cancelled', now)] };
}

/** 'Maya has another lesson' */
export const hasNewLesson = (to: LessonRecipient): Paragraph =>
  headline`${subjectOf(to, 'have', 'has')} another lesson`;

/**
 * `booking` is the new booking, which continues the thread and the calendar event of the old one.
 */
export function bookingMovedEmail(
  booking: OpenBooking,
  { before, lesson }: { before: LessonFacts; lesson: LessonFacts },
  to: LessonRecipient,
  now: number,
): Email {
  const message = toPerson(`moved:${booking.id}`, to, subjectFor('Moved', lesson), [
    hasNewLesson(to),
    changeOf(before, lesson),
    'The join link is a new one; the old one has ended.',
    ...detailsOf(booking, lesson),
  ]);
  return { ...message, ...threadOf(booking), events: [eventOf(booking, lesson, 'confirmed', now)] };
}

/** 'No lesson for Maya' */
export const noLessonFor = (to: LessonRecipient): Paragraph =>
  headline`No lesson for ${to.role === 'student' ? 'you' : studentIn(to)}`;
/** Names the admin who has cancelled the lesson. */
export const cancelledWords = (by: string): string =>
  `${by} has cancelled the lesson. We are sorry about this.`;

/** An admin, whose name is `by`, has deleted the lesson, which ends the booking. */
export function lessonCancelledEmail(
  booking: BookingThread,
  lesson: LessonFacts,
  to: LessonRecipient,
  { by, credit, now }: { by: string; credit: ReturnedCredit; now: number },
): Email {
  const subject = subjectFor('Lesson cancelled', lesson);
  const message = toPerson(`lesson-cancelled:${booking.id}`, to, subject, [
    noLessonFor(to),
    cancelledDate(lesson),
    [cancelledWords(by), ...creditNewsFor(to, credit)].join(' '),
    button('See other lessons', paths.familyHome),
  ]);
  const events = [eventOf(booking, lesson, 'cancelled', now)];
  return signedBy(by, { ...message, ...threadOf(booking), events, isUrgent: true });
}
