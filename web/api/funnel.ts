// How far those came who enquired.
import { useQuery } from '@tanstack/react-query';

import * as endpoints from '../../domain/endpoints.ts';
import { FUNNEL } from './enquiries.ts';
import { call } from './transport/client.ts';

/** The counts of the last 30 and 90 days. */
export function useFunnel() {
  return useQuery({
    queryKey: FUNNEL,
    queryFn: ({ signal }) => call(endpoints.getFunnel, { signal }),
    select: ({ funnel }) => funnel,
    meta: { operation: { title: 'Error Loading Data', text: 'Failed to load the figures' } },
  });
}
