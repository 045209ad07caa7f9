// Whom a family has last booked for, by course: kept on the device until somebody logs out there.
import type { Course } from '../../domain/course.ts';
import { tryStorage } from './transport/try-storage.ts';

const KEY = 'last-students';
/** Lessons that belong to neither course are one more. */
const NEITHER = 'other';

/** The id of the student whom a lesson of this course was last booked for on this device. */
export function readLastStudent(course: Course | null): string | undefined {
  const id = readAll()[course ?? NEITHER];
  return typeof id === 'string' ? id : undefined;
}

export function rememberStudent(course: Course | null, id: string): void {
  tryStorage('device', (storage) =>
    storage.setItem(KEY, JSON.stringify({ ...readAll(), [course ?? NEITHER]: id })),
  );
}

export function forgetStudents(): void {
  tryStorage('device', (storage) => storage.removeItem(KEY));
}

function readAll(): Readonly<Record<string, unknown>> {
  const text = tryStorage('device', (storage) => storage.getItem(KEY)) ?? '{}';
  try {
    return Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
  } catch {
    // Not what was written here.
    return {};
  }
}
