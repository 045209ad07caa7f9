// The emails about payments, refunds and disputes, with sample data.
import * as disputes from '../server/payments/disputes/dispute-emails.ts';
import * as payments from '../server/payments/emails.ts';
import * as refunds from '../server/payments/refunds/emails.ts';
import { acting, dispute, NOW, payment, refund } from './email-facts.ts';
import { ADMIN, castOf, sample, type TypedWords, variant } from './email-samples.ts';

export function paymentEmailsOf(typed: TypedWords) {
  const { parent } = castOf(typed);
  return [
    sample(
      payments.receiptEmail,
      { ...payment, paid: 14_000, invoice: '2026-0001', issued_at: NOW, lessons: [], clashes: [] },
      parent,
      5,
    ),
    variant(
      'with a promotion code',
      payments.receiptEmail,
      { ...payment, paid: 12_600, invoice: '2026-0001', issued_at: NOW, lessons: [], clashes: [] },
      parent,
      5,
    ),
    sample(
      payments.paymentMismatchEmail,
      payment,
      { amount: 100, currency: 'gbp', session: 'cs_sample' },
      ADMIN,
    ),
    sample(payments.paymentWithoutAccountEmail, payment, ADMIN),
    sample(payments.refundShortfallEmail, 'cs_sample', 5, 2, ADMIN),
    sample(refunds.refundedEmail, refund, parent, acting.by),
    sample(
      refunds.refundFailedEmail,
      { ...refund, wasDone: false },
      payment.id,
      ADMIN,
      'Charge ch_sample has been charged back; cannot issue a refund.',
    ),
    variant(
      'after it was done',
      refunds.refundFailedEmail,
      { ...refund, wasDone: true },
      payment.id,
      ADMIN,
      null,
    ),
    sample(refunds.refundNotPossibleEmail, { ...refund, wasDone: false }, parent),
    variant(
      'after it was done',
      refunds.refundNotPossibleEmail,
      { ...refund, wasDone: true },
      parent,
    ),
    sample(disputes.disputeOpenedEmail, dispute, payment, ADMIN),
    sample(
      disputes.disputeClosedEmail,
      dispute,
      payment,
      { outcome: 'lost', wasLost: false },
      ADMIN,
    ),
    sample(disputes.inquiryOpenedEmail, dispute, payment, ADMIN),
    sample(disputes.inquiryClosedEmail, dispute, payment, ADMIN),
    sample(disputes.unknownStateEmail, dispute, payment, ADMIN),
    sample(disputes.disputeAppealedEmail, dispute, payment, ADMIN),
  ];
}
