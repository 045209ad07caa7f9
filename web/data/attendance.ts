// The tutor's view of bookings and attendance. Every hook reports its own failures and successes as
// toasts.
import { queryOptions, useMutation } from '@tanstack/react-query';

import * as endpoints from '../../domain/endpoints.ts';
import type { AdminBooking } from '../../domain/lessons/booking.ts';
import { joinState } from '../../domain/lessons/join-link.ts';
import { call } from '../transport/client.ts';
import { showToast } from '../ui/toast.ts';
import { FAMILIES, FAMILY_RECORDS } from './family-records.ts';

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
      showToast({
        kind: 'success',
        title: booking.absent ? 'Marked absent' : 'Marked present',
        description: booking.absent
          ? `${booking.without_credit ? 'No credit was taken for' : 'The credit was returned to'} ${booking.Student_Name}.`
          : `${booking.Student_Name} was marked present${booking.without_credit ? '' : ' and the credit taken back'}.`,
      }),
  });
}

/** `mutate(bookings)`: marks all of these absent, one after another, and refunds their credits. */
export function useMarkAbsent() {
  return useMutation({
    meta: {
      operation: {
        title: 'Error marking attendance',
        text: 'Failed to mark attendance. Please try again.',
      },
      changes: PLAN_CHANGES,
    },
    mutationFn: async (bookings: readonly AdminBooking[]) => {
      for (const { id } of bookings)
        // A retry continues where the first attempt failed: bookings already marked stay marked.
        // oxlint-disable-next-line no-await-in-loop
        await call(endpoints.markAttendance, { params: { bookingId: id }, body: { absent: true } });
    },
    onSuccess: (_, bookings) =>
      showToast({
        kind: 'success',
        title: 'Marked absent',
        description: `${bookings.length === 1 ? 'The credit was' : 'The credits were'} returned to ${listNames(bookings)}.`,
      }),
  });
}

/** 'Ann, Ben and Cy'. */
export const listNames = (bookings: readonly AdminBooking[]): string =>
  new Intl.ListFormat('en-GB').format(bookings.map(({ Student_Name: studentName }) => studentName));
