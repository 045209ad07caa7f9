// The activity log of the tutor's area. Reports failures as toasts.
import { queryOptions } from '@tanstack/react-query';

import * as endpoints from '../../domain/endpoints.ts';
import type { DateWindow } from '../../domain/window.ts';
import { call } from '../transport/client.ts';

export const ACTIVITIES = ['admin', 'activities'] as const;

/** The activities between two dates (YYYY-MM-DD), newest first. Either date may be missing. */
export function activitiesQuery(window: DateWindow) {
  return queryOptions({
    queryKey: [...ACTIVITIES, window],
    queryFn: ({ signal }) => call(endpoints.listActivities, { signal, query: window }),
    select: ({ activities }) => activities,
    // Every other page adds to the log.
    staleTime: 0,
    meta: { operation: { title: 'Error Loading Data', text: 'Failed to load the activity' } },
  });
}
