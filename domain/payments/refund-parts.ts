// Some of the credits that can be refunded: how many may be chosen, and the money for them, as the
// dialogs say it before the server is asked.
import * as z from 'zod/mini';

import { creditCount } from './credits.ts';
import { newRefundSchema, type Refund, type Refundable, refundAmount } from './refund.ts';

/** A paid payment, as far as its dialogs go. */
export interface PaymentInParts {
  readonly credits: number;
  /** What was paid, in minor units. */
  readonly paid: number;
  /** Credits taken back so far, including those of refunds that are asked for. */
  readonly takenBack: number;
  /** What can be refunded at most. */
  readonly refundable: Refundable;
}

/**
 * The money for `credits` of the refundable ones. What was returned so far follows from the money
 * for all of them: a family's payment does not say what lost disputes have returned.
 */
export function amountFor(payment: PaymentInParts, credits: number): number {
  const { refundable } = payment;
  const worth = refundAmount({ ...payment, returned: 0 }, refundable.credits);
  return refundAmount({ ...payment, returned: worth - refundable.amount }, credits);
}

/** Whether the provider has not decided about a refund yet. */
export const isAsked = ({ state }: Pick<Refund, 'state'>): boolean => state === 'asked';

/** '3 of 5 credits can be refunded' */
export const leftWords = ({ credits, refundable }: PaymentInParts, verb: string): string =>
  `${refundable.credits} of ${creditCount(credits)} can be ${verb}`;

/** Accepts as many credits as are left. */
export const chosenCredits = (payment: PaymentInParts, verb: string) =>
  z.object({
    credits: newRefundSchema.shape.credits.check(
      z.maximum(payment.refundable.credits, { error: leftWords(payment, verb) }),
    ),
  });
