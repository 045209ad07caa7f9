// The tutor's view of planned lessons. Every hook reports its own failures and successes as toasts.
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import * as endpoints from '../../domain/endpoints.ts';
import type {
  AdminLesson,
  CopiedWeek,
  LessonChanges,
  NewLesson,
  RepeatedLesson,
} from '../../domain/lesson.ts';
import type { NewTerm } from '../../domain/term.ts';
import { addDays, formatDate } from '../../domain/time.ts';
import { showToast } from '../ui/toast.ts';
import { call } from './transport/client.ts';
import { PLANNED_LESSONS as LESSONS, useBookingsRefetch } from './attendance.ts';
import { createKeyring } from './transport/request-key.ts';

const LOADING_LESSONS = { title: 'Error Loading Lessons', text: 'Failed to load lessons' } as const;

/** The lessons of the week that starts on `monday` (YYYY-MM-DD), sorted by start. */
export function adminLessonsQuery(monday: string) {
  return adminLessonsBetweenQuery(monday, addDays(monday, 6));
}

/**
 * The lessons between two dates inclusive (YYYY-MM-DD, at most 366 days apart), sorted by start.
 */
export function adminLessonsBetweenQuery(from: string, to: string, enabled = true) {
  return queryOptions({
    queryKey: [...LESSONS, from, to],
    queryFn: ({ signal }) => call(endpoints.listAdminLessons, { signal, query: { from, to } }),
    select: ({ lessons }) => lessons,
    enabled,
    meta: { operation: LOADING_LESSONS },
  });
}

const LAST_YEAR_DAYS = 365;

export const plannedLessonsQuery = queryOptions({
  queryKey: [...LESSONS, 'planned'],
  queryFn: ({ signal }) => call(endpoints.listAdminLessons, { signal }),
  select: ({ lessons }) => lessons,
  meta: { operation: LOADING_LESSONS },
});

/**
 * The lessons that a new one is scheduled around: those of the last weeks and all upcoming ones.
 * After a long break, those of the year before `today` (YYYY-MM-DD), for their meeting link.
 */
export function usePlannedLessons(today: string) {
  const planned = useQuery(plannedLessonsQuery);
  const earlier = useQuery(
    adminLessonsBetweenQuery(addDays(today, -LAST_YEAR_DAYS), today, planned.data?.length === 0),
  );
  return planned.data?.length === 0 ? earlier : planned;
}

/** `mutateAsync(lesson)`. */
export function useCreateLesson() {
  const refetch = useBookingsRefetch();
  const [keys] = useState(createKeyring);
  return useMutation({
    meta: {
      operation: {
        title: 'Error Creating Lesson',
        text: 'Failed to create lesson. Please try again.',
      },
    },
    mutationFn: (lesson: NewLesson) =>
      call(endpoints.createLesson, { body: lesson, idempotencyKey: keys.keyFor(lesson) }),
    onSuccess: ({ lesson }) => {
      keys.answered();
      showToast({
        kind: 'success',
        title: 'Lesson Created',
        description: `${lesson.Lesson_Name} was added to the planner.`,
      });
    },
    onSettled: refetch,
  });
}

/** `mutateAsync(lesson)`, with `weeks`: the same lesson in each of this many weeks, all or none. */
export function useRepeatLesson() {
  const refetch = useBookingsRefetch();
  const [keys] = useState(createKeyring);
  return useMutation({
    meta: {
      operation: {
        title: 'Error Creating Lesson',
        text: 'Failed to create lessons. Please try again.',
      },
    },
    mutationFn: (lesson: RepeatedLesson) =>
      call(endpoints.repeatLesson, { body: lesson, idempotencyKey: keys.keyFor(lesson) }),
    onSuccess: ({ lessons }) => {
      keys.answered();
      sayCreated(lessons);
    },
    onSettled: refetch,
  });
}

function sayCreated(lessons: readonly AdminLesson[]): void {
  const last = lessons.at(-1);
  showToast({
    kind: 'success',
    title: lessons.length === 1 ? 'Lesson Created' : 'Lessons Created',
    description: `${lessons.length === 1 ? '1 lesson was' : `${lessons.length} lessons were`} added to the planner${last === undefined ? '' : `, the last on ${formatDate(last.Date, 'long')}`}.`,
  });
}

/**
 * `mutateAsync({lessons})`: the lessons of a term, all or none. Sending the same object again does
 * not duplicate the term.
 */
export function usePlanTerm() {
  const refetch = useBookingsRefetch();
  const [keys] = useState(createKeyring);
  return useMutation({
    meta: {
      operation: {
        title: 'Error Creating Lesson',
        text: 'Failed to create lessons. Please try again.',
      },
    },
    mutationFn: (term: NewTerm) =>
      call(endpoints.planTerm, { body: term, idempotencyKey: keys.keyFor(term) }),
    onSuccess: ({ lessons }) => {
      keys.answered();
      sayCreated(lessons);
    },
    onSettled: refetch,
  });
}

/** `mutateAsync({from, to})`: copies the lessons of the week of `from` into the week of `to`. */
export function useCopyWeek() {
  const refetch = useBookingsRefetch();
  const [keys] = useState(createKeyring);
  return useMutation({
    meta: {
      operation: {
        title: 'Error Creating Lesson',
        text: 'Failed to duplicate the week. Please try again.',
      },
    },
    mutationFn: (weeks: CopiedWeek) =>
      call(endpoints.copyWeek, { body: weeks, idempotencyKey: keys.keyFor(weeks) }),
    onSuccess: ({ lessons }) => {
      keys.answered();
      showToast({
        kind: 'success',
        title: 'Week duplicated',
        description: `${lessons.length} ${lessons.length === 1 ? 'lesson was' : 'lessons were'} added to the planner.`,
      });
    },
    onSettled: refetch,
  });
}

/** `mutateAsync({id, changes})`; `changes` may contain any of the lesson's fields. */
export function useUpdateLesson() {
  const refetch = useBookingsRefetch();
  return useMutation({
    meta: {
      operation: {
        title: 'Error Updating Lesson',
        text: 'Failed to update lesson. Please try again.',
      },
    },
    mutationFn: ({ id, changes }: { id: string; changes: LessonChanges }) =>
      call(endpoints.updateLesson, { params: { id }, body: changes }),
    onSuccess: ({ lesson }) =>
      showToast({
        kind: 'success',
        title: 'Lesson Updated',
        description: `The changes to ${lesson.Lesson_Name} were saved.`,
      }),
    onSettled: refetch,
  });
}

/** `mutate({id})`, after the admin has confirmed. */
export function useDeleteLesson() {
  const refetch = useBookingsRefetch();
  return useMutation({
    meta: {
      operation: {
        title: 'Error Deleting Lesson',
        text: 'Failed to delete lesson. Please try again.',
      },
    },
    mutationFn: ({ id }: { id: string }) => call(endpoints.deleteLesson, { params: { id } }),
    onSuccess: () =>
      showToast({
        kind: 'success',
        title: 'Lesson Deleted',
        description: 'The lesson and all of its bookings were removed.',
      }),
    onSettled: refetch,
  });
}
