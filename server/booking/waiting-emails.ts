// Texts of the emails to students on a waiting list and their parents. The email about a promotion
// is in booking-emails.ts.
import { type Clash, clashNames } from '../../domain/lessons/student-day.ts';
import { paths } from '../../domain/paths.ts';
import { newId } from '../base/ids.ts';
import {
  type LessonRecipient,
  nameTo,
  type Recipient,
  signedBy,
  toPerson,
} from '../email/compose.ts';
import { button, cancelledDate, dateBlock, headline } from '../email/content.ts';
import type { Email } from '../email/queue.ts';
import {
  cancelledWords,
  changeOf,
  noLessonFor,
  lessonPageOf,
  studentIn,
  subjectFor,
  subjectOf,
} from './booking-emails.ts';
import type { LessonFacts } from './lessons.ts';

/** The cause stays the same however often the student joins the waiting list again. */
const causeOf = (what: string, lesson: LessonFacts, studentId: string) =>
  `${what}:${lesson.id}:${studentId}`;

const ENDED = 'The waiting list has ended with it.';

/** To parents: a spot went past their student, because the family had no credit. */
export function passedOverEmail(
  lesson: LessonFacts,
  student: { id: string; name: string },
  to: Recipient,
): Email {
  const name = nameTo(to, student.name);
  return toPerson(
    causeOf('passed-over', lesson, student.id),
    to,
    subjectFor('Spot missed, no credit', lesson),
    [
      headline`${name ?? 'Your child'} stays on the waiting list`,
      dateBlock(lesson),
      `A spot came free and ${name ?? 'your child'} was next, but there was no credit in your account. With a credit, the next free spot can be booked for ${name ?? 'your child'}.`,
      'Buying a credit now does not book this spot by itself. The lesson shows whether it is still free; there you can pay and book in one go.',
      button('See the lesson', lessonPageOf(lesson)),
    ],
  );
}

/** To parents: a spot went past their student, who has another lesson at that time. */
export function clashedEmail(
  lesson: LessonFacts,
  clashes: readonly Clash[],
  student: { id: string; name: string },
  parent: Recipient,
): Email {
  const to: LessonRecipient = { ...parent, role: 'parent', student_name: student.name };
  const name = studentIn(to);
  const other = clashNames(clashes);
  const subjectWith = (who: string) => `A spot came free, but ${who} has ${other} then`;
  const message = toPerson(
    `${causeOf('clashed', lesson, student.id)}:${newId()}`,
    to,
    subjectWith(name),
    [
      headline`${subjectOf(to, 'keep', 'keeps')} the place on the waiting list`,
      dateBlock(lesson),
      `The waiting list never books two lessons at one time. ${other} is at that time, so the spot was offered to the next student.`,
      'Would you rather have this one? The lesson shows whether it still has a spot; there you can move the booking or book both.',
      button('See the lesson', lessonPageOf(lesson)),
    ],
  );
  return { ...message, lastingSubject: subjectWith('your child') };
}

/** Sent when a spot comes free too late to go to the waiting list. */
export function spotOpenEmail(lesson: LessonFacts, studentId: string, to: LessonRecipient): Email {
  return toPerson(
    causeOf('waiting-list-open', lesson, studentId),
    to,
    subjectFor('A spot is free', lesson),
    [
      headline`${subjectOf(to, 'could', 'could')} still come`,
      dateBlock(lesson),
      'The lesson starts soon, so nobody is booked from the waiting list any more. The first to book gets the spot.',
      button('Book the spot', lessonPageOf(lesson)),
    ],
  );
}

/** The waiting list is full, and a family with a credit has replaced this student. */
export function crowdedOutEmail(
  lesson: LessonFacts,
  studentId: string,
  to: LessonRecipient,
): Email {
  return toPerson(
    `${causeOf('crowded-out', lesson, studentId)}:${newId()}`,
    to,
    subjectFor('Waiting list full', lesson),
    [
      headline`${subjectOf(to, 'are', 'is')} no longer on the waiting list`,
      dateBlock(lesson),
      ...(to.role === 'student'
        ? [
            'The waiting list of this lesson is full, and other students come first. Your parents have an email that says how you can join the list again.',
          ]
        : [
            `The waiting list of this lesson is full. Families with a credit come first, and there was none in your account; a free lesson does not count. Once you have a credit, ${studentIn(to)} can join the list again.`,
            button('See the lesson', lessonPageOf(lesson)),
          ]),
    ],
  );
}

/** The lesson was moved; the student stays on its waiting list. */
export function waitingListMovedEmail(
  { before, lesson }: { before: LessonFacts; lesson: LessonFacts },
  studentId: string,
  to: LessonRecipient,
  by: string,
): Email {
  const message = toPerson(
    `${causeOf('waiting-list-moved', lesson, studentId)}:${newId()}`,
    to,
    subjectFor('Lesson changed', lesson),
    [
      headline`${subjectOf(to, 'keep', 'keeps')} the position on the waiting list`,
      changeOf(before, lesson),
      `${by} has moved the lesson. If the new time does not suit you, leave the list on the lesson's page.`,
      button('See the lesson', lessonPageOf(lesson)),
    ],
  );
  return signedBy(by, message);
}

/** The lesson was deleted, and its waiting list with it. */
export function waitingListEndedEmail(
  lesson: LessonFacts,
  studentId: string,
  to: LessonRecipient,
  by: string,
): Email {
  const message = toPerson(
    causeOf('waiting-list-ended', lesson, studentId),
    to,
    subjectFor('Lesson cancelled', lesson),
    [
      noLessonFor(to),
      cancelledDate(lesson),
      `${cancelledWords(by)} ${ENDED}`,
      button('See other lessons', paths.familyHome),
    ],
  );
  return signedBy(by, message);
}
