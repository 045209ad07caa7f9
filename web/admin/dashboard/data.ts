// The tutor's enquiries: loading them, changing status and note, deleting one, and logging an
// export. Every hook reports its own failures as toasts.
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import * as endpoints from '../../../domain/endpoints.ts';
import type { Enquiry, EnquiryChanges } from '../../../domain/enquiries/enquiry-list.ts';
import { call } from '../../transport/client.ts';
import { loadAgain, LOADING } from '../../transport/query-client.ts';
import { showToast } from '../../ui/toast.ts';

export const CUSTOMERS = ['admin', 'customers'] as const;
/** The conversion funnel of enquiries. */
const FUNNEL = ['admin', 'funnel'] as const;

interface EnquiryList {
  readonly customers: Enquiry[];
  readonly total: number;
}

/** `{customers, total}`: the enquiries, newest first; `total` also counts those beyond the list. */
export const enquiriesQuery = queryOptions({
  queryKey: CUSTOMERS,
  queryFn: ({ signal }): Promise<EnquiryList> => call(endpoints.listEnquiries, { signal }),
  ...LOADING,
  meta: { operation: { title: 'Error Loading Data', text: 'Failed to load customer data' } },
});

/** The funnel of the last 30 and 90 days. */
export const funnelQuery = queryOptions({
  queryKey: FUNNEL,
  queryFn: ({ signal }) => call(endpoints.getFunnel, { signal }),
  select: ({ funnel }) => funnel,
  meta: { operation: { title: 'Error Loading Data', text: 'Failed to load the figures' } },
});

/** Replaces one enquiry in the cached list instead of refetching up to ten thousand. */
export function patchEnquiry(client: QueryClient, enquiry: Enquiry): void {
  client.setQueryData(
    CUSTOMERS,
    (list: EnquiryList | undefined) =>
      list && {
        ...list,
        customers: list.customers.map((one) => (one.id === enquiry.id ? enquiry : one)),
      },
  );
  void loadAgain(client, [FUNNEL]);
}

/** `mutateAsync({id, changes})`: updates the list once the server has saved the change. */
export function useUpdateEnquiry() {
  const client = useQueryClient();
  return useMutation({
    meta: {
      operation: {
        title: 'Error updating enquiry',
        text: 'Failed to save the enquiry. Please try again.',
      },
    },
    mutationFn: ({ id, changes }: { id: string; changes: EnquiryChanges }) =>
      call(endpoints.updateEnquiry, { params: { id }, body: changes }),
    onSuccess: ({ customer: enquiry }) => patchEnquiry(client, enquiry),
  });
}

/** `mutate({id})`, after the tutor has confirmed. */
export function useDeleteEnquiry() {
  const client = useQueryClient();
  return useMutation({
    meta: {
      operation: {
        title: 'Error deleting enquiry',
        text: 'Failed to delete the enquiry. Please try again.',
      },
      changes: [FUNNEL],
      isPatched: true,
    },
    mutationFn: ({ id }: { id: string }) => call(endpoints.deleteEnquiry, { params: { id } }),
    onSuccess: (_answer, { id }) => {
      client.setQueryData(CUSTOMERS, (list: EnquiryList | undefined) =>
        list === undefined
          ? undefined
          : { customers: list.customers.filter((one) => one.id !== id), total: list.total - 1 },
      );
      showToast({
        kind: 'success',
        title: 'Enquiry deleted',
        description: 'The enquiry, its note and the emails about it were removed.',
      });
    },
    // The enquiry may be deleted already: on another device, or by a call whose response was lost.
    onError: () => loadAgain(client, [CUSTOMERS]),
  });
}

/** `mutateAsync({rows})`: logs an export of this many enquiries before the file is offered. */
export function useReportExport() {
  return useMutation({
    meta: {
      operation: {
        title: 'Error exporting enquiries',
        text: 'Failed to export the enquiries. Please try again.',
      },
    },
    mutationFn: ({ rows }: { rows: number }) => call(endpoints.reportExport, { body: { rows } }),
  });
}
