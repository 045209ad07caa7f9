// Booking and cancelling: shown at once and put back when the server refuses, with a toast for either end.
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';

import * as endpoints from '../../domain/endpoints.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import type { FamilyLesson } from '../../domain/lesson.ts';
import { formatDate, shortTime } from '../../domain/time.ts';
import { showToast } from '../ui/toast.ts';
import { BOOKING, countBooking, loadAgain, patchCredits, patchLesson, stopLoading } from './booking-cache.ts';
import { call } from './transport/client.ts';
import { ApiError } from './transport/failures.ts';
import { keyOf } from './transport/request-key.ts';

const BOOK = [...BOOKING, 'book'] as const;
const CANCEL = [...BOOKING, 'cancel'] as const;

interface Chosen {
  readonly lesson: FamilyLesson;
}

/** `book(lesson)`; a second call while one is on its way does nothing. */
export function useBookLesson() {
  const client = useQueryClient();
  const isPending = useIsMutating({ mutationKey: BOOK }) > 0;
  const { mutate } = useMutation({
    mutationKey: BOOK,
    meta: {
      operation: {
        title: 'Booking Failed',
        text: 'Unable to book lesson. Please try again.',
        coversServerErrors: true,
        signInAgain: 'Please sign in again to book lessons.',
      },
    },
    mutationFn: (chosen: Chosen) =>
      call(endpoints.bookLesson, { body: { Lesson_ID: chosen.lesson.id }, idempotencyKey: keyOf(chosen) }),
    onMutate: async ({ lesson }) => {
      await stopLoading(client);
      patchLesson(client, lesson.id, {
        isBooked: true,
        availableSpots: Math.max(0, lesson.availableSpots - 1),
      });
      countBooking(client, 1);
    },
    onSuccess: ({ booking, creditsRemaining }, { lesson }) => {
      patchLesson(client, lesson.id, { bookingId: booking.id });
      patchCredits(client, creditsRemaining);
      showToast({
        kind: 'success',
        title: 'Lesson Booked!',
        description: `${formatDate(lesson.Date, 'long')} at ${shortTime(lesson.Time)} UK time. The lesson shows your meeting link.`,
      });
    },
    onError: (_error, { lesson }) => {
      const { isBooked, bookingId, availableSpots } = lesson;
      patchLesson(client, lesson.id, { isBooked, bookingId, availableSpots });
      countBooking(client, -1);
    },
    // A refusal as well: it means that the page was out of date.
    onSettled: () => loadAgain(client),
  });
  return {
    isPending,
    book: (lesson: FamilyLesson) => {
      if (client.isMutating({ mutationKey: BOOKING }) === 0) mutate({ lesson });
    },
  };
}

/** `cancel(lesson)`, once the family has confirmed; a second call while one is on its way does nothing. */
export function useCancelBooking() {
  const client = useQueryClient();
  const isPending = useIsMutating({ mutationKey: CANCEL }) > 0;
  const { mutate } = useMutation({
    mutationKey: CANCEL,
    meta: {
      operation: {
        title: 'Cancellation Failed',
        text: 'Unable to cancel booking. Please try again.',
        coversServerErrors: true,
        signInAgain: 'Please sign in again to cancel bookings.',
        titles: { lesson_started: 'Cancellation Failed', booking_not_found: 'Error' },
      },
    },
    mutationFn: async (chosen: Chosen) => {
      const { bookingId } = chosen.lesson;
      if (bookingId === null) throw bookingNotFound();
      return call(endpoints.cancelBooking, { params: { bookingId }, idempotencyKey: keyOf(chosen) });
    },
    onMutate: async ({ lesson }) => {
      await stopLoading(client);
      patchLesson(client, lesson.id, {
        isBooked: false,
        bookingId: null,
        availableSpots: lesson.availableSpots + 1,
      });
      countBooking(client, -1);
    },
    onSuccess: ({ creditsRemaining }) => {
      patchCredits(client, creditsRemaining);
      showToast({
        kind: 'success',
        title: 'Booking Canceled',
        description: 'Your booking was canceled and the credit refunded.',
      });
    },
    onError: (_error, { lesson }) => {
      const { isBooked, bookingId, availableSpots } = lesson;
      patchLesson(client, lesson.id, { isBooked, bookingId, availableSpots });
      countBooking(client, 1);
    },
    onSettled: () => loadAgain(client),
  });
  return {
    isPending,
    cancel: (lesson: FamilyLesson) => {
      if (client.isMutating({ mutationKey: BOOKING }) === 0) mutate({ lesson });
    },
  };
}

/** A booked lesson without its booking's id can only be reported. */
function bookingNotFound(): ApiError {
  const { status, text } = errorCatalogue.booking_not_found;
  return new ApiError(text, { status, code: 'booking_not_found' });
}
