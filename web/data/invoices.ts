// A family's payments, the return of their credits, and invoices: a family's own, and any family's
// for the tutor. Reports failures as toasts, but those of a return are said by its dialog.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { AnswerOf, Audience } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import type { Invoice } from '../../domain/payments/invoice.ts';
import type { PaymentStatus } from '../../domain/payments/payment.ts';
import { call } from '../transport/client.ts';
import { isNotFound } from '../transport/failures.ts';
import { LOADING } from '../transport/query-client.ts';
import { useSendOnce } from '../transport/request-key.ts';
import { BOOKING_CHANGES } from './booking-cache.ts';
import { intervalWhileAsked, metaOfPart, withPayment } from './credit-parts.ts';

export const LOADING_PAYMENTS = {
  title: 'Error loading payments',
  text: 'Failed to load your payments',
} as const;
export const LOADING_INVOICE = {
  title: 'Error loading invoice',
  text: 'Failed to load the invoice',
} as const;

const PAYMENTS = ['family', 'payments'] as const;
type Payments = AnswerOf<typeof endpoints.listPayments>;

/** The family's confirmed payments, newest first. */
export const paymentsQuery = queryOptions({
  queryKey: PAYMENTS,
  queryFn: ({ signal }) => call(endpoints.listPayments, { signal }),
  select: ({ payments }) => payments,
  ...LOADING,
  // What can be returned changes with each booking.
  staleTime: 0,
  refetchInterval: ({ state }) => intervalWhileAsked(state.data?.payments),
  meta: { operation: LOADING_PAYMENTS },
});

/** `mutateAsync({credits})`: returns this many unused credits of this payment. */
export function useReturnPayment(id: string) {
  const client = useQueryClient();
  const sendOnce = useSendOnce();
  return useMutation({
    meta: metaOfPart('Not returned', 'Your credits could not be returned. Please try again.', [
      PAYMENTS,
      ...BOOKING_CHANGES,
    ]),
    mutationFn: (body: { credits: number }) =>
      sendOnce(body, (idempotencyKey) =>
        call(endpoints.returnPayment, { params: { id }, body, idempotencyKey }),
      ),
    onSuccess: ({ payment }) => {
      client.setQueryData<Payments>(
        PAYMENTS,
        (answer) => answer && { ...answer, payments: withPayment(answer.payments, payment) },
      );
    },
  });
}

/** The invoice of a payment, or null together with the payment's status. */
export interface InvoiceAnswer {
  readonly status: PaymentStatus;
  readonly invoice: Invoice | null;
}

/**
 * The invoice response for a payment; null if it does not exist or is not visible, which is a
 * result and not a failure.
 */
export function invoiceQuery(id: string, audience: Audience) {
  const endpoint = audience === 'admin' ? endpoints.getFamilyInvoice : endpoints.getInvoice;
  return queryOptions({
    queryKey: [audience, 'invoice', id],
    queryFn: async ({ signal }): Promise<InvoiceAnswer | null> => {
      try {
        return await call(endpoint, { signal, params: { id } });
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    ...LOADING,
    meta: { operation: LOADING_INVOICE },
  });
}
