// The texts for each status of a payment. Only a paid one is 'Completed'.
import { creditCount } from '../../domain/credits.ts';
import type { Payment, PaymentStatus } from '../../domain/payment.ts';

export interface PaymentWords {
  readonly title: string;
  readonly status: string;
  readonly text: string;
}

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
    title: 'Payment not completed',
    status: 'Failed',
    text: 'The payment did not go through, and no credits were added. You can try again from your dashboard.',
  },
  expired: {
    title: 'Payment not completed',
    status: 'Expired',
    text: 'The payment page was left open for too long. No charges were made and no credits were added.',
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

/** The credits that this payment has added: none unless it is paid. */
export function creditsAdded({ status, credits }: Pick<Payment, 'status' | 'credits'>): string {
  return status === 'paid' ? creditCount(credits) : creditCount(0);
}
