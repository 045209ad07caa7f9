// The tutor's activity log and the undelivered emails. Every hook reports its own failures and
// successes as toasts.
import { queryOptions } from '@tanstack/react-query';

import * as endpoints from '../../domain/endpoints.ts';
import { call } from '../transport/client.ts';

export const ACTIVITIES = ['admin', 'activities'] as const;

export const UNDELIVERED = ['admin', 'undelivered-emails'] as const;

/** Failed emails first, then those that wait for a retry. */
export const undeliveredEmailsQuery = queryOptions({
  queryKey: UNDELIVERED,
  queryFn: ({ signal }) => call(endpoints.listUndeliveredEmails, { signal }),
  select: ({ emails }) => emails,
  // The queue keeps changing without this page.
  staleTime: 0,
  meta: { operation: { title: 'Error Loading Data', text: 'Failed to load undelivered emails' } },
});
