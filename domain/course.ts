// The two courses: which one a lesson's name mentions, and which one a student's year belongs to.
import { type YearClass, yearClasses } from './year-class.ts';

export const courses = ['gcse', 'a-level'] as const;
export type Course = (typeof courses)[number];

export const courseLabels: Readonly<Record<Course, string>> = {
  gcse: 'GCSE',
  'a-level': 'A-level',
};

/** 'a GCSE lesson', 'an A-level lesson'. */
export function lessonOf(course: Course): string {
  return `${course === 'gcse' ? 'a' : 'an'} ${courseLabels[course]} lesson`;
}

const signs: Readonly<Record<Course, RegExp>> = {
  gcse: /\bgcses?\b/i,
  'a-level': /\ba[\s-]?levels?\b/i,
};

/** The course in a lesson's name; null when it names neither or both. */
export function courseOf(lessonName: string): Course | null {
  const [mentioned, other] = courses.filter((course) => signs[course].test(lessonName));
  return mentioned === undefined || other !== undefined ? null : mentioned;
}

const courseOfYears: Readonly<Record<YearClass, Course>> = {
  'year-10': 'gcse',
  'year-11': 'gcse',
  'year-12': 'a-level',
  'year-13': 'a-level',
};

export function courseOfYear(year: YearClass): Course {
  return courseOfYears[year];
}

/** The years that a lesson is for: all of them if its name has no course. */
export function yearsOf(lessonName: string): YearClass[] {
  return yearClasses.filter((year) => !isOfOther(lessonName, courseOfYear(year)));
}

/** The course for a student's year; null if the year is unknown or over. */
export const courseOfStudent = ({ year_class }: { year_class: YearClass | null }): Course | null =>
  year_class === null ? null : courseOfYear(year_class);

/**
 * Whether a lesson belongs to a course other than `course`. A lesson that names no course belongs
 * to any.
 */
export function isOfOther(lessonName: string, course: Course | null): boolean {
  const its = courseOf(lessonName);
  return its !== null && course !== null && its !== course;
}

/**
 * The lessons that fit a student of this year; all of them if none does, or the year is unknown.
 */
export function lessonsForYear<One extends { readonly Lesson_Name: string }>(
  lessons: One[],
  year: YearClass | null,
): readonly One[] {
  if (year === null) return lessons;
  const course = courseOfYear(year);
  const fitting = lessons.filter(({ Lesson_Name: lessonName }) => !isOfOther(lessonName, course));
  return fitting.length === 0 ? lessons : fitting;
}
