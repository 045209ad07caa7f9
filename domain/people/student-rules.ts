// What a family may enter for its students and do with them, and their short names.
import * as z from 'zod/mini';

import type { ErrorCode } from '../errors.ts';
import { isSameName } from '../names.ts';
import { personName } from '../text.ts';
import { yearClass } from '../year-class.ts';
import { type Student, studentSchema } from './student.ts';

/** How many students a family has. */
export const FAMILY_STUDENTS = { min: 1, max: 6 } as const;

export const newStudentSchema = z.object({
  Student_Name: personName('Student name'),
  year_class: yearClass,
});
export type NewStudent = z.infer<typeof newStudentSchema>;

export const studentChangesSchema = z.partial(
  z.extend(newStudentSchema, {
    /** Null says that the student has finished school, as it follows from the year before. */
    year_class: z.nullable(yearClass),
    may_book: studentSchema.shape.may_book,
  }),
);
export type StudentChanges = z.infer<typeof studentChangesSchema>;

/** Why a family with this many students may not add another, or null when it may. */
export function refuseAnotherStudent(
  students: number,
): Extract<ErrorCode, 'too_many_students'> | null {
  return students < FAMILY_STUDENTS.max ? null : 'too_many_students';
}

/** Why a family may not give a student this name beside its others, or null when it may. */
export const refuseStudentName = (
  others: Pick<Student, 'Student_Name'>[],
  name: string,
): Extract<ErrorCode, 'student_exists'> | null =>
  others.some((other) => isSameName(other.Student_Name, name)) ? 'student_exists' : null;

/** Why this student may not be renamed, or null when they may be. The same name stays possible. */
export function refuseRenaming(
  students: Pick<Student, 'id' | 'Student_Name'>[],
  id: string,
  name: string | undefined,
): Extract<ErrorCode, 'student_exists'> | null {
  const own = students.find((student) => student.id === id);
  if (own === undefined || name === undefined) return null;
  if (isSameName(own.Student_Name, name)) return null;
  const others = students.filter((student) => student.id !== id);
  return refuseStudentName(others, name);
}

/** Why a student may not be removed from this many, or null when they may be. */
export function refuseStudentRemoval(
  students: number,
  hasLessonsAhead: boolean,
): Extract<ErrorCode, 'last_student' | 'has_bookings'> | null {
  if (students <= FAMILY_STUDENTS.min) return 'last_student';
  return hasLessonsAhead ? 'has_bookings' : null;
}

const TITLE = /^(dr|miss|mr|mrs|ms|mx|prof|professor)\.?$/i;

/** What a heading calls a person: the first name, or the whole one if it starts with a title. */
export function calledName(name: string): string {
  const [first = name] = name.split(' ');
  return TITLE.test(first) ? name : first;
}

/** A short name for each student, by id: the first name, unless two students share it. */
export function shortNames(
  students: readonly Pick<Student, 'id' | 'Student_Name'>[],
): ReadonlyMap<string, string> {
  const firstOf = ({ Student_Name: studentName }: Pick<Student, 'Student_Name'>) =>
    studentName.split(' ')[0] ?? studentName;
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
