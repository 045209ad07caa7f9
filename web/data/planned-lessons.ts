// The tutor's view of planned lessons. Every hook reports its own failures and successes as toasts.
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';

import * as endpoints from '../../domain/endpoints.ts';
import type { Slot } from '../../domain/lessons/lesson-plan.ts';
import type {
  AdminLesson,
  CopiedWeek,
  LessonChanges,
  NewLesson,
  RepeatedLesson,
} from '../../domain/lessons/lesson.ts';
import type { NewTerm } from '../../domain/lessons/term.ts';
import { addDays, formatDate } from '../../domain/time.ts';
import { call } from '../transport/client.ts';
import { useSendOnce } from '../transport/request-key.ts';
import { showToast } from '../ui/toast.ts';
import { PLAN_CHANGES, PLANNED_LESSONS as LESSONS } from './attendance.ts';

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

/** How many students of a lesson would have another one at this UK date and time. */
export function clashCountQuery(id: string, { Date: date, Time: time }: Slot) {
  return queryOptions({
    queryKey: [...LESSONS, 'clashes', id, date, time],
    queryFn: ({ signal }) =>
      call(endpoints.countClashes, { signal, params: { id }, query: { Date: date, Time: time } }),
    select: ({ students }) => students,
    staleTime: 0,
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

interface Creation<Body, Answer> {
  /** Shown when the server cannot be reached or fails. */
  readonly failure: string;
  readonly send: (body: Body, idempotencyKey: string) => Promise<Answer>;
  readonly toastFor: (answer: Answer) => { title: string; description: string };
}

/** Creates lessons. Sending the same body again creates them once. */
function useCreation<Body extends object, Answer>(creation: Creation<Body, Answer>) {
  const { failure, send, toastFor } = creation;
  const sendOnce = useSendOnce();
  return useMutation({
    meta: {
      operation: { title: 'Error Creating Lesson', text: failure },
      changes: PLAN_CHANGES,
    },
    mutationFn: (body: Body) => sendOnce(body, (idempotencyKey) => send(body, idempotencyKey)),
    onSuccess: (answer) => showToast({ kind: 'success', ...toastFor(answer) }),
  });
}

/** `mutateAsync(lesson)`. */
export const useCreateLesson = () =>
  useCreation({
    failure: 'Failed to create lesson. Please try again.',
    send: (lesson: NewLesson, idempotencyKey) =>
      call(endpoints.createLesson, { body: lesson, idempotencyKey }),
    toastFor: ({ lesson }) => ({
      title: 'Lesson Created',
      description: `${lesson.Lesson_Name} was added to the planner.`,
    }),
  });

const SEVERAL_LESSONS = {
  failure: 'Failed to create lessons. Please try again.',
  toastFor({ lessons }: { readonly lessons: readonly AdminLesson[] }) {
    const last = lessons.at(-1);
    return {
      title: lessons.length === 1 ? 'Lesson Created' : 'Lessons Created',
      description: `${wereAdded(lessons)}${last === undefined ? '' : `, the last on ${formatDate(last.Date, 'long')}`}.`,
    };
  },
};

const wereAdded = ({ length }: readonly AdminLesson[]) =>
  `${length === 1 ? '1 lesson was' : `${length} lessons were`} added to the planner`;

/** `mutateAsync(lesson)`, with `weeks`: the same lesson in each of this many weeks, all or none. */
export const useRepeatLesson = () =>
  useCreation({
    ...SEVERAL_LESSONS,
    send: (lesson: RepeatedLesson, idempotencyKey) =>
      call(endpoints.repeatLesson, { body: lesson, idempotencyKey }),
  });

/** `mutateAsync({lessons})`: the lessons of a term, all or none. */
export const usePlanTerm = () =>
  useCreation({
    ...SEVERAL_LESSONS,
    send: (term: NewTerm, idempotencyKey) =>
      call(endpoints.planTerm, { body: term, idempotencyKey }),
  });

/** `mutateAsync({from, to})`: copies the lessons of the week of `from` into the week of `to`. */
export const useCopyWeek = () =>
  useCreation({
    failure: 'Failed to duplicate the week. Please try again.',
    send: (weeks: CopiedWeek, idempotencyKey) =>
      call(endpoints.copyWeek, { body: weeks, idempotencyKey }),
    toastFor: ({ lessons }) => ({
      title: 'Week duplicated',
      description: `${wereAdded(lessons)}.`,
    }),
  });

/** `mutateAsync({id, changes})`; `changes` may contain any of the lesson's fields. */
export function useUpdateLesson() {
  return useMutation({
    meta: {
      operation: {
        title: 'Error Updating Lesson',
        text: 'Failed to update lesson. Please try again.',
      },
      changes: PLAN_CHANGES,
    },
    mutationFn: ({ id, changes }: { id: string; changes: LessonChanges }) =>
      call(endpoints.updateLesson, { params: { id }, body: changes }),
    onSuccess: ({ lesson }) =>
      showToast({
        kind: 'success',
        title: 'Lesson Updated',
        description: `The changes to ${lesson.Lesson_Name} were saved.`,
      }),
  });
}

/** `mutate({id})`, after the admin has confirmed. */
export function useDeleteLesson() {
  return useMutation({
    meta: {
      operation: {
        title: 'Error Deleting Lesson',
        text: 'Failed to delete lesson. Please try again.',
      },
      changes: PLAN_CHANGES,
    },
    mutationFn: ({ id }: { id: string }) => call(endpoints.deleteLesson, { params: { id } }),
    onSuccess: () =>
      showToast({
        kind: 'success',
        title: 'Lesson Deleted',
        description: 'The lesson and all of its bookings were removed.',
      }),
  });
}
