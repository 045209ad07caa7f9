// The steps of the tutor's first hour.
import { queryOptions } from '@tanstack/react-query';

import * as endpoints from '../../../domain/site/endpoints.ts';
import { call } from '../../transport/client.ts';

export const firstStepsQuery = queryOptions({
  queryKey: ['admin', 'first-steps'],
  queryFn: ({ signal }) => call(endpoints.getFirstSteps, { signal }),
  select: ({ steps }) => steps,
  // Other pages do them.
  staleTime: 0,
  // Nobody misses the list if it cannot be loaded.
  meta: { isSilent: true },
});
