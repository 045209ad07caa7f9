// The history of a family's credits. Reports failures as toasts.
import { useInfiniteQuery } from '@tanstack/react-query';

import * as endpoints from '../../../../domain/endpoints.ts';
import { LESSON_WINDOW_DAYS } from '../../../../domain/limits.ts';
import { addDays, ukDate } from '../../../../domain/time.ts';
import { call } from '../../../transport/client.ts';
import { LOADING } from '../../../transport/query-client.ts';

export const LOADING_CREDITS = {
  title: 'Error loading credits',
  text: 'Failed to load the history of your credits',
} as const;

/**
 * The changes of the balance, newest first, in pages of a year: `fetchNextPage()` loads the year
 * before.
 */
export function useCreditHistory() {
  return useInfiniteQuery({
    queryKey: ['family', 'credits'],
    queryFn: ({ signal, pageParam }) =>
      call(endpoints.listCredits, { signal, query: pageParam === null ? {} : { to: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasEarlier }, _pages, to) =>
      hasEarlier ? addDays(to ?? ukDate(Date.now()), -LESSON_WINDOW_DAYS.max - 1) : undefined,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
    ...LOADING,
    meta: { operation: LOADING_CREDITS },
  });
}
