// Emails about refunds that were asked for here: to the parents once it is done, to the tutor if it
// has failed.
import { paths } from '../../../domain/paths.ts';
import { creditCount, formatMoney } from '../../../domain/payments/credits.ts';
import { compose, type Recipient, toPerson } from '../../email/compose.ts';
import { button, headline } from '../../email/content.ts';
import type { Email } from '../../email/queue.ts';

interface Refund {
  readonly id: string;
  readonly credits: number;
  /** In minor units of `currency`. */
  readonly amount: number;
  readonly currency: string;
}

/** To a parent: the provider has returned the money. */
export function refundedEmail({ id, credits, amount, currency }: Refund, to: Recipient): Email {
  const money = formatMoney(amount, currency);
  return toPerson(`refunded:${id}`, to, `Refund: ${money}`, [
    headline`${money} is on its way back to your card`,
    `We have taken ${creditCount(credits)} out of your account and returned the money. Your bank usually shows it within 5 to 10 days.`,
    button('View your payments', paths.accountPayments),
  ]);
}

/** To an admin: the provider could not return the money. */
export function refundFailedEmail(
  { id, credits, amount, currency }: Refund,
  paymentId: string,
  adminEmail: string,
): Email {
  const money = formatMoney(amount, currency);
  return compose(
    `refund-failed:${id}:${adminEmail}`,
    adminEmail,
    `A refund of ${money} was not possible`,
    [
      headline`Stripe could not return ${money}`,
      `No money has moved, and its ${creditCount(credits)} were not taken. Your Stripe dashboard says why; before you return the money in another way, look there whether it went back already.`,
      `Payment: ${paymentId}.`,
    ],
  );
}
