// The first names of students, where the tutor knows them by these.
import { joinWords } from '../../domain/text.ts';

interface NamedStudent {
  readonly Student_Name: string;
}

/** 'Maya' for 'Maya Sample'. */
export const firstNameOf = ({ Student_Name: studentName }: NamedStudent): string =>
  studentName.split(' ')[0] ?? studentName;

const MAX_NAMED = 5;

/** 'Maya, Tom and 3 more'; empty without students. */
export function firstNames(students: readonly NamedStudent[]): string {
  const first = students.length > MAX_NAMED ? students.slice(0, MAX_NAMED - 1) : students;
  const more = students.length - first.length;
  const names = first.map(firstNameOf);
  return joinWords(more === 0 ? names : [...names, `${more} more`]);
}
