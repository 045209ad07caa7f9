// Finds payments by what a tutor remembers of them: the parent's name, the invoice's number, the
// checkout session's id, or an amount.
import type { AdminPayment } from './tutor-payment.ts';

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
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return payments;
  const amount = AMOUNT.test(wanted) ? wanted.replaceAll(/[£$€,]/gu, '') : null;
  return payments.filter(
    (payment) =>
      textsOf(payment).some((text) => text.toLowerCase().includes(wanted)) ||
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
