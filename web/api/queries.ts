// What a signed-in student's pages load and do. Every hook reports its own failures and successes as toasts.
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';

import * as endpoints from '../../domain/endpoints.ts';
import { PAYMENT_REFRESH_MS } from '../../domain/limits.ts';
import { addDays } from '../../domain/time.ts';
import { showToast } from '../ui/toast.ts';
import { call } from './client.ts';
import { mutationOptions, OWN_RETRIES } from './query-client.ts';
import { keyOf } from './request-key.ts';

const PROFILE = ['student', 'profile'] as const;
const LESSONS = ['student', 'lessons'] as const;

/** `{user, stats}` of the signed-in student. */
export function useProfile() {
  return useQuery({
    queryKey: PROFILE,
    queryFn: ({ signal }) => call(endpoints.getProfile, { signal }),
    retry: OWN_RETRIES,
    meta: { operation: { title: 'Error Loading Profile', text: 'Failed to load profile' } },
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
    meta: { operation: { title: 'Error Loading Lessons', text: 'Failed to load lessons' } },
  });
}

function refetchBookings(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: LESSONS }),
    client.invalidateQueries({ queryKey: PROFILE }),
  ]);
}

/** Books: `mutate({lessonId})`. A refusal refetches too, because it means that the page was out of date. */
export function useBookLesson() {
  const client = useQueryClient();
  return useMutation(
    mutationOptions(
      {
        title: 'Booking Failed',
        text: 'Unable to book lesson. Please try again.',
        signInAgain: 'Please sign in again to book lessons.',
      },
      {
        mutationFn: (variables: { lessonId: string }) =>
          call(endpoints.bookLesson, {
            body: { Lesson_ID: variables.lessonId },
            idempotencyKey: keyOf(variables),
          }),
        onSuccess: () =>
          showToast({
            kind: 'success',
            title: 'Lesson Booked!',
            description: 'Open the lesson to find its meeting link.',
          }),
        onSettled: () => refetchBookings(client),
      },
    ),
  );
}

/** Cancels: `mutate({bookingId})`; null, which no booked lesson should have, is told to the student. */
export function useCancelBooking() {
  const client = useQueryClient();
  return useMutation(
    mutationOptions(
      {
        title: 'Cancellation Failed',
        text: 'Unable to cancel booking. Please try again.',
        signInAgain: 'Please sign in again to cancel bookings.',
        titles: { lesson_started: 'Cancellation Failed', booking_not_found: 'Error' },
      },
      {
        mutationFn: (variables: { bookingId: string }) =>
          call(endpoints.cancelBooking, {
            params: { bookingId: variables.bookingId },
            idempotencyKey: keyOf(variables),
          }),
        onSuccess: () =>
          showToast({
            kind: 'success',
            title: 'Booking Canceled',
            description: 'Your booking was canceled and the credit refunded.',
          }),
        onSettled: () => refetchBookings(client),
      },
    ),
  );
}

/** The credit packages on offer; public. */
export function useProducts() {
  return useQuery({
    queryKey: ['public', 'products'],
    queryFn: ({ signal }) => call(endpoints.listProducts, { signal }),
    select: ({ products }) => products,
    meta: {
      operation: {
        title: 'Error',
        text: 'Failed to load credit packages. Please refresh the page.',
      },
    },
  });
}

/** Starts a checkout: `mutate({credits})`, then leaves for the card payment page. */
export function useCheckout() {
  return useMutation(
    mutationOptions(
      { title: 'Payment Error', text: 'Failed to create checkout session. Please try again.' },
      {
        mutationFn: ({ credits }: { credits: number }) =>
          call(endpoints.createCheckout, { body: { credits_quantity: credits } }),
        onSuccess: ({ checkout_url }) => window.location.assign(checkout_url),
      },
    ),
  );
}

/** One payment, looked at again every PAYMENT_REFRESH_MS for as long as it is pending; idle without an id. */
export function usePayment(sessionId: string | null) {
  return useQuery({
    queryKey: ['student', 'payment', sessionId],
    queryFn: ({ signal }) => call(endpoints.getPayment, { signal, params: { session_id: sessionId ?? '' } }),
    select: ({ payment }) => payment,
    enabled: sessionId !== null,
    refetchInterval: ({ state }) => (state.data?.payment.status === 'pending' ? PAYMENT_REFRESH_MS : false),
    meta: { operation: { title: 'Payment Error', text: 'Unable to find this payment.' } },
  });
}

/** Loads the profile again, e.g. once a payment has added credits. */
export function useProfileRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: PROFILE });
}
