// Emails about refunds that were asked for here: to the parents once it is done, and to the tutor,
// and parents who wait for it, if it has failed.
import { paths } from '../../../domain/paths.ts';
import { creditCount, formatMoney } from '../../../domain/payments/credits.ts';
import { compose, type Recipient, signedBy, toPerson } from '../../email/compose.ts';
import { button, headline } from '../../email/content.ts';
import type { Email } from '../../email/queue.ts';

interface ReportedRefund {
  readonly id: string;
  readonly credits: number;
  /** In minor units of `currency`. */
  readonly amount: number;
  readonly currency: string;
}

interface FailedRefund extends ReportedRefund {
  /** Whether the provider had reported it as done before. */
  wasDone: boolean;
}

/**
 * To a parent: the provider has returned the money. `by` is the admin who asked for that; null for
 * the family itself.
 */
export function refundedEmail(
  { id, credits, amount, currency }: ReportedRefund,
  to: Recipient,
  by: string | null,
): Email {
  const money = formatMoney(amount, currency);
  const message = toPerson(`refunded:${id}`, to, 'Your refund', [
    headline`${money} is on its way back to your card`,
    `${by === null ? 'We have' : `${by} has`} taken ${creditCount(credits)} out of your account and returned the money. Your bank usually shows it within 5 to 10 days.`,
    button('View your payments', paths.accountPayments),
  ]);
  return by === null ? message : signedBy(by, message);
}

/** How many characters of the provider's reason an email says. */
const REASON_MAX = 300;

/** The provider's words as one line of plain text; empty if it has given none. */
const onOneLine = (reason: string | null): string =>
  (reason ?? '')
    .slice(0, REASON_MAX)
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim();

/** A refund in the dashboard, or a lost dispute, may claim the credits of one that has failed. */
const creditsWords = (credits: number, account: string): string => {
  const [are, them] = credits === 1 ? ['is', 'it'] : ['are', 'them'];
  return `The refund's ${creditCount(credits)} ${are} back in ${account}, unless the money for ${them} went back in another way.`;
};

/** To a parent: the provider could not return the money, or it has come back. */
export function refundNotPossibleEmail(
  { id, credits, amount, currency, wasDone }: FailedRefund,
  to: Recipient,
): Email {
  const money = formatMoney(amount, currency);
  const moved = wasDone
    ? 'We told you that it was on its way, but it has come back to us.'
    : 'Our payment provider could not send the money.';
  // A refund that failed without an answer may turn out to be done, and then fail again.
  const cause = wasDone ? `refund-came-back:${id}` : `refund-not-possible:${id}`;
  return toPerson(cause, to, 'Your refund has failed', [
    headline`${money} could not go back to your card`,
    `${moved} ${creditsWords(credits, 'your account')}`,
    'If you would rather have the money than the credits, please reply to this email.',
    button('View your payments', paths.accountPayments),
  ]);
}

/** To an admin: the provider could not return the money. `reason` is why, in its own words. */
export function refundFailedEmail(
  { id, credits, amount, currency, wasDone }: FailedRefund,
  paymentId: string,
  adminEmail: string,
  reason: string | null,
): Email {
  const money = formatMoney(amount, currency);
  const why = onOneLine(reason);
  const moved = wasDone
    ? 'The money was on its way to the family, but has come back to Stripe.'
    : 'No money has reached the family.';
  return compose(`refund-failed:${id}:${adminEmail}`, adminEmail, 'A refund was not possible', [
    headline`Stripe could not return ${money}`,
    ...(why === '' ? [] : [`Stripe says: ${why}`]),
    `${moved} ${creditsWords(credits, "the family's account")}`,
    `${
      why === ''
        ? 'Your Stripe dashboard says why; before you return the money in another way, look there'
        : 'Before you return the money in another way, look in your Stripe dashboard'
    } whether it went back already.`,
    `Payment: ${paymentId}.`,
  ]);
}
