// Which student of a family a call is for.
import * as z from 'zod/mini';

import { entityId } from '../entity-id.ts';
import type { Student } from './student.ts';

export const studentIdSchema = entityId('Student');
export const CHOOSE_STUDENT = 'Please choose who the lesson is for';
/** The student that a call concerns; required when the family has several. */
export const chosenStudentSchema = z.optional(z.string({ error: CHOOSE_STUDENT }));

/**
 * The student that a request is for: the one it names, or else the family's only one. Null if it
 * must name one.
 */
export function chooseStudent<S extends Pick<Student, 'id'>>(
  students: readonly S[],
  wanted: string | undefined,
): S | null {
  if (wanted !== undefined) return students.find(({ id }) => id === wanted) ?? null;
  const [only, ...others] = students;
  return only !== undefined && others.length === 0 ? only : null;
}
