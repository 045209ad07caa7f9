// What we store about a student, for sentences.
import type { StudentDetails } from '../../domain/families/student.ts';

/** Each detail that a parent enters, in the order of the form. */
const words: Readonly<Record<keyof StudentDetails, string>> = {
  Student_Name: 'name',
  year_class: 'year',
};

/** 'name and year' */
export const STUDENT_WORDS = new Intl.ListFormat('en-GB').format(Object.values(words));
