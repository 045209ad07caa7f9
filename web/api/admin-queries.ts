// What the tutor's pages load and do. Every hook reports its own failures and successes as toasts.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import * as endpoints from '../../domain/endpoints.ts';
import type { LessonChanges, NewLesson } from '../../domain/lesson.ts';
import { addDays } from '../../domain/time.ts';
import { showToast } from '../ui/toast.ts';
import { call } from './client.ts';
import { mutationOptions, OWN_RETRIES } from './query-client.ts';
import { keyOf } from './request-key.ts';

const LESSONS = ['admin', 'lessons'] as const;
const BOOKINGS = ['admin', 'bookings'] as const;

/** `{customers, total}`: the enquiries, newest first; `total` counts also those beyond the list. */
export function useCustomers() {
  return useQuery({
    queryKey: ['admin', 'customers'],
    queryFn: ({ signal }) => call(endpoints.listCustomers, { signal }),
    retry: OWN_RETRIES,
    meta: { operation: { title: 'Error Loading Data', text: 'Failed to load customer data' } },
  });
}

/** The lessons of the week that starts on `monday` (YYYY-MM-DD), sorted by start. */
export function useAdminLessons(monday: string) {
  return useQuery({
    queryKey: [...LESSONS, monday],
    queryFn: ({ signal }) =>
      call(endpoints.listAdminLessons, { signal, query: { from: monday, to: addDays(monday, 6) } }),
    select: ({ lessons }) => lessons,
    meta: { operation: { title: 'Error Loading Lessons', text: 'Failed to load lessons' } },
  });
}

/** `{bookings, stats}` from 30 days back onwards. */
export function useAdminBookings() {
  return useQuery({
    queryKey: BOOKINGS,
    queryFn: ({ signal }) => call(endpoints.listAdminBookings, { signal }),
    meta: { operation: { title: 'Error Loading Bookings', text: 'Failed to load bookings' } },
  });
}

function useRefetch(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: LESSONS }),
      client.invalidateQueries({ queryKey: BOOKINGS }),
    ]);
}

/** `mutateAsync(lesson)`. */
export function useCreateLesson() {
  const refetch = useRefetch();
  return useMutation(
    mutationOptions(
      { title: 'Error Creating Lesson', text: 'Failed to create lesson. Please try again.' },
      {
        mutationFn: (lesson: NewLesson) =>
          call(endpoints.createLesson, { body: lesson, idempotencyKey: keyOf(lesson) }),
        onSuccess: ({ lesson }) =>
          showToast({
            kind: 'success',
            title: 'Lesson Created',
            description: `${lesson.Lesson_Name} was added to the planner.`,
          }),
        onSettled: refetch,
      },
    ),
  );
}

/** `mutateAsync({id, changes})`; `changes` may hold any of the lesson's fields. */
export function useUpdateLesson() {
  const refetch = useRefetch();
  return useMutation(
    mutationOptions(
      { title: 'Error Updating Lesson', text: 'Failed to update lesson. Please try again.' },
      {
        mutationFn: ({ id, changes }: { id: string; changes: LessonChanges }) =>
          call(endpoints.updateLesson, { params: { id }, body: changes }),
        onSuccess: ({ lesson }) =>
          showToast({
            kind: 'success',
            title: 'Lesson Updated',
            description: `The changes to ${lesson.Lesson_Name} were saved.`,
          }),
        onSettled: refetch,
      },
    ),
  );
}

/** `mutate({id})`, after the admin has confirmed. */
export function useDeleteLesson() {
  const refetch = useRefetch();
  return useMutation(
    mutationOptions(
      { title: 'Error Deleting Lesson', text: 'Failed to delete lesson. Please try again.' },
      {
        mutationFn: ({ id }: { id: string }) => call(endpoints.deleteLesson, { params: { id } }),
        onSuccess: () =>
          showToast({
            kind: 'success',
            title: 'Lesson Deleted',
            description: 'The lesson and all of its bookings were removed.',
          }),
        onSettled: refetch,
      },
    ),
  );
}
