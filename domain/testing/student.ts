// A student for tests: the given fields, and for the others those of a student who was just added.
import type { Student } from '../people/student.ts';

export function aStudent(given: Partial<Student> = {}): Student {
  return {
    id: 'student-1',
    Student_Name: 'Sam Sample',
    year_class: null,
    finished: false,
    year_to_confirm: false,
    year_asked: given.year_class ?? null,
    may_book: false,
    ...given,
  };
}
