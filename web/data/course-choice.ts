// The course whose lessons a family looks at, stored on the device until somebody logs out there.
import { type Course, courseOfStudent, courses } from '../../domain/course.ts';
import type { Student } from '../../domain/people/student.ts';
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
 * The course that all students are in who have not finished school, as far as their years are
 * known; null if they differ or no year is known.
 */
export function commonCourse(
  students: readonly Pick<Student, 'year_class' | 'finished'>[],
): Course | null {
  const [first, ...others] = students.filter(({ finished }) => !finished).map(courseOfStudent);
  return first !== undefined && others.every((course) => course === first) ? first : null;
}
