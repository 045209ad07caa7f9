// The list of families, for the tutor.
import { queryOptions } from '@tanstack/react-query';

import * as endpoints from '../../domain/endpoints.ts';
import { call } from '../transport/client.ts';

export const FAMILIES = ['admin', 'families'] as const;

/** Each is followed by the family's id. */
export const FAMILY_RECORDS = ['admin', 'family'] as const;

/** Every family, newest account first. */
export const familiesQuery = queryOptions({
  queryKey: FAMILIES,
  queryFn: ({ signal }) => call(endpoints.listFamilies, { signal }),
  // The API calls families students.
  select: ({ students: families }) => families,
  meta: { operation: { title: 'Error Loading Data', text: 'Failed to load students' } },
});
