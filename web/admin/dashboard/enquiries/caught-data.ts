// What the trap for bots has caught: loading it, and restoring what a person has sent.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import * as endpoints from '../../../../domain/endpoints.ts';
import { call } from '../../../transport/client.ts';
import { loadAgain, LOADING } from '../../../transport/query-client.ts';
import { showToast } from '../../../ui/toast.ts';
import { CUSTOMERS } from '../data.ts';

const CAUGHT = ['admin', 'caught'] as const;

/** The forms that were caught, newest first. */
export const caughtQuery = queryOptions({
  queryKey: CAUGHT,
  queryFn: ({ signal }) => call(endpoints.listCaught, { signal }),
  select: ({ caught }) => caught,
  ...LOADING,
  meta: {
    operation: { title: 'Error Loading Data', text: 'Failed to load what the trap has caught' },
  },
});

/** `mutate({id})`: makes an enquiry of a form that was caught. */
export function useRestoreCaught() {
  const client = useQueryClient();
  return useMutation({
    meta: {
      operation: { title: 'Not restored', text: 'Failed to restore it. Please try again.' },
    },
    // A retry after a lost response would find nothing.
    retry: false,
    mutationFn: ({ id }: { id: string }) => call(endpoints.restoreCaught, { params: { id } }),
    onSuccess: ({ customer: { name } }) =>
      showToast({
        kind: 'success',
        title: 'Enquiry restored',
        description: `${name} is among the enquiries now, and has been told that it arrived.`,
      }),
    onSettled: () => loadAgain(client, [CUSTOMERS, CAUGHT]),
  });
}
