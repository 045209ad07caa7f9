// The tutor's activity log and the undelivered emails. Every hook reports its own failures and
// successes as toasts.
import { queryOptions, useMutation } from '@tanstack/react-query';

import * as endpoints from '../../domain/endpoints.ts';
import { call } from '../transport/client.ts';
import { showToast } from '../ui/toast.ts';

export const ACTIVITIES = ['admin', 'activities'] as const;

const UNDELIVERED = ['admin', 'undelivered-emails'] as const;

/** Every action on an email changes the list and is logged. */
const changes = [UNDELIVERED, ACTIVITIES] as const;

/** Failed emails first, then those that wait for a retry. */
export const undeliveredEmailsQuery = queryOptions({
  queryKey: UNDELIVERED,
  queryFn: ({ signal }) => call(endpoints.listUndeliveredEmails, { signal }),
  select: ({ emails }) => emails,
  // The queue keeps changing without this page.
  staleTime: 0,
  meta: { operation: { title: 'Error Loading Data', text: 'Failed to load undelivered emails' } },
});

/** `mutate({id})`: puts the email back into the queue, which is polled every few seconds. */
export function useSendEmailAgain() {
  return useMutation({
    meta: {
      operation: { title: 'Error', text: 'Failed to send the email again. Please try again.' },
      changes,
    },
    mutationFn: ({ id }: { id: string }) => call(endpoints.sendEmailAgain, { params: { id } }),
    onSuccess: () =>
      showToast({
        kind: 'success',
        title: 'Email queued',
        description: 'It will be sent within a few seconds.',
      }),
  });
}

/** `mutate({id})`: dismisses the email and stops its retries. */
export function useDismissEmail() {
  return useMutation({
    meta: {
      operation: { title: 'Error', text: 'Failed to dismiss the email. Please try again.' },
      changes,
    },
    mutationFn: ({ id }: { id: string }) => call(endpoints.dismissEmail, { params: { id } }),
  });
}
