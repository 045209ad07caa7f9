// Buying credits: the packages, the way to the card payment page, and what became of a payment.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import * as endpoints from '../../domain/endpoints.ts';
import { RESERVATION_MINUTES, PAYMENT_REFRESH_MS } from '../../domain/limits.ts';
import { showToast } from '../ui/toast.ts';
import { loadAgain } from './booking-cache.ts';
import { call } from './transport/client.ts';
import { tryStorage } from './transport/try-storage.ts';

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

/** What is to be bought, and the lessons that are booked with it at once, for one student. */
export interface Purchase {
  readonly credits: number;
  readonly lessons?: {
    readonly ids: readonly string[];
    /** Left out where the family has one student. */
    readonly studentId?: string;
  };
}

/**
 * `start(purchase)` leaves for the card payment page. Busy until the page is gone, and free again
 * when the browser brings it back as it was.
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
    mutationFn: ({ credits, lessons }: Purchase) =>
      call(endpoints.createCheckout, {
        body: {
          credits_quantity: credits,
          ...(lessons === undefined ? {} : { Lesson_IDs: [...lessons.ids] }),
          ...(lessons?.studentId === undefined ? {} : { Student_ID: lessons.studentId }),
        },
      }),
    onError: async (_, { lessons }) => {
      // The page was out of date.
      if (lessons !== undefined) await loadAgain(client);
    },
    onSuccess: ({ checkout_url, session_id }) => {
      rememberCheckout(session_id);
      setLeaving(true);
      window.location.assign(checkout_url);
    },
  });
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) setLeaving(false);
    };
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, []);
  return {
    isBusy: isPending || isLeaving,
    start: (purchase: Purchase) => {
      if (!isLeaving && client.isMutating({ mutationKey: CHECKOUT }) === 0) mutate(purchase);
    },
  };
}

/**
 * Ends the payment page that this tab has left for, whose places others may have then; once, and
 * only that one.
 */
export function useEndCheckout(): void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    meta: {
      operation: {
        title: 'Payment Page Still Open',
        text: `The payment page could not be closed. It closes by itself within ${RESERVATION_MINUTES.asTold} minutes.`,
        coversServerErrors: true,
      },
    },
    mutationFn: (session_id: string) => call(endpoints.cancelCheckout, { params: { session_id } }),
    onSettled: async () => {
      forgetCheckout();
      await loadAgain(client);
    },
  });
  useEffect(() => {
    const sessionId = readCheckout();
    if (sessionId !== null) mutate(sessionId);
  }, [mutate]);
}

/** Loads profile and lessons again. */
export function useLoadAgain(): () => Promise<void> {
  const client = useQueryClient();
  return () => loadAgain(client);
}

/**
 * One payment, looked at again, less and less often, for as long as it is pending; idle without an
 * id.
 */
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

/** `mutate({paymentId})`: sends the receipt of a paid purchase once more. */
export function useResendReceipt() {
  return useMutation({
    meta: {
      operation: {
        title: 'Error Sending Receipt',
        text: 'Failed to send the receipt. Please try again.',
      },
    },
    retry: false,
    mutationFn: ({ paymentId }: { paymentId: string }) =>
      call(endpoints.resendReceipt, { params: { id: paymentId } }),
    onSuccess: () =>
      showToast({
        kind: 'success',
        title: 'Receipt Sent',
        description: 'The receipt is on its way to the parent.',
      }),
  });
}

// The payment page that this tab has left for: whoever comes back from it without paying ends that
// one and no newer one. Where nothing can be kept, the page ends by itself.
const CHECKOUT_KEY = 'checkout';

/** The id of the checkout session; null when this tab has left for none, or it is settled. */
function readCheckout(): string | null {
  return tryStorage('tab', (storage) => storage.getItem(CHECKOUT_KEY));
}

function rememberCheckout(sessionId: string): void {
  tryStorage('tab', (storage) => storage.setItem(CHECKOUT_KEY, sessionId));
}

function forgetCheckout(): void {
  tryStorage('tab', (storage) => storage.removeItem(CHECKOUT_KEY));
}
