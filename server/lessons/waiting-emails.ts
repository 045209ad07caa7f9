// What the emails to those on a waiting list say. The one about a place that they were given is in
// messages.ts.
import { newId } from '../ids.ts';
import type { LessonFacts } from './lessons.ts';
import { type LessonRecipient, nameTo, type Recipient, toPerson } from '../email/compose.ts';
import { button } from '../email/content.ts';
import type { Email } from '../email/queue.ts';
import { changeOf, pageOf, whenOf } from './booking-emails.ts';

/**
 * Whom an email is about: its cause is the same, however often the student joins the line again.
 */
const causeOf = (what: string, lesson: LessonFacts, studentId: string) =>
  `${what}:${lesson.id}:${studentId}`;

/** 'You are', or 'Maya is' to a parent. */
const waits = (to: LessonRecipient) =>
  to.role === 'student' ? 'you are' : `${nameTo(to, to.student_name) ?? 'your child'} is`;

/** To parents: a place went past their student, because there was no credit to take. */
export function passedOver(
  lesson: LessonFacts,
  student: { readonly id: string; readonly name: string },
  to: Recipient,
): Email {
  const name = nameTo(to, student.name);
  return toPerson(
    causeOf('passed-over', lesson, student.id),
    to,
    `Place missed, no credit: ${lesson.name}, ${whenOf(lesson)}`,
    [
      `A spot came free in "${lesson.name}" on ${whenOf(lesson)}, and ${name ?? 'your child'} was next on the waiting list. There was no credit in your account, so we could not book the spot.`,
      `${name ?? 'Your child'} stays on the waiting list. If you have a credit when another spot comes free, it can still be booked for ${name ?? 'your child'}.`,
      'Buying a credit now does not book this place by itself. The lesson shows whether it is still free; there you can pay and book in one go.',
      button('See the lesson', pageOf(lesson)),
    ],
  );
}

/** So late that a place does not go to the line any more. */
export function spotOpen(lesson: LessonFacts, studentId: string, to: LessonRecipient): Email {
  return toPerson(
    causeOf('line-open', lesson, studentId),
    to,
    `A spot is free: ${lesson.name}, ${whenOf(lesson)}`,
    [
      `A spot has come free in "${lesson.name}" on ${whenOf(lesson)}, which ${waits(to)} on the waiting list for. The lesson starts soon, so nobody is booked into it from the list any more: whoever books first gets the spot.`,
      button('Book it while it is free', pageOf(lesson)),
    ],
  );
}

/** The list is full, and a family with a credit has taken the place of this student. */
export function crowdedOut(lesson: LessonFacts, studentId: string, to: LessonRecipient): Email {
  const name = nameTo(to, to.student_name) ?? 'your child';
  const full = `The waiting list for "${lesson.name}" on ${whenOf(lesson)} is full`;
  return toPerson(
    `${causeOf('crowded-out', lesson, studentId)}:${newId()}`,
    to,
    `Waiting list full: ${lesson.name}, ${whenOf(lesson)}`,
    to.role === 'student'
      ? [`${full}, and you are not on it any more.`]
      : [
          `${full}, and families with a credit come first on it. There was no credit in your account, so ${name} is not on the list any more.`,
          `Once you have a credit, ${name} can join the list again.`,
          button('See the lesson', pageOf(lesson)),
        ],
  );
}

export function lineMoved(
  { before, lesson }: { readonly before: LessonFacts; readonly lesson: LessonFacts },
  studentId: string,
  to: LessonRecipient,
): Email {
  return toPerson(
    `${causeOf('line-moved', lesson, studentId)}:${newId()}`,
    to,
    `Lesson changed: ${lesson.name}, ${whenOf(lesson)}`,
    [
      `A lesson that ${waits(to)} on the waiting list for has been moved.`,
      changeOf(before, lesson),
      'The place on the waiting list is kept. If the new time does not suit you, you can leave the list there.',
      button('See the lesson', pageOf(lesson)),
    ],
  );
}

export function waitingListEnded(
  lesson: LessonFacts,
  studentId: string,
  to: LessonRecipient,
): Email {
  return toPerson(
    causeOf('line-ended', lesson, studentId),
    to,
    `Lesson cancelled: ${lesson.name}, ${whenOf(lesson)}`,
    [
      `We are sorry: "${lesson.name}" on ${whenOf(lesson)}, which ${waits(to)} on the waiting list for, will not take position.`,
    ],
  );
}
