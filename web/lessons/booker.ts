// Who looks at the lessons, what they may do with them, and how they call those whom the lessons are for.
import type { FamilyUser } from '../../domain/account.ts';
import type { FamilyLesson } from '../../domain/lesson.ts';
import type { Student } from '../../domain/student.ts';

export interface Booker {
  readonly user: Pick<FamilyUser, 'role' | 'students'>;
  /** Null for a student, who is shown no money. */
  readonly credits: number | null;
}

/** Whether the person signed in may book and cancel: each parent, and a student whom a parent has given the right. */
export function mayBook({ role, students }: Booker['user']): boolean {
  return role === 'parent' || students.some(({ may_book }) => may_book);
}

/** Whether it has to be said whom a lesson is for. */
export function hasSeveral({ students }: Booker['user']): boolean {
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
  { students }: Booker['user'],
): boolean {
  return students.every((student) => isBookedFor(lesson, student));
}

/** The name by which each student is told apart from the others, by id: the first one, unless two share it. */
export function shortNames(
  students: readonly Pick<Student, 'id' | 'Student_Name'>[],
): ReadonlyMap<string, string> {
  const firstOf = ({ Student_Name }: Pick<Student, 'Student_Name'>) =>
    Student_Name.split(' ')[0] ?? Student_Name;
  return new Map(
    students.map((student) => {
      const first = firstOf(student);
      const isShared = students.some((other) => other.id !== student.id && firstOf(other) === first);
      return [student.id, isShared ? student.Student_Name : first];
    }),
  );
}

const list = new Intl.ListFormat('en-GB');

/** 'Asha and Ben': whom a lesson is booked for; null where the family has nobody else it could be. */
export function namesOfBooked(
  { bookings }: Pick<FamilyLesson, 'bookings'>,
  user: Booker['user'] | undefined,
): string | null {
  if (user === undefined || !hasSeveral(user)) return null;
  const names = shortNames(user.students);
  const booked = user.students.filter((student) => isBookedFor({ bookings }, student));
  return booked.length === 0 ? null : list.format(booked.map(({ id }) => names.get(id) ?? ''));
}
