// A family's view of the lessons. Reports failures as toasts.
import { queryOptions } from '@tanstack/react-query';

import * as endpoints from '../../domain/endpoints.ts';
import type { FamilyLesson } from '../../domain/lesson.ts';
import { addDays } from '../../domain/time.ts';
import { call } from './transport/client.ts';
import { LOADING } from './transport/query-client.ts';

/** The key prefix of every list of lessons, so that one change reaches all of them. */
export const LESSONS = ['family', 'lessons'] as const;

/**
 * Texts for a list of lessons that fails to load, as a toast and as the title shown in its place.
 */
export const LOADING_LESSONS = {
  title: 'Error Loading Lessons',
  text: 'Failed to load lessons',
} as const;

/** The lessons of the week that starts on `monday` (YYYY-MM-DD), sorted by start. */
export function lessonsQuery(monday: string) {
  return lessonsOfQuery({ from: monday, days: 7 });
}

/** The lessons of this many days from `from` (YYYY-MM-DD), sorted by start. */
export function lessonsOfQuery({ from, days }: { readonly from: string; readonly days: number }) {
  return queryOptions({
    queryKey: [...LESSONS, from, days],
    queryFn: ({ signal }) =>
      call(endpoints.listLessons, { signal, query: { from, to: addDays(from, days - 1) } }),
    select: ({ lessons }) => lessons,
    ...LOADING,
    meta: { operation: LOADING_LESSONS },
  });
}

/**
 * The lessons from `today` (YYYY-MM-DD) on, sorted by start: those of twelve weeks, and every
 * booked one beyond.
 */
export function lessonsAheadQuery(today: string) {
  return aheadQuery(today, () => true);
}

/** The booked ones among them. */
export function bookedLessonsQuery(today: string) {
  return aheadQuery(today, ({ isBooked }) => isBooked);
}

function aheadQuery(today: string, isWanted: (lesson: FamilyLesson) => boolean) {
  return queryOptions({
    queryKey: [...LESSONS, 'ahead'],
    // Without dates the server responds up to the last booking, including the days before today.
    queryFn: ({ signal }) => call(endpoints.listLessons, { signal }),
    select: ({ lessons }) => lessons.filter((lesson) => lesson.Date >= today && isWanted(lesson)),
    ...LOADING,
    meta: { operation: LOADING_LESSONS },
  });
}
