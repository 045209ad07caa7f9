// What a row of the agenda offers for its lesson: booking in one tap, or the way to a choice.
import { spokenPrice } from '../../../../domain/business-words.ts';
import { courseOfStudent, isOfOther } from '../../../../domain/course.ts';
import { refuseBooking, isFinal, LESSON_CREDITS } from '../../../../domain/lessons/booking.ts';
import { hasStarted, type FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import { clashesFor } from '../../../../domain/lessons/student-day.ts';
import { shortNames } from '../../../../domain/people/student-rules.ts';
import type { Student } from '../../../../domain/people/student.ts';
import { type Booker, hasSeveral, isBookedFor, mayBook } from '../booker.ts';

type RowOffer =
  /** One tap books the student. */
  | {
      readonly kind: 'book';
      readonly student: Student;
      /** Whether it is booked as the family's free first lesson. */
      readonly isFreeFirst: boolean;
      readonly words: string;
    }
  /**
   * The lesson's dialog has the rest: who it is for, what to know first, the payment or the waiting
   * list.
   */
  | {
      readonly kind: 'open';
      readonly words: string;
      /** Whether the only student who can come has another lesson at that time. */
      readonly isClash: boolean;
    }
  /** Nothing to do from here: the row itself says why. */
  | { readonly kind: 'none' };

const nothing: RowOffer = { kind: 'none' };

/** `now` is epoch milliseconds, `pence` the price of a lesson. */
export function rowOffer(
  lesson: FamilyLesson,
  { user, credits, lessons }: Booker,
  { now, pence }: { now: number; pence: number },
): RowOffer {
  if (hasStarted(lesson, now)) return nothing;
  const others = user.students.filter((student) => !isBookedFor(lesson, student));
  // A lesson of the other course is asked about in the dialog, and so is one for a student who has
  // finished school, beside siblings.
  const fitting = others.filter(
    (student) =>
      !isOfOther(lesson.Lesson_Name, courseOfStudent(student)) &&
      !(student.finished && hasSeveral(user)),
  );
  if (lesson.isBooked && fitting.length === 0) return nothing;
  const [student, ...more] = fitting;
  const isOne = student !== undefined && more.length === 0;
  const isClash = isOne && clashesFor(lesson, student.id, lessons).length > 0;
  const refusal = refuseBooking({ ...lesson, isBooked: false }, { credits: null }, now);
  if (refusal === 'lesson_full') {
    const canWait = !lesson.isBooked && lesson.waiting === null && mayBook(user);
    return canWait ? { kind: 'open', words: 'Waiting list', isClash } : nothing;
  }
  if (!mayBook(user)) return nothing;
  const isFreeFirst = (lesson.free_spots_left ?? 0) > 0;
  const book = isFreeFirst ? 'Book free' : 'Book';
  const isUnclear = !isOne || lesson.reserved_until !== null || isFinal(lesson, now) || isClash;
  const isShort = !isFreeFirst && credits !== null && credits < LESSON_CREDITS;
  if (isShort) return { kind: 'open', words: `Book, ${spokenPrice(pence)}`, isClash };
  if (isUnclear) return { kind: 'open', words: book, isClash };
  const name = hasSeveral(user) ? ` ${shortNames(user.students).get(student.id)}` : '';
  const words = isFreeFirst ? `Book${name} free` : book + name;
  return { kind: 'book', student, isFreeFirst, words };
}
