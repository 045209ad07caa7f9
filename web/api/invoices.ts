// Invoices: a family's own, and any family's for the tutor. Reports failures as toasts.
import { queryOptions } from '@tanstack/react-query';

import type { Audience } from '../../domain/account.ts';
import * as endpoints from '../../domain/endpoints.ts';
import type { Invoice } from '../../domain/invoice.ts';
import type { PaymentStatus } from '../../domain/payment.ts';
import { call } from './transport/client.ts';
import { isNowhere } from './transport/failures.ts';
import { LOADING } from './transport/query-client.ts';

export const LOADING_PAYMENTS = {
  title: 'Error loading payments',
  text: 'Failed to load your payments',
} as const;
export const LOADING_INVOICE = {
  title: 'Error loading invoice',
  text: 'Failed to load the invoice',
} as const;

/** The family's confirmed payments, newest first. */
export const paymentsQuery = queryOptions({
  queryKey: ['family', 'payments'],
  queryFn: ({ signal }) => call(endpoints.listPayments, { signal }),
  select: ({ payments }) => payments,
  ...LOADING,
  meta: { operation: LOADING_PAYMENTS },
});

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
        if (isNowhere(error)) return null;
        throw error;
      }
    },
    ...LOADING,
    meta: { operation: LOADING_INVOICE },
  });
}
