// The texts of an invoice besides its numbers, and the text if there is none.
import { creditCount, formatMoney, lessonCredits } from '../../../domain/payments/credits.ts';
import {
  type Invoice,
  priceEach,
  type ReturnedMoney,
  returnedOf,
} from '../../../domain/payments/invoice.ts';
import type { PaymentStatus } from '../../../domain/payments/payment.ts';
import { formatDate, ukDate } from '../../../domain/time.ts';
import { returnDay } from '../return-words.ts';

/** 'Sunday 22 November 2026', for an ISO 8601 instant. */
export const dayOf = (instant: string): string => formatDate(ukDate(Date.parse(instant)), 'long');

/**
 * The item sold: '5 lesson credits', and 'Package of 5 credits, £28.00 each' or an empty string.
 */
export function describeItem(
  invoice: Pick<Invoice, 'credits' | 'package' | 'amount' | 'currency'>,
): {
  readonly title: string;
  readonly detail: string;
} {
  const { credits, currency } = invoice;
  const each = priceEach(invoice);
  const detail = [
    invoice.package !== null && credits > 1 ? `Package of ${creditCount(credits)}` : null,
    each !== null && credits > 1 ? `${formatMoney(each, currency)} each` : null,
  ];
  return { title: lessonCredits(credits), detail: detail.filter(Boolean).join(', ') };
}

/** 'Paid back to the card on Sunday 22 November 2026'. */
export function describeReturned({ how, at }: ReturnedMoney): string {
  return `${how === 'refund' ? 'Paid back to the card' : 'Returned by the bank'} on ${dayOf(at)}`;
}

/** How much of an invoice was refunded; null if nothing was. */
export function refundNotice(
  invoice: Pick<Invoice, 'paid' | 'currency' | 'returned'>,
): string | null {
  const { sum, share } = returnedOf(invoice);
  if (share === 'none') return null;
  return share === 'all'
    ? 'Paid back in full.'
    : `Paid back in part: ${formatMoney(sum, invoice.currency)} of ${formatMoney(invoice.paid, invoice.currency)}.`;
}

/** How an invoice was paid. */
export const howPaid = ({ paid, issued_at }: Pick<Invoice, 'paid' | 'issued_at'>): string =>
  paid === 0
    ? `A promotion code paid for everything on ${dayOf(issued_at)}.`
    : `Paid in full by card through Stripe on ${dayOf(issued_at)}.`;

/** Until when unused credits can be returned; null where nothing is left to return. */
export function returnTerms(
  invoice: Pick<Invoice, 'paid' | 'returned' | 'issued_at'>,
): string | null {
  if (invoice.paid === 0 || returnedOf(invoice).share === 'all') return null;
  return `Unused credits can be returned until ${formatDate(returnDay(invoice.issued_at), 'long')}.`;
}

/** Why a payment has no invoice. */
export function whyNoInvoice(status: PaymentStatus): string {
  switch (status) {
    case 'pending':
      return 'The payment has not been confirmed yet. Its invoice will be here once it is.';
    case 'failed':
    case 'expired':
      return 'The payment was not completed: nothing was charged, so there is nothing to invoice.';
    case 'mismatched':
      return 'The amount paid is not the amount asked for. The invoice has to wait until the tutor has looked at it.';
    case 'paid':
    case 'refunded':
      return 'The payment is confirmed. Please load this page again in a moment.';
  }
}
