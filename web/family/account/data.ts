// A family's payments, as several pages of the account show them.
import { queryOptions } from '@tanstack/react-query';

import * as endpoints from '../../../domain/endpoints.ts';
import { intervalWhileAsked } from '../../data/credit-parts.ts';
import { call } from '../../transport/client.ts';
import { LOADING } from '../../transport/query-client.ts';

export const LOADING_PAYMENTS = {
  title: 'Error loading payments',
  text: 'Failed to load your payments',
} as const;

export const PAYMENTS = ['family', 'payments'] as const;

/** The family's confirmed payments, newest first. */
export const paymentsQuery = queryOptions({
  queryKey: PAYMENTS,
  queryFn: ({ signal }) => call(endpoints.listPayments, { signal }),
  select: ({ payments }) => payments,
  ...LOADING,
  // What can be returned changes with each booking.
  staleTime: 0,
  refetchInterval: ({ state }) => intervalWhileAsked(state.data?.payments),
  meta: { operation: LOADING_PAYMENTS },
});
