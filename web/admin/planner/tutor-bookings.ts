// Bookings that the tutor makes and moves for a family. The page says what was done; the hooks
// report failures as toasts.
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';

import * as endpoints from '../../../domain/endpoints.ts';
import type { PlannedLesson } from '../../../domain/lessons/lesson.ts';
import {
  CLASH_MS,
  type Clash,
  findClashes,
  toDayLesson,
} from '../../../domain/lessons/student-day.ts';
import type { TutorBooking, TutorMove } from '../../../domain/lessons/tutor-booking.ts';
import { ukDate } from '../../../domain/time.ts';
import { PLAN_CHANGES, PLANNED_LESSONS } from '../../data/planned-lessons.ts';
import { call } from '../../transport/client.ts';
import { failing } from '../../transport/failures.ts';
import { useSendOnce } from '../../transport/request-key.ts';

export function useActing<Variables extends object, Answer>(
  title: string,
  text: string,
  act: (variables: Variables, idempotencyKey: string) => Promise<Answer>,
) {
  const sendOnce = useSendOnce();
  return useMutation({
    meta: failing(title, text, { changes: PLAN_CHANGES }),
    mutationFn: (variables: Variables) =>
      sendOnce(variables, (idempotencyKey) => act(variables, idempotencyKey)),
  });
}

/** `mutate({Student_ID, credit})`: books a student into this lesson. */
export const useBookForFamily = (lessonId: string) =>
  useActing(
    'Booking Failed',
    'Failed to book the student. Please try again.',
    (body: TutorBooking, idempotencyKey) =>
      call(endpoints.bookForFamily, { params: { id: lessonId }, body, idempotencyKey }),
  );

/** `mutate({Lesson_ID, message})`: moves this booking. */
export const useMoveForFamily = (bookingId: string) =>
  useActing(
    'Moving failed',
    'Failed to move the booking. Please try again.',
    (body: TutorMove, idempotencyKey) =>
      call(endpoints.moveForFamily, { params: { bookingId }, body, idempotencyKey }),
  );

const daysQuery = (id: string, dates: string[]) =>
  queryOptions({
    queryKey: [...PLANNED_LESSONS, 'day', id, ...dates],
    queryFn: async ({ signal }) => {
      const days = await Promise.all(
        dates.map((date) =>
          call(endpoints.readStudentDay, { signal, params: { id }, query: { date } }),
        ),
      );
      return days.flatMap(({ day }) => day);
    },
    staleTime: 0,
  });

/**
 * What a student has at the time of a lesson, apart from the one that is left; undefined while that
 * is loading, and empty without a student or a lesson.
 */
export function useClashes(
  studentId: string | undefined,
  lesson: PlannedLesson | undefined,
  leftId: string | null = null,
): readonly Clash[] | undefined {
  const isAsked = studentId !== undefined && lesson !== undefined;
  const start = isAsked ? Date.parse(lesson.starts_at) : 0;
  // A lesson around midnight may clash with one of the day before or after.
  const dates = new Set([start - CLASH_MS + 1, start + CLASH_MS - 1].map(ukDate));
  const { data: day = [], isPending } = useQuery({
    ...daysQuery(studentId ?? '', [...dates]),
    enabled: isAsked,
  });
  if (!isAsked) return [];
  if (isPending) return undefined;
  return findClashes(
    [toDayLesson(lesson)],
    day.filter(({ Lesson_ID: id }) => id !== leftId),
  );
}
