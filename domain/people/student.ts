// The students of a family: who attends its lessons, and which of them a call is for.
import * as z from 'zod/mini';

import { yearClass } from '../year-class.ts';

/** What a parent enters about a student, as answers show it. */
const details = {
  Student_Name: z.string(),
  /** The year now; null until somebody has entered it, and after Year 13. */
  year_class: z.nullable(yearClass),
};
/** What follows from the year that was entered, and when. */
const yearFacts = {
  /** The student has finished school. */
  finished: z.boolean(),
  /** A 1 September has changed the year, and no parent has said since that it is right. */
  year_to_confirm: z.boolean(),
  /** The year that forms ask for: in July and August that from September. */
  year_asked: z.nullable(yearClass),
};
/** Whether the student may book and cancel when signed in. */
const may_book = z.boolean({ error: 'The right to book must be true or false' });

export const studentSchema = z.object({ id: z.string(), ...details, ...yearFacts, may_book });
export type Student = z.infer<typeof studentSchema>;
export const CHOOSE_STUDENT = 'Please choose who the lesson is for';
/** The student that a call concerns; required when the family has several. */
export const chosenStudentSchema = z.optional(z.string({ error: CHOOSE_STUDENT }));

/**
 * The student that a request is for: the one it names, or else the family's only one. Null if it
 * must name one.
 */
export function chooseStudent<S extends Pick<Student, 'id'>>(
  students: S[],
  studentId: string | undefined,
): S | null {
  if (studentId !== undefined) return students.find(({ id }) => id === studentId) ?? null;
  const [only, ...others] = students;
  return only !== undefined && others.length === 0 ? only : null;
}
