// The tutor's figures. Reports failures as toasts.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import * as endpoints from '../../../domain/endpoints.ts';
import type { Dates } from '../../../domain/window.ts';
import { call } from '../../transport/client.ts';

/** The figures between two dates (YYYY-MM-DD). While others load, the last ones stay. */
export function figuresQuery(dates: Dates) {
  return queryOptions({
    queryKey: ['admin', 'figures', dates] as const,
    queryFn: ({ signal }) => call(endpoints.getFigures, { signal, query: dates }),
    select: ({ figures }) => figures,
    placeholderData: keepPreviousData,
    // Every other page changes them.
    staleTime: 0,
    meta: { operation: { title: 'Error Loading Data', text: 'Failed to load the figures' } },
  });
}
