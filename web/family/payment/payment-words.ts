// The texts for each status of a payment. Only a paid one is 'Completed'.
import { creditCount, formatMoney } from '../../../domain/payments/credits.ts';
import type { Payment, PaymentStatus } from '../../../domain/payments/payment.ts';

interface PaymentWords {
  readonly title: string;
  readonly status: string;
  readonly text: string;
}

export const NOTHING_CHARGED = 'Nothing was charged.';
const CONTACT = 'Please contact us if this is not what you expected.';

const words: Record<PaymentStatus, PaymentWords> = {
  paid: {
    title: 'Payment Successful!',
    status: 'Completed',
    text: 'Your credits are ready to use.',
  },
  pending: {
    title: 'Payment Processed',
    status: 'Waiting for confirmation',
    text: 'Credits may take a few minutes to appear. This page looks again by itself.',
  },
  failed: {
    title: NOTHING_CHARGED,
    status: 'Failed',
    text: 'Your bank did not accept the payment, and no credits were added. Try again, or use another card.',
  },
  expired: {
    title: NOTHING_CHARGED,
    status: 'Expired',
    text: 'The payment page was left open for too long. No credits were added.',
  },
  refunded: {
    title: 'Payment refunded',
    status: 'Refunded',
    text: `This payment was returned to your card and its credits were taken back. ${CONTACT}`,
  },
  mismatched: {
    title: 'Payment under review',
    status: 'Under review',
    text: `The amount paid is not the amount asked for, so the tutor has been told and no credits were added yet. ${CONTACT}`,
  },
};

export function describePayment(status: PaymentStatus): PaymentWords {
  return words[status];
}

/** 'Paid £140.00 by card.' */
export function paidWords({ amount, paid, currency }: Payment): string {
  if (paid === 0) return 'Your promotion code paid for everything.';
  const card = `Paid ${formatMoney(paid ?? amount, currency)} by card`;
  return paid === null || paid === amount
    ? `${card}.`
    : `${card}, ${formatMoney(amount - paid, currency)} less with your promotion code.`;
}

/** The credits that this payment has added: none unless it is paid. */
export function creditsAdded({ status, credits }: Pick<Payment, 'status' | 'credits'>): string {
  return status === 'paid' ? creditCount(credits) : creditCount(0);
}
