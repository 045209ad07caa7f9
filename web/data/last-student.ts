// The student last booked for each course, stored on the device until somebody logs out there.
import type { Course } from '../../domain/course.ts';
import { tryStorage } from '../transport/storage.ts';

const KEY = 'last-students';
/** Lessons that belong to neither course count as a third one. */
const NEITHER = 'other';

/** The id of the student last booked on this device for a lesson of this course. */
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
    // Something else wrote this.
    return {};
  }
}
