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

/** How many characters of the provider's reason an email says. */
const REASON_MAX = 300;

/** The provider's words as one line of plain text; empty if it has given none. */
const onOneLine = (reason: string | null): string =>
  (reason ?? '')
    .slice(0, REASON_MAX)
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim();

/** To an admin: the provider could not return the money. `reason` is why, in its own words. */
export function refundFailedEmail(
  { id, credits, amount, currency }: Refund,
  paymentId: string,
  adminEmail: string,
  reason: string | null,
): Email {
  const money = formatMoney(amount, currency);
  const why = onOneLine(reason);
  return compose(
    `refund-failed:${id}:${adminEmail}`,
    adminEmail,
    `A refund of ${money} was not possible`,
    [
      headline`Stripe could not return ${money}`,
      ...(why === '' ? [] : [`Stripe says: ${why}`]),
      `No money has moved, and its ${creditCount(credits)} were not taken. ${
        why === ''
          ? 'Your Stripe dashboard says why; before you return the money in another way, look there'
          : 'Before you return the money in another way, look in your Stripe dashboard'
      } whether it went back already.`,
      `Payment: ${paymentId}.`,
    ],
  );
}
