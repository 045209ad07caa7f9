// The lessons that the family's students have attended.
import { queryOptions } from '@tanstack/react-query';

import * as endpoints from '../../../../domain/endpoints.ts';
import { call } from '../../../transport/client.ts';
import { LOADING } from '../../../transport/query-client.ts';

export const LOADING_ATTENDED = {
  title: 'Error loading attended lessons',
  text: 'Failed to load the lessons attended',
} as const;

/** The latest ones, sorted by start. `count` is how many there are, so that a new one is loaded. */
export const attendedQuery = (count: number) =>
  queryOptions({
    queryKey: ['family', 'attended', count],
    queryFn: ({ signal }) => call(endpoints.listAttended, { signal }),
    select: ({ lessons }) => lessons,
    ...LOADING,
    meta: { operation: LOADING_ATTENDED, isSilentOffline: true },
  });
