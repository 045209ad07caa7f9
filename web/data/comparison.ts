// The comparison of payments with the provider. Every hook reports its own failures and successes
// as toasts.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { AnswerOf } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { call } from '../transport/client.ts';
import { loadAgain } from '../transport/query-client.ts';
import { showToast } from '../ui/toast.ts';
import { ACTIVITIES } from './activities.ts';

const RECONCILIATION = ['admin', 'reconciliation'] as const;
const CHECK_AGAIN_MS = 2000;

type Answer = AnswerOf<typeof endpoints.getReconciliation>;

/** Looks again every few seconds while a comparison runs. */
export const reconciliationQuery = queryOptions({
  queryKey: RECONCILIATION,
  queryFn: ({ signal }) => call(endpoints.getReconciliation, { signal }),
  select: ({ reconciliation }) => reconciliation,
  // The comparison runs at night, and this page does not hear of it.
  staleTime: 0,
  refetchInterval: ({ state }) =>
    state.data?.reconciliation.running === true ? CHECK_AGAIN_MS : false,
  meta: { operation: { title: 'Error Loading Data', text: 'Failed to load the comparison' } },
});

/** `mutate()`: compares the payments of the usual number of days. */
export function useStartReconciliation() {
  const client = useQueryClient();
  return useMutation({
    meta: {
      operation: { title: 'Error', text: 'Failed to start the comparison. Please try again.' },
    },
    mutationFn: () => call(endpoints.startReconciliation, { body: {} }),
    onSuccess: (answer) => client.setQueryData<Answer>(RECONCILIATION, answer),
    onError: () => loadAgain(client, [RECONCILIATION]),
  });
}

/** `mutate({id})`: mends the difference. The family's own pages change as after a webhook. */
export function useMendDifference() {
  const client = useQueryClient();
  return useMutation({
    meta: {
      operation: { title: 'Error', text: 'Failed to mend the difference. Please try again.' },
      changes: [ACTIVITIES],
    },
    mutationFn: ({ id }: { id: string }) => call(endpoints.mendDifference, { params: { id } }),
    onSuccess: (answer) => {
      client.setQueryData<Answer>(RECONCILIATION, answer);
      showToast({
        kind: 'success',
        title: 'Payment mended',
        description: 'It is now here as it is at Stripe.',
      });
    },
    onError: () => loadAgain(client, [RECONCILIATION]),
  });
}
