// The course whose lessons a family looks at, stored on the device until somebody logs out there.
import { type Course, courseOfYear, courses } from '../../../domain/course.ts';
import type { Student } from '../../../domain/families/student.ts';
import { tryStorage } from '../transport/storage.ts';

const KEY = 'course';

export const courseChoices = [...courses, 'all'] as const;
export type CourseChoice = (typeof courseChoices)[number];

/** The latest choice on this device; null if there is none. */
export function readCourseChoice(): CourseChoice | null {
  const stored = tryStorage('device', (storage) => storage.getItem(KEY));
  return courseChoices.find((choice) => choice === stored) ?? null;
}

export function rememberCourse(choice: CourseChoice): void {
  tryStorage('device', (storage) => storage.setItem(KEY, choice));
}

export function forgetCourse(): void {
  tryStorage('device', (storage) => storage.removeItem(KEY));
}

/**
 * The course that all students are in, as far as their years are known; null if they differ or no
 * year is known.
 */
export function commonCourse(students: readonly Pick<Student, 'year_class'>[]): Course | null {
  const [first, ...others] = students.map(courseOfStudent);
  return first !== undefined && others.every((course) => course === first) ? first : null;
}

/** The course for a student's year; null if the year is unknown. */
export function courseOfStudent({ year_class }: Pick<Student, 'year_class'>): Course | null {
  return year_class === null ? null : courseOfYear(year_class);
}
