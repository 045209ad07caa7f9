// A family's view of the lessons. Reports failures as toasts.
import { queryOptions } from '@tanstack/react-query';

import * as endpoints from '../../domain/endpoints.ts';
import { type FamilyLesson, lessonEndsAt } from '../../domain/lessons/lesson.ts';
import { addDays, ukDate } from '../../domain/time.ts';
import { LESSON_WINDOW_DAYS } from '../../domain/window.ts';
import { call } from '../transport/client.ts';
import { LOADING } from '../transport/query-client.ts';

/** The key prefix of every list of lessons, so that one change reaches all of them. */
export const LESSONS = ['family', 'lessons'] as const;

/**
 * Texts for a list of lessons that fails to load, as a toast and as the title shown in its place.
 */
export const LOADING_LESSONS = {
  title: 'Error Loading Lessons',
  text: 'Failed to load lessons',
} as const;

/**
 * The lessons of the week that starts on `monday`, sorted by start. Most weeks are in the list of
 * the lessons ahead, which is loaded anyway. Dates are YYYY-MM-DD.
 */
export function lessonsQuery(monday: string, today: string) {
  const next = addDays(monday, 7);
  return isListedAhead(monday, today)
    ? listQuery(null, ({ Date: date }) => date >= monday && date < next)
    : lessonsOfQuery({ from: monday, days: 7 });
}

/** Whether the list without dates contains every lesson of this week. */
export function isListedAhead(monday: string, today: string): boolean {
  const { back, ahead } = LESSON_WINDOW_DAYS;
  return monday >= addDays(today, -back) && addDays(monday, 6) <= addDays(today, ahead);
}

/** The lessons of this many days from `from` (YYYY-MM-DD), sorted by start. */
export function lessonsOfQuery(window: { from: string; days: number }) {
  return listQuery(window, () => true);
}

/**
 * The lessons from `today` (YYYY-MM-DD) on, sorted by start: those of twelve weeks, and every
 * booked one beyond. One that began yesterday may run past midnight.
 */
export function lessonsAheadQuery(today: string) {
  return listQuery(null, (lesson) => isFrom(today, lesson));
}

/** The booked ones among them. */
export function bookedLessonsQuery(today: string) {
  return listQuery(null, (lesson) => isFrom(today, lesson) && lesson.isBooked);
}

const isFrom = (today: string, { Date: date, starts_at }: FamilyLesson): boolean =>
  date >= today ||
  (date === addDays(today, -1) && ukDate(lessonEndsAt(Date.parse(starts_at)) - 1) === today);

/** Without a window the server responds from some weeks ago up to the last booking. */
function listQuery(
  window: { from: string; days: number } | null,
  isWanted: (lesson: FamilyLesson) => boolean,
) {
  const dates = window && { from: window.from, to: addDays(window.from, window.days - 1) };
  return queryOptions({
    queryKey: [...LESSONS, ...(dates === null ? ['ahead'] : [dates.from, dates.to])],
    queryFn: ({ signal }) =>
      call(endpoints.listLessons, { signal, ...(dates === null ? {} : { query: dates }) }),
    select: ({ lessons }) => lessons.filter(isWanted),
    ...LOADING,
    meta: { operation: LOADING_LESSONS, isSilentOffline: true },
  });
}
