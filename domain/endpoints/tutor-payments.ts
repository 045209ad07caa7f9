// Endpoints for the tutor's payments, refunds and invoices.
import * as z from 'zod/mini';

import { endpoint, ok } from '../endpoint.ts';
import * as invoice from '../payments/invoice.ts';
import { paymentIdSchema } from '../payments/payment.ts';
import * as refund from '../payments/refund.ts';
import * as payments from '../payments/tutor-payment.ts';

const paymentParams = z.object({ id: paymentIdSchema });

export const listAdminPayments = endpoint('GET', '/api/admin/payments', {
  summary: 'List payments, newest first, with the sums of each month',
  auth: 'admin',
  query: payments.paymentWindow,
  answer: ok(payments.paymentList),
});
export const refundPayment = endpoint('POST', '/api/admin/payments/{id}/refund', {
  summary: 'Refund unused credits of a payment',
  auth: 'admin',
  accountLimit: 'write',
  idempotent: true,
  params: paymentParams,
  body: refund.newRefundSchema,
  answer: ok({ payment: payments.adminPaymentSchema }),
  errors: ['payment_not_found', 'payments_unavailable', 'not_refundable'],
});
export const resendReceipt = endpoint('POST', '/api/admin/payments/{id}/receipt', {
  summary: 'Send a receipt again',
  auth: 'admin',
  accountLimit: 'write',
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
