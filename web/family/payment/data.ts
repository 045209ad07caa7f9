// The outcome of a payment, and the end of a checkout that was left.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import * as endpoints from '../../../domain/endpoints.ts';
import { RESERVATION_MINUTES } from '../../../domain/lessons/booking.ts';
import { PAYMENT_REFRESH_MS } from '../../../domain/payments/payment.ts';
import { BOOKING_CHANGES } from '../../data/family.ts';
import { forgetCheckout, readCheckout } from '../../data/remembered.ts';
import { call } from '../../transport/client.ts';
import { loadAgain } from '../../transport/query-client.ts';

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

const LONGEST_PAYMENT_REFRESH_MS = 30_000;
