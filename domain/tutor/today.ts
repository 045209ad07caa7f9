// The tutor's day: the next lessons, the one to open, absences to confirm, and lessons with a
// waiting list. `now` is epoch milliseconds.
import { groupBy } from '../group-by.ts';
import { type AdminBooking, proposeAbsent } from '../lessons/booking.ts';
import { type AdminLesson, hasEnded, hasStarted } from '../lessons/lesson.ts';
import { ukDate } from '../time.ts';

/** The lessons that have not ended on the first day that has any, in the order of `lessons`. */
export function lessonsNext<One extends Pick<AdminLesson, 'Date' | 'starts_at'>>(
  lessons: readonly One[],
  now: number,
): One[] {
  const ahead = lessons.filter((lesson) => !hasEnded(lesson, now));
  return ahead.filter(({ Date: date }) => date === ahead[0]?.Date);
}

/**
 * The lessons of today, those that have ended too; without any, those of the next day that has
 * some. One that began yesterday and still runs counts as today's. In the order of `lessons`.
 */
export function lessonsOfDay<One extends Pick<AdminLesson, 'Date' | 'starts_at'>>(
  lessons: One[],
  now: number,
): One[] {
  const today = ukDate(now);
  const left = lessons.filter((lesson) => lesson.Date >= today || !hasEnded(lesson, now));
  const isToday = ({ Date: date }: One) => date <= today;
  return left.some(isToday)
    ? left.filter(isToday)
    : left.filter(({ Date: date }) => date === left[0]?.Date);
}

/**
 * Returns the lesson to open first, from the lessons of one day sorted by start: the running one,
 * otherwise the next, otherwise the last. If several are running, the one with the most bookings
 * wins, then the latest.
 */
export function lessonToOpen<One extends Pick<AdminLesson, 'starts_at' | 'bookedCount'>>(
  lessons: readonly One[],
  now: number,
): One | undefined {
  const [running] = lessons
    .filter((lesson) => hasStarted(lesson, now) && !hasEnded(lesson, now))
    .toReversed()
    .toSorted((one, other) => other.bookedCount - one.bookedCount);
  return running ?? lessons.find((lesson) => !hasEnded(lesson, now)) ?? lessons.at(-1);
}

/** The bookings proposed as absent, grouped by lesson, latest lesson first. No group is empty. */
export function absencesToConfirm(
  bookings: readonly AdminBooking[],
  now: number,
): AdminBooking[][] {
  return [...groupBy(bookings, ({ Lesson_ID: lessonId }) => lessonId).values()]
    .map((ofLesson) => proposeAbsent(ofLesson, now))
    .filter((missing) => missing.length > 0)
    .toSorted((one, other) => startOf(other) - startOf(one));
}

const startOf = ([first]: AdminBooking[]): number =>
  first === undefined ? 0 : Date.parse(first.Lesson_Starts_At);

/** The future lessons with a waiting list, in the order of `lessons`. */
export function lessonsWaitedFor<One extends Pick<AdminLesson, 'starts_at' | 'waitingCount'>>(
  lessons: readonly One[],
  now: number,
): One[] {
  return lessons.filter((lesson) => lesson.waitingCount > 0 && !hasStarted(lesson, now));
}
