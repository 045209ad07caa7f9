// Who looks at the lessons, what they may do with them, and how they call those whom the lessons
// are for.
import type { FamilyUser } from '../../domain/account.ts';
import type { FreeLessonState } from '../../domain/free-lesson.ts';
import type { FamilyLesson } from '../../domain/lesson.ts';
import { shortNames, type Student } from '../../domain/student.ts';

type Attendees = Pick<FamilyUser, 'role' | 'students'>;

export interface Booker {
  readonly user: Attendees & Pick<FamilyUser, 'reminder_hours'>;
  /** Null for a student, who is shown no money. */
  readonly credits: number | null;
  /** What the family has of its free first lesson; null for a student. */
  readonly freeLesson: FreeLessonState | null;
}

/**
 * Whether the person signed in may book and cancel: each parent, and a student whom a parent has
 * given the right.
 */
export function mayBook({ role, students }: Attendees): boolean {
  return role === 'parent' || students.some(({ may_book }) => may_book);
}

/** Whether it has to be said whom a lesson is for. */
export function hasSeveral({ students }: Attendees): boolean {
  return students.length > 1;
}

/** Whether one student has a place in a lesson. */
export function isBookedFor(
  { bookings }: Pick<FamilyLesson, 'bookings'>,
  { id }: Pick<Student, 'id'>,
): boolean {
  return bookings.some(({ Student_ID }) => Student_ID === id);
}

/** Whether nobody is left who could be booked into a lesson. */
export function isBookedForAll(
  lesson: Pick<FamilyLesson, 'bookings'>,
  { students }: Attendees,
): boolean {
  return students.every((student) => isBookedFor(lesson, student));
}

const list = new Intl.ListFormat('en-GB');

/**
 * 'Asha and Ben': whom a lesson is booked for; null where the family has nobody else it could be.
 */
export function namesOfBooked(
  { bookings }: Pick<FamilyLesson, 'bookings'>,
  user: Attendees | undefined,
): string | null {
  if (user === undefined || !hasSeveral(user)) return null;
  const names = shortNames(user.students);
  const booked = user.students.filter((student) => isBookedFor({ bookings }, student));
  return booked.length === 0 ? null : list.format(booked.map(({ id }) => names.get(id) ?? ''));
}
