// What the tutor has in hand: the lessons that come next, absences to confirm, and lessons with a
// waiting list. `now` is epoch milliseconds.
import { type AdminBooking, proposeAbsent } from './booking.ts';
import { type AdminLesson, hasEnded, hasStarted } from './lesson.ts';

/**
 * The lessons of the first day that has one which is not over, without those that are, in the order
 * of `lessons`.
 */
export function lessonsNext<One extends Pick<AdminLesson, 'Date' | 'starts_at'>>(
  lessons: readonly One[],
  now: number,
): One[] {
  const ahead = lessons.filter((lesson) => !hasEnded(lesson, now));
  return ahead.filter(({ Date: date }) => date === ahead[0]?.Date);
}

/**
 * For each lesson with somebody who is proposed as absent: these bookings, never none; the latest
 * lesson first.
 */
export function absencesToConfirm(
  bookings: readonly AdminBooking[],
  now: number,
): AdminBooking[][] {
  return [...Map.groupBy(bookings, ({ Lesson_ID }) => Lesson_ID).values()]
    .map((ofLesson) => proposeAbsent(ofLesson, now))
    .filter((missing) => missing.length > 0)
    .toSorted((one, other) => startOf(other) - startOf(one));
}

const startOf = ([first]: readonly AdminBooking[]): number =>
  first === undefined ? 0 : Date.parse(first.Lesson_Starts_At);

/** The lessons ahead that somebody waits for, in the order of `lessons`. */
export function lessonsWaitedFor<One extends Pick<AdminLesson, 'starts_at' | 'waitingCount'>>(
  lessons: readonly One[],
  now: number,
): One[] {
  return lessons.filter((lesson) => lesson.waitingCount > 0 && !hasStarted(lesson, now));
}
