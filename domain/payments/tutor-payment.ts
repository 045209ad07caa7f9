// Payments as the tutor sees and finds them. Amounts are in minor units of the payment's currency.
import * as z from 'zod/mini';

import { instant } from '../text.ts';
import { windowOf } from '../window.ts';
import { inquiryStates } from './dispute.ts';
import { disputeOutcomes, paymentStatuses } from './payment.ts';
import { refundableSchema, refundSchema } from './refund.ts';

/** A list of payments: how many days back by default, and how many at most. */
export const PAYMENT_DAYS = { back: 90, max: 800 } as const;

/** Money in pence. */
export const moneySchema = z.object({
  /** 'YYYY-MM' */
  month: z.string(),
  /** Payments of the month. */
  paid: z.int(),
  /**
   * Refunds that were done in the month and what banks withdrew in it, less what came back; of any
   * payment.
   */
  returned: z.int(),
  kept: z.int(),
  /** What the provider charged for all of them; null until it is known of each. */
  fees: z.nullable(z.int()),
  /** `kept` less `fees`; null until they are known. */
  net: z.nullable(z.int()),
  /** Refunds asked for in the month that the provider has not decided. */
  asked: z.int(),
});

export type MonthOfMoney = z.infer<typeof moneySchema>;

export const paymentWindow = windowOf(PAYMENT_DAYS.max);

/** A payment in the tutor's list. */
export const adminPaymentSchema = z.object({
  id: z.string(),
  session_id: z.nullable(z.string()),
  created_at: instant,
  granted_at: z.nullable(instant),
  /** Null once the family has left. */
  family: z.nullable(z.object({ id: z.string(), Parent_Name: z.string() })),
  credits: z.int(),
  /** The price. */
  amount: z.int(),
  /** The price less what a promotion code took off; null until it is paid. */
  paid: z.nullable(z.int()),
  /** What the provider charged for the payment itself; null until known. */
  fee: z.nullable(z.int()),
  /** `paid` less `fee`. */
  net: z.nullable(z.int()),
  currency: z.string(),
  status: z.enum(paymentStatuses),
  dispute: z.nullable(z.enum(disputeOutcomes)),
  /** A bank's inquiry, which moves no money; closed once it has become a dispute. */
  inquiry: z.nullable(z.enum(inquiryStates)),
  /** By when an open inquiry wants an answer. */
  inquiry_due_at: z.nullable(instant),
  /** The invoice number; null until it is paid. */
  invoice: z.nullable(z.string()),
  /** Refunds, including those that are asked for, and lost disputes. */
  returned: z.int(),
  returned_credits: z.int(),
  refundable: refundableSchema,
  /** The end of the last day on which the family itself can return credits. */
  returnable_until: z.nullable(instant),
  /** Oldest first. */
  refunds: z.array(refundSchema),
});
export type AdminPayment = z.infer<typeof adminPaymentSchema>;

/** Payments, newest first, and what came in and went back in each month, newest first. */
export const paymentList = { payments: z.array(adminPaymentSchema), months: z.array(moneySchema) };

/** '£1,400.00', '1400' and '1,400.00' are the same amount. */
const AMOUNT = /^[£$€]?\d[\d,]*(\.\d{0,2})?$/u;

/**
 * The payments that contain `search`, ignoring case, in their given order. An amount, or its
 * first digits, finds what was asked, paid or returned.
 */
export function searchPayments(
  payments: readonly AdminPayment[],
  search: string,
): readonly AdminPayment[] {
  const term = search.trim().toLowerCase();
  if (term === '') return payments;
  const amount = AMOUNT.test(term) ? term.replaceAll(/[£$€,]/gu, '') : null;
  return payments.filter(
    (payment) =>
      textsOf(payment).some((text) => text.toLowerCase().includes(term)) ||
      (amount !== null && amountsOf(payment).some((one) => one.startsWith(amount))),
  );
}

const textsOf = ({ id, family, invoice, session_id }: AdminPayment): string[] => [
  id,
  family?.Parent_Name ?? '',
  invoice ?? '',
  session_id ?? '',
];

/** '140.00' */
const amountsOf = ({ amount, paid, returned, refunds }: AdminPayment): string[] =>
  [amount, paid ?? amount, returned, ...refunds.map((refund) => refund.amount)].map((pence) =>
    (pence / 100).toFixed(2),
  );
