// Whom a family has last booked for, by course: kept on the device until somebody logs out there.

const KEY = 'last-students';

/** The course of a lesson as its name says it; lessons that name neither are one more. */
export type Course = 'gcse' | 'a-level' | 'other';

export function courseOf(lessonName: string): Course {
  if (/\bgcse\b/i.test(lessonName)) return 'gcse';
  return /\ba[\s-]?levels?\b/i.test(lessonName) ? 'a-level' : 'other';
}

/** The id of the student whom a lesson of this course was last booked for on this device. */
export function readLastStudent(course: Course): string | undefined {
  const id = readAll()[course];
  return typeof id === 'string' ? id : undefined;
}

export function rememberStudent(course: Course, id: string): void {
  tryStorage((storage) => storage.setItem(KEY, JSON.stringify({ ...readAll(), [course]: id })));
}

export function forgetStudents(): void {
  tryStorage((storage) => storage.removeItem(KEY));
}

function readAll(): Readonly<Record<string, unknown>> {
  const text = tryStorage((storage) => storage.getItem(KEY)) ?? '{}';
  try {
    return Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
  } catch {
    // Not what was written here.
    return {};
  }
}

/** Storage may be forbidden, full or missing; then nothing is remembered. */
function tryStorage<T>(act: (storage: Storage) => T): T | null {
  try {
    return act(globalThis.localStorage);
  } catch {
    return null;
  }
}
