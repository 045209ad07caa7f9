// Words about the students of a lesson.
import type { LessonStudent } from '../../../domain/lessons/lesson.ts';
import { type Clash, clashSentence } from '../../../domain/lessons/student-day.ts';

/** 'Maya' for 'Maya Sample'. */
export const firstNameOf = ({
  Student_Name: studentName,
}: Pick<LessonStudent, 'Student_Name'>): string => studentName.split(' ')[0] ?? studentName;

const MAX_NAMED = 5;

/** 'Maya, Tom and 3 more'; empty without students. */
export function firstNames(students: readonly LessonStudent[]): string {
  const shown = students.length > MAX_NAMED ? students.slice(0, MAX_NAMED - 1) : students;
  const more = students.length - shown.length;
  const names = shown.map(firstNameOf);
  return new Intl.ListFormat('en-GB').format(more === 0 ? names : [...names, `${more} more`]);
}

/** 'Maya already has GCSE: Forces at that time.'; null if the student has nothing then. */
export const clashWords = (
  student: Pick<LessonStudent, 'Student_Name'>,
  clashes: readonly Clash[],
): string | null => clashSentence(`${firstNameOf(student)} already has`, clashes);
