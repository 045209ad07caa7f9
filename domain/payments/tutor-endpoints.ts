// Calls of the tutor about payments and their comparison with the provider.
import * as z from 'zod/mini';

import { endpoint, ok } from '../endpoint.ts';
import * as books from './books.ts';
import * as invoice from './invoice.ts';
import { paymentIdSchema } from './payment.ts';
import * as reconciliation from './reconciliation.ts';
import * as refund from './refund.ts';
import * as payments from './tutor-payment.ts';

const answer = ok({ reconciliation: reconciliation.reconciliationSchema });
const paymentParams = z.object({ id: paymentIdSchema });

export const listAdminPayments = endpoint('GET', '/api/admin/payments', {
  summary: 'List payments, newest first, with the sums of each month',
  auth: 'admin',
  query: payments.paymentWindow,
  answer: ok(payments.paymentList),
});
export const getBooks = endpoint('GET', '/api/admin/books', {
  summary: 'Return the books of an accounting year or between dates',
  auth: 'admin',
  query: books.booksWindow,
  answer: ok(books.booksFields),
});
export const exportBooks = endpoint('GET', '/api/admin/books.csv', {
  summary: 'Download the lines of the books as a CSV file',
  auth: 'admin',
  query: books.csvWindow,
  answer: z.string(),
  stream: 'text/csv',
});
export const refundPayment = endpoint('POST', '/api/admin/payments/{id}/refund', {
  summary: 'Refund unused credits of a payment',
  auth: 'admin',
  idempotent: true,
  params: paymentParams,
  body: refund.newRefundSchema,
  answer: ok({ payment: payments.adminPaymentSchema }),
  errors: ['payment_not_found', 'payments_unavailable', 'not_refundable'],
});
export const resendReceipt = endpoint('POST', '/api/admin/payments/{id}/receipt', {
  summary: 'Send a receipt again',
  auth: 'admin',
  params: paymentParams,
  answer: ok({}),
  errors: ['payment_not_found'],
});
export const getFamilyInvoice = endpoint('GET', '/api/admin/payments/{id}/invoice', {
  summary: "Return the invoice of any family's payment",
  auth: 'admin',
  params: paymentParams,
  answer: ok(invoice.invoiceAnswer),
  errors: ['payment_not_found'],
});
export const startReconciliation = endpoint('POST', '/api/admin/reconciliation', {
  summary: 'Start to compare the payments of the last days with the provider',
  auth: 'admin',
  body: reconciliation.newReconciliationSchema,
  answer,
  status: 202,
  errors: ['already_running', 'payments_unavailable'],
});
export const getReconciliation = endpoint('GET', '/api/admin/reconciliation', {
  summary: 'Return the last complete comparison and its differences',
  auth: 'admin',
  answer,
});
export const mendDifference = endpoint('POST', '/api/admin/reconciliation/{id}/mend', {
  summary: 'Mend a difference as the webhook of the provider would',
  auth: 'admin',
  params: z.object({ id: reconciliation.differenceIdSchema }),
  answer,
  errors: ['not_found', 'not_mendable', 'payments_unavailable', 'payment_provider_error'],
});
