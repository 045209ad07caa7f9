// Texts of the emails to students on a waiting list and their parents. The email about a promotion
// is in booking-emails.ts.
import { newId } from '../../ids.ts';
import type { LessonFacts } from '../lessons.ts';
import { type LessonRecipient, nameTo, type Recipient, toPerson } from '../../email/compose.ts';
import { button } from '../../email/content.ts';
import type { Email } from '../../email/queue.ts';
import { changeOf, pageOf, whenOf } from '../bookings/booking-emails.ts';

/** The cause stays the same however often the student joins the waiting list again. */
const causeOf = (what: string, lesson: LessonFacts, studentId: string) =>
  `${what}:${lesson.id}:${studentId}`;

/** 'You are', or 'Maya is' to a parent. */
const waits = (to: LessonRecipient) =>
  to.role === 'student' ? 'you are' : `${nameTo(to, to.student_name) ?? 'your child'} is`;

/** To parents: a spot went past their student, because the family had no credit. */
export function passedOver(
  lesson: LessonFacts,
  student: { readonly id: string; readonly name: string },
  to: Recipient,
): Email {
  const name = nameTo(to, student.name);
  return toPerson(
    causeOf('passed-over', lesson, student.id),
    to,
    `Spot missed, no credit: ${lesson.name}, ${whenOf(lesson)}`,
    [
      `A spot came free in "${lesson.name}" on ${whenOf(lesson)}, and ${name ?? 'your child'} was next on the waiting list. There was no credit in your account, so we could not book the spot.`,
      `${name ?? 'Your child'} stays on the waiting list. If you have a credit when another spot comes free, it can still be booked for ${name ?? 'your child'}.`,
      'Buying a credit now does not book this spot by itself. The lesson shows whether it is still free; there you can pay and book in one go.',
      button('See the lesson', pageOf(lesson)),
    ],
  );
}

/** Sent when a spot comes free too late to go to the waiting list. */
export function spotOpen(lesson: LessonFacts, studentId: string, to: LessonRecipient): Email {
  return toPerson(
    causeOf('waiting-list-open', lesson, studentId),
    to,
    `A spot is free: ${lesson.name}, ${whenOf(lesson)}`,
    [
      `A spot has come free in "${lesson.name}" on ${whenOf(lesson)}, which ${waits(to)} on the waiting list for. The lesson starts soon, so nobody is booked into it from the list any more: whoever books first gets the spot.`,
      button('Book it while it is free', pageOf(lesson)),
    ],
  );
}

/** The waiting list is full, and a family with a credit has replaced this student. */
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

export function waitingListMoved(
  { before, lesson }: { readonly before: LessonFacts; readonly lesson: LessonFacts },
  studentId: string,
  to: LessonRecipient,
): Email {
  return toPerson(
    `${causeOf('waiting-list-moved', lesson, studentId)}:${newId()}`,
    to,
    `Lesson changed: ${lesson.name}, ${whenOf(lesson)}`,
    [
      `A lesson that ${waits(to)} on the waiting list for has been moved.`,
      changeOf(before, lesson),
      'The position on the waiting list stays the same. If the new time does not suit you, you can leave the list there.',
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
    causeOf('waiting-list-ended', lesson, studentId),
    to,
    `Lesson cancelled: ${lesson.name}, ${whenOf(lesson)}`,
    [
      `We are sorry: "${lesson.name}" on ${whenOf(lesson)}, which ${waits(to)} on the waiting list for, will not take place.`,
    ],
  );
}
