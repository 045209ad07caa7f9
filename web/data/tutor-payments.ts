// The tutor's list of payments, and refunds. The list reports its failures as toasts; the dialog
// that refunds says them itself.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { AnswerOf } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import type { DateWindow } from '../../domain/window.ts';
import { call } from '../transport/client.ts';
import { LOADING } from '../transport/query-client.ts';
import { useSendOnce } from '../transport/request-key.ts';
import { ACTIVITIES } from './activities.ts';
import { intervalWhileAsked, metaOfPart, withPayment } from './credit-parts.ts';
import { FAMILIES, FAMILY_RECORDS } from './family-records.ts';

/** Each is followed by its dates. */
const PAYMENTS = ['admin', 'payments'] as const;

type Answer = AnswerOf<typeof endpoints.listAdminPayments>;

/** `{payments, months}` of these dates; without them the last 90 days. */
export function adminPaymentsQuery({ from, to }: DateWindow) {
  return queryOptions({
    queryKey: [...PAYMENTS, from ?? null, to ?? null],
    queryFn: ({ signal }) =>
      call(endpoints.listAdminPayments, {
        signal,
        query: { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) },
      }),
    ...LOADING,
    // Families pay and return credits without this page.
    staleTime: 0,
    refetchInterval: ({ state }) => intervalWhileAsked(state.data?.payments),
    meta: { operation: { title: 'Error Loading Data', text: 'Failed to load the payments' } },
  });
}

/** `mutateAsync({credits})`: refunds this many credits of this payment. */
export function useRefundPayment(id: string) {
  const client = useQueryClient();
  const sendOnce = useSendOnce();
  return useMutation({
    meta: metaOfPart('Not refunded', 'The refund could not be asked for. Please try again.', [
      PAYMENTS,
      FAMILIES,
      FAMILY_RECORDS,
      ACTIVITIES,
    ]),
    mutationFn: (body: { credits: number }) =>
      sendOnce(body, (idempotencyKey) =>
        call(endpoints.refundPayment, { params: { id }, body, idempotencyKey }),
      ),
    onSuccess: ({ payment }) => {
      client.setQueriesData<Answer>(
        { queryKey: PAYMENTS },
        (answer) => answer && { ...answer, payments: withPayment(answer.payments, payment) },
      );
    },
  });
}
