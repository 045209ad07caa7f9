// The calendar feed of the signed-in person. Every hook reports its own failures and successes as
// toasts.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { AnswerOf, Audience } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { call } from '../transport/client.ts';
import { loadAgain, LOADING } from '../transport/query-client.ts';
import { showToast } from '../ui/toast.ts';
import { LESSONS } from './lessons.ts';

type CalendarAnswer = AnswerOf<typeof endpoints.getCalendar>;

const calls = {
  family: {
    find: endpoints.getCalendar,
    renew: endpoints.renewCalendar,
    end: endpoints.endCalendar,
  },
  admin: {
    find: endpoints.getAdminCalendar,
    renew: endpoints.renewAdminCalendar,
    end: endpoints.endAdminCalendar,
  },
} as const;

const keyOf = (audience: Audience) => [audience, 'calendar'] as const;

/** Texts for a calendar feed that fails to load, as a toast and as the title shown in its place. */
export const LOADING_CALENDAR = {
  title: 'Error loading calendar',
  text: 'Failed to load your calendar',
} as const;

/** `{calendar}`, which is null until someone creates the feed. */
export function calendarQuery(audience: Audience) {
  return queryOptions({
    queryKey: keyOf(audience),
    queryFn: ({ signal }) => call(calls[audience].find, { signal }),
    ...LOADING,
    meta: { operation: LOADING_CALENDAR },
  });
}

/** `mutate({done})` creates or rotates the feed's address, then shows the toast `done`. */
export function useRenewCalendar(audience: Audience) {
  return useChange(audience, {
    operation: { title: 'No new address', text: 'Unable to make an address. Please try again.' },
    act: () => call(calls[audience].renew),
  });
}

/** `mutate({done})` revokes the feed's address. */
export function useEndCalendar(audience: Audience) {
  return useChange(audience, {
    operation: { title: 'Not ended', text: 'Unable to end the address. Please try again.' },
    act: async (): Promise<CalendarAnswer> => {
      const { success } = await call(calls[audience].end);
      return { success, calendar: null };
    },
  });
}

interface Change {
  operation: { title: string; text: string };
  act: () => Promise<CalendarAnswer>;
}

interface ChangeWords {
  done: { title: string; description: string };
}

function useChange(audience: Audience, { operation, act }: Change) {
  const client = useQueryClient();
  const queryKey = keyOf(audience);
  return useMutation({
    meta: { operation },
    mutationFn: act,
    onSuccess: (answer, { done }: ChangeWords) => {
      client.setQueryData<CalendarAnswer>(queryKey, answer);
      // Rotating the feed rotates the join links too.
      if (audience === 'family') void loadAgain(client, [LESSONS]);
      showToast({ kind: 'success', ...done });
    },
    // The server may have completed the change despite the error, so its state decides.
    onError: () => loadAgain(client, [queryKey]),
  });
}
