// The tutor's list of payments, and refunds. The list reports its failures as toasts; the dialog
// that refunds says them itself.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { AnswerOf } from '../../../domain/endpoint.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import { isAsked } from '../../../domain/payments/refund-parts.ts';
import type { AdminPayment } from '../../../domain/payments/tutor-payment.ts';
import type { DateWindow } from '../../../domain/window.ts';
import { FAMILIES, FAMILY_RECORDS } from '../families/family-records.ts';
import { call } from '../transport/client.ts';
import { LOADING } from '../transport/query-client.ts';
import { createKeyring } from '../transport/request-key.ts';
import { ACTIVITIES } from '../tutor/activities.ts';

/** Each is followed by its dates. */
const PAYMENTS = ['admin', 'payments'] as const;
/** How often the list looks whether a refund that was asked for is settled. */
const LOOK_AGAIN_MS = 10_000;

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
    refetchInterval: ({ state }) =>
      state.data?.payments.some(({ refunds }) => refunds.some(isAsked)) === true
        ? LOOK_AGAIN_MS
        : false,
    meta: { operation: { title: 'Error Loading Data', text: 'Failed to load the payments' } },
  });
}

/** `mutateAsync({credits})`: refunds this many credits of this payment. */
export function useRefundPayment(id: string) {
  const client = useQueryClient();
  const [keys] = useState(createKeyring);
  return useMutation({
    meta: {
      operation: {
        title: 'Not refunded',
        text: 'The refund could not be asked for. Please try again.',
        coversServerErrors: true,
        titles: { payments_unavailable: 'Not refunded' },
      },
      isShownByForm: true,
    },
    mutationFn: (body: { credits: number }) =>
      call(endpoints.refundPayment, {
        params: { id },
        body,
        idempotencyKey: keys.keyFor(body),
      }),
    onSuccess: ({ payment }) => {
      keys.answered();
      client.setQueriesData<Answer>(
        { queryKey: PAYMENTS },
        (answer) => answer && put(answer, payment),
      );
    },
    // After a refusal, what is left is no longer what the dialog says.
    onSettled: () => {
      for (const queryKey of [PAYMENTS, FAMILIES, FAMILY_RECORDS, ACTIVITIES])
        void client.invalidateQueries({ queryKey });
    },
  });
}

const put = ({ payments, ...rest }: Answer, payment: AdminPayment): Answer => ({
  ...rest,
  payments: payments.map((one) => (one.id === payment.id ? payment : one)),
});
