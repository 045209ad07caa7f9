// What a signed-in student's pages load: the profile and the lessons. Failures are reported as toasts.
import { useQuery, useQueryClient } from '@tanstack/react-query';

import type { AnswerOf } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import type { StudentLesson } from '../../domain/lesson.ts';
import { addDays } from '../../domain/time.ts';
import { call } from './client.ts';
import { OWN_RETRIES } from './query-client.ts';

export const PROFILE = ['student', 'profile'] as const;
export type Profile = AnswerOf<typeof endpoints.getProfile>;
/** Every list of lessons begins with this key, so that one change reaches all of them. */
export const LESSONS = ['student', 'lessons'] as const;

/** The failures of the lists of lessons and of the profile, as toasts and as the titles in their places. */
export const LOADING_LESSONS = { title: 'Error Loading Lessons', text: 'Failed to load lessons' } as const;
export const LOADING_PROFILE = { title: 'Error Loading Profile', text: 'Failed to load profile' } as const;

/** `{user, stats}` of the signed-in student. */
export function useProfile() {
  return useQuery({
    queryKey: PROFILE,
    queryFn: ({ signal }) => call(endpoints.getProfile, { signal }),
    retry: OWN_RETRIES,
    meta: { operation: LOADING_PROFILE },
  });
}

/** The lessons of the week that starts on `monday` (YYYY-MM-DD), sorted by start. */
export function useLessons(monday: string) {
  return useQuery({
    queryKey: [...LESSONS, monday],
    queryFn: ({ signal }) =>
      call(endpoints.listLessons, { signal, query: { from: monday, to: addDays(monday, 6) } }),
    select: ({ lessons }) => lessons,
    retry: OWN_RETRIES,
    meta: { operation: LOADING_LESSONS },
  });
}

/** The lessons from `today` (YYYY-MM-DD) that the student has booked, sorted by start. */
export function useBookedLessons(today: string) {
  return useQuery({
    queryKey: [...LESSONS, 'ahead', today],
    queryFn: ({ signal }) => call(endpoints.listLessons, { signal, query: { from: today } }),
    select: bookedOnly,
    retry: OWN_RETRIES,
    meta: { operation: LOADING_LESSONS },
  });
}

function bookedOnly({ lessons }: { readonly lessons: readonly StudentLesson[] }): StudentLesson[] {
  return lessons.filter(({ isBooked }) => isBooked);
}

/** Loads the profile again, e.g. once a payment has added credits. */
export function useProfileRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: PROFILE });
}
