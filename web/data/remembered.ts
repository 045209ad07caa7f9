// What the device remembers of a family until somebody signs out there: the course chosen, the
// student last booked, and the tab's checkout.
import { type Course, courseOfStudent, courses } from '../../domain/course.ts';
import type { Student } from '../../domain/people/student.ts';
import { tryStorage } from '../transport/storage.ts';

const KEY = 'course';

/**
 * The course whose lessons a family looks at, stored on the device until somebody logs out there.
 */
const courseChoices = [...courses, 'all'] as const;
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

const STUDENTS_KEY = 'last-students';

/** Lessons that belong to neither course count as a third one. */
const NEITHER = 'other';

/** The id of the student last booked on this device for a lesson of this course. */
export function readLastStudent(course: Course | null): string | undefined {
  const id = readAll()[course ?? NEITHER];
  return typeof id === 'string' ? id : undefined;
}

export function rememberStudent(course: Course | null, id: string): void {
  tryStorage('device', (storage) =>
    storage.setItem(STUDENTS_KEY, JSON.stringify({ ...readAll(), [course ?? NEITHER]: id })),
  );
}

export function forgetStudents(): void {
  tryStorage('device', (storage) => storage.removeItem(STUDENTS_KEY));
}

function readAll(): Readonly<Record<string, unknown>> {
  const text = tryStorage('device', (storage) => storage.getItem(STUDENTS_KEY)) ?? '{}';
  try {
    return Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
  } catch {
    // Something else wrote this.
    return {};
  }
}

const CHECKOUT_KEY = 'checkout';

/** The id of the checkout session; null if this tab left for none, or it is settled. */
export function readCheckout(): string | null {
  return tryStorage('tab', (storage) => storage.getItem(CHECKOUT_KEY));
}

export function rememberCheckout(sessionId: string): void {
  tryStorage('tab', (storage) => storage.setItem(CHECKOUT_KEY, sessionId));
}

export function forgetCheckout(): void {
  tryStorage('tab', (storage) => storage.removeItem(CHECKOUT_KEY));
}
