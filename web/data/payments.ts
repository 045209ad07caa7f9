// Buying credits: the packages, the redirect to the card payment page, and the outcome of a
// payment.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import * as endpoints from '../../domain/endpoints.ts';
import { PAYMENT_REFRESH_MS, RESERVATION_MINUTES } from '../../domain/limits.ts';
import { call } from '../transport/client.ts';
import { loadAgain } from '../transport/query-client.ts';
import { showToast } from '../ui/toast.ts';
import { BOOKING_CHANGES } from './booking-cache.ts';
import { forgetCheckout, readCheckout, rememberCheckout } from './checkout.ts';

const CHECKOUT = ['family', 'checkout'] as const;
const LONGEST_PAYMENT_REFRESH_MS = 30_000;

/** The credit packages on offer; public. */
export const productsQuery = queryOptions({
  queryKey: ['public', 'products'],
  queryFn: ({ signal }) => call(endpoints.listProducts, { signal }),
  select: ({ products }) => products,
  meta: {
    operation: {
      title: 'Error',
      text: 'Failed to load credit packages. Please refresh the page.',
      coversServerErrors: true,
    },
  },
});

/** The credits to buy, and the lessons booked with them for one student. */
interface CreditPayment {
  readonly credits: number;
  readonly lessons?: {
    readonly ids: readonly string[];
    /** Omitted if the family has one student. */
    readonly studentId?: string;
  };
}

/**
 * `start(payment)` leaves for the card payment page. Stays busy until the page is gone, and resets
 * if the browser restores it from its cache.
 */
export function useCheckout() {
  const client = useQueryClient();
  const [isLeaving, setLeaving] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationKey: CHECKOUT,
    meta: {
      operation: {
        title: 'Payment Error',
        text: 'Failed to create checkout session. Please try again.',
        coversServerErrors: true,
      },
    },
    mutationFn: ({ credits, lessons }: CreditPayment) =>
      call(endpoints.createCheckout, {
        body: {
          credits_quantity: credits,
          ...(lessons === undefined ? {} : { Lesson_IDs: [...lessons.ids] }),
          ...(lessons?.studentId === undefined ? {} : { Student_ID: lessons.studentId }),
        },
      }),
    onError: async (_, { lessons }) => {
      // The page was out of date.
      if (lessons !== undefined) await loadAgain(client, BOOKING_CHANGES);
    },
    onSuccess: ({ checkout_url, session_id }) => {
      rememberCheckout(session_id);
      setLeaving(true);
      window.location.assign(checkout_url);
    },
  });
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) setLeaving(false);
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);
  return {
    isBusy: isPending || isLeaving,
    start: (payment: CreditPayment) => {
      if (!isLeaving && client.isMutating({ mutationKey: CHECKOUT }) === 0) mutate(payment);
    },
  };
}

/**
 * Cancels the checkout that this tab left for, once, which releases its spots. Other checkouts are
 * not affected.
 */
export function useEndCheckout(): void {
  const { mutate } = useMutation({
    meta: {
      operation: {
        title: 'Payment page still open',
        text: `The payment page could not be closed. It closes by itself within ${RESERVATION_MINUTES.asTold} minutes.`,
        coversServerErrors: true,
      },
      changes: BOOKING_CHANGES,
      // The checkout is forgotten at once.
      isPatched: true,
    },
    mutationFn: (session_id: string) => call(endpoints.cancelCheckout, { params: { session_id } }),
    onSettled: forgetCheckout,
  });
  useEffect(() => {
    const sessionId = readCheckout();
    if (sessionId !== null) mutate(sessionId);
  }, [mutate]);
}

/** Refetches profile and lessons. */
export function useLoadAgain(): () => Promise<void> {
  const client = useQueryClient();
  return () => loadAgain(client, BOOKING_CHANGES);
}

/** Polls one payment with growing intervals while it is pending; idle without an id. */
export function paymentQuery(sessionId: string | null) {
  return queryOptions({
    queryKey: ['family', 'payment', sessionId],
    queryFn: ({ signal }) =>
      call(endpoints.getPayment, { signal, params: { session_id: sessionId ?? '' } }),
    select: ({ payment }) => payment,
    enabled: sessionId !== null,
    refetchInterval: ({ state }) =>
      state.data?.payment.status === 'pending'
        ? Math.min(
            PAYMENT_REFRESH_MS * Math.max(1, state.dataUpdateCount / 5),
            LONGEST_PAYMENT_REFRESH_MS,
          )
        : false,
    meta: { operation: { title: 'Payment Error', text: "We can't find this payment." } },
  });
}

/** `mutate({paymentId})`: sends the receipt of a completed payment again. */
export function useResendReceipt() {
  return useMutation({
    meta: {
      operation: {
        title: 'Error sending receipt',
        text: 'Failed to send the receipt. Please try again.',
      },
    },
    retry: false,
    mutationFn: ({ paymentId }: { paymentId: string }) =>
      call(endpoints.resendReceipt, { params: { id: paymentId } }),
    onSuccess: () =>
      showToast({
        kind: 'success',
        title: 'Receipt sent',
        description: 'The receipt is on its way to the parent.',
      }),
  });
}
