// Buying credits: the packages, and the redirect to the card payment page.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import * as endpoints from '../../../domain/endpoints.ts';
import { BOOKING_CHANGES } from '../../data/family.ts';
import { rememberCheckout } from '../../data/remembered.ts';
import { call } from '../../transport/client.ts';
import { loadAgain } from '../../transport/query-client.ts';

const CHECKOUT = ['family', 'checkout'] as const;

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
  credits: number;
  lessons?: {
    ids: readonly string[];
    /** Omitted if the family has one student. */
    studentId?: string;
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
