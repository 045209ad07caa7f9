// Some of the credits that can be refunded: how many may be chosen, and the money for them, as the
// dialogs say it before the server is asked.
import * as z from 'zod/mini';

import { creditCount } from './credits.ts';
import { newRefundSchema, type Refund, type Refundable } from './refund.ts';

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

/** The money for `credits` of the refundable ones: what `refundAmount` says on the server. */
export function amountFor(payment: PaymentInParts, credits: number): number {
  const worth = (more: number) =>
    Math.floor((payment.paid * (payment.takenBack + more)) / payment.credits);
  const { refundable } = payment;
  return refundable.amount - worth(refundable.credits) + worth(credits);
}

/** Whether the provider has not decided about a refund yet. */
export const isAsked = ({ state }: Pick<Refund, 'state'>): boolean => state === 'asked';

/** The credits that these refunds have taken back. */
export const takenBackBy = (refunds: readonly Refund[]): number =>
  refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((total, { credits }) => total + credits, 0);

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
