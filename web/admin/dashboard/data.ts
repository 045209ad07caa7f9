// The tutor's enquiries, and changes of their status and note. Every hook reports its own failures
// as toasts.
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import * as endpoints from '../../../domain/endpoints.ts';
import type { Enquiry, EnquiryChanges } from '../../../domain/enquiries/enquiry-list.ts';
import { addDays, ukDate } from '../../../domain/time.ts';
import { LESSON_WINDOW_DAYS } from '../../../domain/window.ts';
import { adminLessonsBetweenQuery } from '../../data/planned-lessons.ts';
import { call } from '../../transport/client.ts';
import { failing } from '../../transport/failures.ts';
import { loadAgain, LOADING } from '../../transport/query-client.ts';

export const CUSTOMERS = ['admin', 'customers'] as const;
/** The conversion funnel of enquiries. */
export const FUNNEL = ['admin', 'funnel'] as const;

export interface EnquiryList {
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

/** The lessons from yesterday on, because one may run past midnight. */
export function dayLessonsQuery(now: number) {
  const today = ukDate(now);
  return adminLessonsBetweenQuery(addDays(today, -1), addDays(today, LESSON_WINDOW_DAYS.ahead));
}

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
    meta: failing('Error updating enquiry', 'Failed to save the enquiry. Please try again.'),
    mutationFn: ({ id, changes }: { id: string; changes: EnquiryChanges }) =>
      call(endpoints.updateEnquiry, { params: { id }, body: changes }),
    onSuccess: ({ customer: enquiry }) => patchEnquiry(client, enquiry),
  });
}
