// The students of a family: who attends its lessons.
import * as z from 'zod/mini';

import { yearClass } from './enquiry.ts';
import { entityId } from './entity-id.ts';
import type { ErrorCode } from './errors.ts';
import { FAMILY_STUDENTS } from './limits.ts';
import { personName } from './text.ts';

export const studentIdSchema = entityId('Student');

export const studentSchema = z.object({
  id: z.string(),
  Student_Name: z.string(),
  /** Null where nobody has said it yet. */
  year_class: z.nullable(yearClass),
  /** Whether the student's own sign-in may book and cancel. */
  may_book: z.boolean(),
});
export type Student = z.infer<typeof studentSchema>;

export const newStudentSchema = z.object({
  Student_Name: personName('Student name'),
  year_class: yearClass,
});
export type NewStudent = z.infer<typeof newStudentSchema>;

export const studentChangesSchema = z.partial(
  z.extend(newStudentSchema, {
    may_book: z.boolean({ error: 'The right to book must be true or false' }),
  }),
);
export type StudentChanges = z.infer<typeof studentChangesSchema>;

/** Why a family of so many students may not have another one, or null when it may. */
export function refuseAnotherStudent(
  students: number,
): Extract<ErrorCode, 'too_many_students'> | null {
  return students < FAMILY_STUDENTS.most ? null : 'too_many_students';
}

/** Why one of so many students may not be removed, or null when it may. */
export function refuseStudentRemoval(
  students: number,
  hasLessonsAhead: boolean,
): Extract<ErrorCode, 'last_student' | 'has_bookings'> | null {
  if (students <= FAMILY_STUDENTS.least) return 'last_student';
  return hasLessonsAhead ? 'has_bookings' : null;
}

/**
 * Whom something is for: the one who was asked for or, where there is no choice, the only one.
 * Null: it has to be said.
 */
export function chooseStudent<S extends Pick<Student, 'id'>>(
  students: readonly S[],
  wanted: string | undefined,
): S | null {
  if (wanted !== undefined) return students.find(({ id }) => id === wanted) ?? null;
  const [only, ...others] = students;
  return only !== undefined && others.length === 0 ? only : null;
}

/**
 * The name by which each student is told apart from the others, by id: the first one, unless two
 * share it.
 */
export function shortNames(
  students: readonly Pick<Student, 'id' | 'Student_Name'>[],
): ReadonlyMap<string, string> {
  const firstOf = ({ Student_Name }: Pick<Student, 'Student_Name'>) =>
    Student_Name.split(' ')[0] ?? Student_Name;
  return new Map(
    students.map((student) => {
      const first = firstOf(student);
      const isShared = students.some(
        (other) => other.id !== student.id && firstOf(other) === first,
      );
      return [student.id, isShared ? student.Student_Name : first];
    }),
  );
}
