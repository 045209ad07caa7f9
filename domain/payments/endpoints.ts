// Calls of a family about credits and payments, and of the payment provider.
import * as z from 'zod/mini';

import { ok, endpoint } from '../endpoint.ts';
import { clashesField } from '../lessons/student-day.ts';
import { windowSchema } from '../window.ts';
import * as credits from './credits.ts';
import * as invoice from './invoice.ts';
import * as payment from './payment.ts';
import { paymentIdSchema } from './payment.ts';
import * as refund from './refund.ts';

const checkout = ok({ checkout_url: z.string(), session_id: z.string(), ...clashesField });
const products = ok({ products: z.array(credits.creditPackageSchema) });
const ledger = ok({ entries: z.array(credits.ledgerEntrySchema), hasEarlier: z.boolean() });
const payments = ok({ payments: z.array(refund.familyPaymentSchema) });
const oneInvoice = ok(invoice.invoiceAnswer);
const onePayment = ok({ payment: payment.paymentSchema });
const paymentParams = z.object({ id: paymentIdSchema });
const checkoutParams = z.object({ session_id: z.string() });
const done = ok({});

export const listCredits = endpoint('GET', '/api/users/credits', {
  summary: 'List the credit history',
  auth: 'family',
  query: windowSchema,
  answer: ledger,
});
export const listPayments = endpoint('GET', '/api/users/payments', {
  summary: 'List confirmed payments with their invoices',
  auth: 'family',
  answer: payments,
});
export const returnPayment = endpoint('POST', '/api/users/payments/{id}/return', {
  summary: 'Return unused credits of a payment within 14 days',
  auth: 'family',
  accountLimit: 'returnedPayment',
  idempotent: true,
  params: paymentParams,
  body: refund.newRefundSchema,
  answer: ok({ payment: refund.familyPaymentSchema }),
  errors: ['payment_not_found', 'payments_unavailable', 'return_period_over', 'not_refundable'],
});
export const getInvoice = endpoint('GET', '/api/users/payments/{id}/invoice', {
  summary: 'Return the invoice of a payment',
  auth: 'family',
  params: paymentParams,
  answer: oneInvoice,
  errors: ['payment_not_found'],
});
export const createCheckout = endpoint('POST', '/api/payments/create-checkout', {
  summary: 'Start a card payment for credits',
  auth: 'family',
  accountLimit: 'checkout',
  body: credits.buyCreditsSchema,
  answer: checkout,
  errors: [
    'payments_unavailable',
    'payment_provider_error',
    'lesson_not_found',
    'lesson_started',
    'already_booked',
    'lesson_full',
    'reservations_full',
  ],
});
export const listProducts = endpoint('GET', '/api/payments/products', {
  summary: 'List the credit packages on sale',
  auth: 'none',
  answer: products,
});
export const cancelCheckout = endpoint('POST', '/api/payments/{session_id}/cancel', {
  summary: 'Cancel an unpaid checkout and release its reserved spots',
  auth: 'family',
  accountLimit: 'cancelledCheckout',
  params: checkoutParams,
  answer: onePayment,
  errors: ['payment_not_found', 'payments_unavailable', 'payment_provider_error'],
});
export const getPayment = endpoint('GET', '/api/payments/{session_id}', {
  summary: 'Return the state of a card payment',
  auth: 'family',
  params: checkoutParams,
  answer: onePayment,
  errors: ['payment_not_found'],
});
export const stripeWebhook = endpoint('POST', '/api/payments/webhook', {
  summary: 'Receive an event from Stripe',
  auth: 'none',
  answer: done,
  errors: ['invalid_signature', 'unsupported_event', 'payments_unavailable'],
});
