// Planned lessons, their bookings and attendance, for the tutor. Every hook reports its own
// failures and successes as toasts.
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';

import * as endpoints from '../../domain/endpoints.ts';
import type { AdminBooking } from '../../domain/lessons/booking.ts';
import { joinState } from '../../domain/lessons/join-link.ts';
import type { AdminLesson } from '../../domain/lessons/lesson.ts';
import { joinWords } from '../../domain/text.ts';
import { addDays, formatDate } from '../../domain/time.ts';
import { call } from '../transport/client.ts';
import { failing } from '../transport/failures.ts';
import { reportSuccess } from '../transport/query-client.ts';
import { useSendOnce } from '../transport/request-key.ts';
import { showToast } from '../ui/toast.ts';
import { FAMILIES, FAMILY_RECORDS } from './tutor.ts';

/**
 * The tutor's view of bookings and attendance. Every hook reports its own failures and successes as
 * toasts.
 */
export const PLANNED_LESSONS = ['admin', 'lessons'] as const;
const BOOKINGS = ['admin', 'bookings'] as const;

/** The keys of what the tutor's changes of lessons and bookings affect. */
export const PLAN_CHANGES = [PLANNED_LESSONS, BOOKINGS, FAMILY_RECORDS, FAMILIES] as const;

/** The polling interval for attendance while a lesson can be joined. */
const CHECK_EVERY_MS = 30_000;

/** `{bookings, stats}` from 30 days ago onwards. */
export const adminBookingsQuery = queryOptions({
  queryKey: BOOKINGS,
  queryFn: ({ signal }) => call(endpoints.listAdminBookings, { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.bookings.some(isOpen) === true ? CHECK_EVERY_MS : false,
  meta: { operation: { title: 'Error Loading Bookings', text: 'Failed to load bookings' } },
});

/** The polling interval while the tutor watches who comes in. */
const WATCH_EVERY_MS = 10_000;

/**
 * `{bookings, stats}` from 30 days ago onwards, for the page that shows who comes in. The page
 * itself says when the list is out of date.
 */
export const watchedBookingsQuery = queryOptions({
  ...adminBookingsQuery,
  refetchInterval: ({ state: { data } }) =>
    data?.bookings.some(isOpen) === true ? WATCH_EVERY_MS : false,
  meta: { ...adminBookingsQuery.meta, isSilent: true },
});

const isOpen = ({ Lesson_Starts_At: lessonStartsAt }: AdminBooking) =>
  joinState({ starts_at: lessonStartsAt }, Date.now()) === 'open';

/** `mutate({bookingId, absent})`: marks a student absent and refunds the credit, or undoes both. */
export function useMarkAttendance() {
  return useMutation({
    meta: {
      operation: {
        title: 'Error marking attendance',
        text: 'Failed to mark attendance. Please try again.',
        titles: { insufficient_credits: 'Error marking attendance' },
      },
      changes: PLAN_CHANGES,
    },
    mutationFn: ({ bookingId, absent }: { bookingId: string; absent: boolean }) =>
      call(endpoints.markAttendance, { params: { bookingId }, body: { absent } }),
    onSuccess: ({ booking }) =>
      reportSuccess(
        booking.absent ? 'Marked absent' : 'Marked present',
        booking.absent
          ? `${booking.without_credit ? 'No credit was taken for' : 'The credit was returned to'} ${booking.Student_Name}.`
          : `${booking.Student_Name} was marked present${booking.without_credit ? '' : ' and the credit taken back'}.`,
      ),
  });
}

/** `mutate(bookings)`: marks all of these absent, one after another, and refunds their credits. */
export function useMarkAbsent() {
  return useMutation({
    meta: failing('Error marking attendance', 'Failed to mark attendance. Please try again.', {
      changes: PLAN_CHANGES,
    }),
    mutationFn: async (bookings: readonly AdminBooking[]) => {
      for (const { id } of bookings)
        // A retry continues where the first attempt failed: bookings already marked stay marked.
        // oxlint-disable-next-line no-await-in-loop
        await call(endpoints.markAttendance, { params: { bookingId: id }, body: { absent: true } });
    },
    onSuccess: (_, bookings) =>
      reportSuccess(
        'Marked absent',
        `${bookings.length === 1 ? 'The credit was' : 'The credits were'} returned to ${listNames(bookings)}.`,
      ),
  });
}

/** 'Ann, Ben and Cy'. */
export const listNames = (bookings: readonly AdminBooking[]): string =>
  joinWords(bookings.map(({ Student_Name: studentName }) => studentName));

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
    queryKey: [...PLANNED_LESSONS, from, to],
    queryFn: ({ signal }) => call(endpoints.listAdminLessons, { signal, query: { from, to } }),
    select: ({ lessons }) => lessons,
    enabled,
    meta: { operation: LOADING_LESSONS },
  });
}

const LAST_YEAR_DAYS = 365;

export const plannedLessonsQuery = queryOptions({
  queryKey: [...PLANNED_LESSONS, 'planned'],
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
  failure: string;
  send: (body: Body, idempotencyKey: string) => Promise<Answer>;
  toastFor: (answer: Answer) => { title: string; description: string };
}

/** Creates lessons. Sending the same body again creates them once. */
export function useCreation<Body extends object, Answer>(creation: Creation<Body, Answer>) {
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

export const SEVERAL_LESSONS = {
  failure: 'Failed to create lessons. Please try again.',
  toastFor({ lessons }: { lessons: AdminLesson[] }) {
    const last = lessons.at(-1);
    return {
      title: lessons.length === 1 ? 'Lesson Created' : 'Lessons Created',
      description: `${wereAdded(lessons)}${last === undefined ? '' : `, the last on ${formatDate(last.Date, 'long')}`}.`,
    };
  },
};

export const wereAdded = ({ length }: AdminLesson[]) =>
  `${length === 1 ? '1 lesson was' : `${length} lessons were`} added to the planner`;
