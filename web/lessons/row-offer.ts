// What a row of the agenda offers for its lesson: booking in one tap, or the way to a choice.
import { explainRefusal } from '../../domain/booking.ts';
import { isOfOther } from '../../domain/course.ts';
import { hasStarted, type FamilyLesson } from '../../domain/lesson.ts';
import { LESSON_CREDITS } from '../../domain/limits.ts';
import { shortNames, type Student } from '../../domain/student.ts';
import { courseOfStudent } from '../api/course-choice.ts';
import { type Booker, hasSeveral, isBookedFor, mayBook } from './booker.ts';

export type RowOffer =
  /** One tap books the student. */
  | {
      readonly kind: 'book';
      readonly student: Student;
      readonly free: boolean;
      readonly words: string;
    }
  /** The lesson's dialog has the rest: who it is for, the payment or the waiting list. */
  | { readonly kind: 'open'; readonly words: string }
  /** Nothing to do from here. */
  | { readonly kind: 'none'; readonly words: 'Booked' | 'Waiting' | 'Full' | null };

const nothing = (words: Extract<RowOffer, { kind: 'none' }>['words']): RowOffer => ({
  kind: 'none',
  words,
});

/** `now` is epoch milliseconds. */
export function rowOffer(lesson: FamilyLesson, { user, credits }: Booker, now: number): RowOffer {
  if (hasStarted(lesson, now)) return nothing(null);
  const others = user.students.filter((student) => !isBookedFor(lesson, student));
  // A lesson of the other course is asked about in the dialog.
  const fitting = others.filter(
    (student) => !isOfOther(lesson.Lesson_Name, courseOfStudent(student)),
  );
  if (lesson.isBooked && fitting.length === 0) return nothing('Booked');
  const refusal = explainRefusal({ ...lesson, isBooked: false }, { Credits: null }, now);
  if (refusal === 'lesson_full') {
    if (lesson.isBooked) return nothing('Booked');
    if (lesson.waiting !== null) return nothing('Waiting');
    return mayBook(user) ? { kind: 'open', words: 'Waiting list' } : nothing('Full');
  }
  if (!mayBook(user)) return nothing(lesson.isBooked ? 'Booked' : null);
  const free = (lesson.free_spots_left ?? 0) > 0;
  const book = free ? 'Book free' : 'Book';
  const [student, ...more] = fitting;
  const isUnclear = student === undefined || more.length > 0 || lesson.reserved_until !== null;
  const isShort = !free && credits !== null && credits < LESSON_CREDITS;
  if (isUnclear || isShort) return { kind: 'open', words: book };
  const name = hasSeveral(user) ? ` ${shortNames(user.students).get(student.id)}` : '';
  return { kind: 'book', student, free, words: free ? `Book${name} free` : book + name };
}
