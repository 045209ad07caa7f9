// The tutor's enquiries: loading them, changing their state and note, deleting one, and recording an export. Every hook reports its own failures as toasts.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import * as endpoints from '../../domain/endpoints.ts';
import type { Customer, CustomerChanges } from '../../domain/enquiry.ts';
import { showToast } from '../ui/toast.ts';
import { call } from './transport/client.ts';
import { mutationOptions, OWN_RETRIES } from './transport/query-client.ts';

const CUSTOMERS = ['admin', 'customers'] as const;

interface CustomerList {
  readonly customers: Customer[];
  readonly total: number;
}

/** `{customers, total}`: the enquiries, newest first; `total` counts also those beyond the list. */
export function useCustomers() {
  return useQuery({
    queryKey: CUSTOMERS,
    queryFn: ({ signal }): Promise<CustomerList> => call(endpoints.listCustomers, { signal }),
    retry: OWN_RETRIES,
    meta: { operation: { title: 'Error Loading Data', text: 'Failed to load customer data' } },
  });
}

/** `mutateAsync({id, changes})`: the list shows the change as soon as the server has it. */
export function useUpdateCustomer() {
  const client = useQueryClient();
  return useMutation(
    mutationOptions(
      { title: 'Error Updating Enquiry', text: 'Failed to save the enquiry. Please try again.' },
      {
        mutationFn: ({ id, changes }: { id: string; changes: CustomerChanges }) =>
          call(endpoints.updateCustomer, { params: { id }, body: changes }),
        // One of up to ten thousand: put in its place instead of loading all of them again.
        onSuccess: ({ customer }) =>
          client.setQueryData(CUSTOMERS, (list: CustomerList | undefined) =>
            list === undefined
              ? undefined
              : {
                  ...list,
                  customers: list.customers.map((one) => (one.id === customer.id ? customer : one)),
                },
          ),
      },
    ),
  );
}

/** `mutate({id})`, after the tutor has confirmed. */
export function useDeleteCustomer() {
  const client = useQueryClient();
  return useMutation(
    mutationOptions(
      { title: 'Error Deleting Enquiry', text: 'Failed to delete the enquiry. Please try again.' },
      {
        mutationFn: ({ id }: { id: string }) => call(endpoints.deleteCustomer, { params: { id } }),
        onSuccess: (_answer, { id }) => {
          client.setQueryData(CUSTOMERS, (list: CustomerList | undefined) =>
            list === undefined
              ? undefined
              : { customers: list.customers.filter((one) => one.id !== id), total: list.total - 1 },
          );
          showToast({
            kind: 'success',
            title: 'Enquiry Deleted',
            description: 'The enquiry, its note and the emails about it were removed.',
          });
        },
        // It may be gone already: deleted on another device, or by a call whose answer was lost.
        onError: () => client.invalidateQueries({ queryKey: CUSTOMERS }),
      },
    ),
  );
}

/** `mutateAsync({rows})`: puts an export of so many enquiries on record, before it is handed out. */
export function useReportExport() {
  return useMutation(
    mutationOptions(
      { title: 'Error Exporting Enquiries', text: 'Failed to export the enquiries. Please try again.' },
      { mutationFn: ({ rows }: { rows: number }) => call(endpoints.reportExport, { body: { rows } }) },
    ),
  );
}
