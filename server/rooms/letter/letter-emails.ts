// The words of the letter to a family after a lesson, with a part for each of its students.
import {
  lessonPath,
  paths,
  practiceItemPath,
  practicePath,
  roomPath,
} from '../../../domain/paths.ts';
import {
  type Attendance,
  plainFirstNameOf,
  letterSubject,
  openingName,
  outcomeWords,
} from '../../../domain/rooms/letter-words.ts';
import { joinWords } from '../../../domain/text.ts';
import { formatDate, mondayOf, ukDate, ukTime } from '../../../domain/time.ts';
import { type BookingThread, threadOf } from '../../booking/booking-emails.ts';
import type { LessonFacts } from '../../booking/lessons.ts';
import { type LessonRecipient, nameTo, toPerson } from '../../email/compose.ts';
import {
  dateBlocks,
  type DatedLesson,
  headline,
  link,
  list,
  type Paragraph,
  prose,
  small,
  subheading,
} from '../../email/content.ts';
import type { Email } from '../../email/queue.ts';
import { LETTER } from '../../lessons/reminders/reminder-emails.ts';

/** More missed questions than this are only counted: a letter is read in twenty seconds. */
const AGAIN_NAMED = 5;

type OpenLesson = DatedLesson & { readonly id: string };

/** What the letter says of one student in one lesson. */
export interface LetterPart extends Attendance {
  readonly booking: BookingThread & { readonly student_id: string };
  readonly studentName: string;
  readonly lesson: LessonFacts;
  /** Null without a topic. */
  readonly topic: string | null;
  readonly sentence: string;
  readonly hasSlides: boolean;
  /** The questions that were not right first time, in plain words. */
  readonly again: readonly { readonly itemId: string; readonly words: string }[];
  /** The student's next lesson; null if none is booked. */
  readonly next: OpenLesson | null;
  /** Lessons with a spot, if none is booked. */
  readonly offers: readonly OpenLesson[];
  /** Whether the student, if signed in, may book. */
  readonly mayBook: boolean;
}

/**
 * To a parent or, with one part, to the student, at `now` (epoch milliseconds). The parts are of
 * lessons that begin at the same time.
 */
export function lessonLetterEmail(
  all: readonly [LetterPart, ...LetterPart[]],
  to: LessonRecipient,
  now: number,
): Email {
  const [first] = all;
  const { booking, lesson, sentence } = first;
  const parts = all.map((part) => ({ ...part, studentName: nameTo(to, part.studentName) ?? '' }));
  const { starts_at } = lesson;
  const reader = { isStudent: to.role === 'student' };
  const lessons = new Set(parts.map((part) => part.lesson.id));
  const topics = new Set(parts.map((part) => part.topic ?? part.lesson.name));
  const isShared = lessons.size === 1;
  const isOneNext =
    parts.length > 1 && parts.every(({ next }) => next !== null && next.id === first.next?.id);
  const subjectOf = (children: typeof parts) => letterSubject(children, reader, { starts_at, now });
  const message = toPerson(
    `${LETTER}${parts.map((part) => part.booking.id).join('+')}:${starts_at}`,
    to,
    subjectOf(parts),
    [
      headline`${joinWords(topics)}`,
      ...(isShared && sentence !== '' ? [sentence] : []),
      ...parts.flatMap((part) => [
        ...(parts.length > 1 ? [subheading(titleOf(part, isShared))] : []),
        ...(isShared || part.sentence === '' ? [] : [part.sentence]),
        ...aboutLesson(part, to),
        ...(isOneNext ? [] : aboutNext(part, to)),
      ]),
      ...(isOneNext && first.next !== null
        ? [
            `Next lesson for ${joinWords(parts.map(childName))}:`,
            dateBlocks([linkedLesson(first.next)]),
          ]
        : []),
    ],
  );
  const choice = small(prose`${link('Choose which emails you get', paths.accountCalendar)}`);
  return {
    ...message,
    lastingSubject: subjectOf(parts.map((part) => ({ ...part, studentName: '' }))),
    paragraphs: [...message.paragraphs, ...(reader.isStudent ? [] : [choice])],
    ...threadOf(booking),
    reminderOf: { bookingId: booking.id, startsAt: starts_at },
  };
}

function titleOf({ studentName, topic, lesson }: LetterPart, isShared: boolean): string {
  const name = studentName === '' ? 'Your child' : studentName;
  return isShared ? name : `${name}: ${topic ?? lesson.name}`;
}

/** What the student did, what to look at again, and the way back to the lesson. */
function aboutLesson(part: LetterPart, to: LessonRecipient): (string | Paragraph)[] {
  const { attended, again, booking, lesson, topic, hasSlides } = part;
  const { student_id } = booking;
  const isStudent = to.role === 'student';
  const outcome = outcomeWords(part, { isStudent });
  const practice = link('Practice', practicePath(student_id));
  const more = again.length - AGAIN_NAMED;
  return [
    ...(outcome === null ? [] : [outcome]),
    ...(again.length > 0 && attended === 'came'
      ? [
          list(againTitle(part, to), [
            ...again
              .slice(0, AGAIN_NAMED)
              .map(({ itemId, words }) => [link(words, practiceItemPath(student_id, itemId))]),
            ...(more > 0 ? [[`${more} more under `, practice]] : []),
          ]),
        ]
      : []),
    ...(again.length > 0 && attended !== 'came'
      ? [
          prose`${openingName(part.studentName, { isStudent })} can try the ${again.length === 1 ? 'question' : `${again.length} questions`} of the lesson under ${practice}.`,
        ]
      : []),
    ...(topic === null
      ? []
      : [
          prose`${link(hasSlides ? 'See the slides' : 'Look back at the lesson', roomPath(lesson.id, student_id))}`,
        ]),
  ];
}

const againTitle = ({ studentName }: LetterPart, { role }: LessonRecipient): string =>
  role === 'student' ? 'To look at again' : `For ${childName({ studentName })} to look at again`;

const childName = ({ studentName }: Pick<LetterPart, 'studentName'>): string =>
  plainFirstNameOf(studentName) ?? 'your child';

/** The next lesson, or lessons to book. A student who may not book gets them without links. */
function aboutNext(part: LetterPart, to: LessonRecipient): (string | Paragraph)[] {
  const { next, offers, mayBook } = part;
  if (next !== null) return ['Next lesson:', dateBlocks([linkedLesson(next)])];
  if (offers.length === 0) return [];
  const isStudent = to.role === 'student';
  const isLinked = !isStudent || mayBook;
  return [
    `${openingName(part.studentName, { isStudent })} ${isStudent ? 'have' : 'has'} no lesson booked. ${offers.length === 1 ? 'This one has' : 'These have'} a spot:`,
    dateBlocks(
      offers.map((lesson) => ({
        ...lesson,
        ...(isLinked ? { link: { label: `Book ${whenOf(lesson)}`, page: pageOf(lesson) } } : {}),
      })),
    ),
    ...(isLinked ? [] : ['A parent can book one for you.']),
  ];
}

const linkedLesson = (lesson: OpenLesson) => ({
  ...lesson,
  link: { label: 'See the lesson', page: pageOf(lesson) },
});

/** 'Sat 28 Nov, 09:00' */
const whenOf = ({ starts_at }: OpenLesson): string =>
  `${formatDate(ukDate(starts_at), 'short')}, ${ukTime(starts_at)}`;

const pageOf = ({ id, starts_at }: OpenLesson): string =>
  lessonPath(mondayOf(ukDate(starts_at)), id);
