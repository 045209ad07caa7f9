// Emails about payments, to families and to the tutor.
import { type Clash, clashNames } from '../../domain/lessons/student-day.ts';
import { invoicePath, paths } from '../../domain/paths.ts';
import { creditCount, formatMoney, lessonCredits } from '../../domain/payments/credits.ts';
import { type PaidLesson, unbookedWords } from '../../domain/payments/payment.ts';
import { RETURN_DAYS } from '../../domain/payments/refund.ts';
import { addDays, formatDate, ukDate, ukTime } from '../../domain/time.ts';
import { compose, type Recipient, toPerson } from '../email/compose.ts';
import {
  button,
  facts,
  headline,
  link,
  page,
  type Paragraph,
  prose,
  seller,
  small,
} from '../email/content.ts';
import type { Email } from '../email/queue.ts';
import { paidOf } from './locked-payment.ts';

/**
 * `issued_at` is the invoice's instant. `sending` is 0 for the first receipt and differs each time
 * the receipt is resent.
 */
export function receiptEmail(
  payment: {
    id: string;
    /** The invoice number. */
    invoice: string;
    credits: number;
    /** The price, in minor units of `currency`. */
    amount: number;
    /** What was paid of it. */
    paid: number | null;
    currency: string;
    issued_at: number;
    lessons: PaidLesson[];
    clashes: Clash[];
  },
  to: Recipient,
  balance: number,
  sending = 0,
): Email {
  const cause = sending === 0 ? `receipt:${payment.id}` : `receipt:${payment.id}:${sending}`;
  const { amount, currency } = payment;
  const paid = paidOf(payment);
  return toPerson(cause, to, `Receipt: ${creditCount(payment.credits)}`, [
    paid === 0
      ? headline`Thank you: your promotion code has paid for everything`
      : headline`Thank you: ${formatMoney(paid, currency)} has arrived`,
    `You now have ${creditCount(balance)} in your account.`,
    ...payment.lessons.map((lesson) => outcomeOf(lesson, payment.clashes)),
    facts(
      { label: 'Invoice', value: payment.invoice },
      { label: 'Date of payment', value: formatDate(ukDate(payment.issued_at), 'long') },
      { label: 'Bought', value: lessonCredits(payment.credits) },
      ...(paid === amount
        ? []
        : [
            { label: 'Price', value: formatMoney(amount, currency) },
            { label: 'Promotion code', value: `−${formatMoney(amount - paid, currency)}` },
          ]),
      {
        label: paid === 0 ? 'To pay' : 'Paid by card',
        value: formatMoney(paid, currency),
        isTotal: true,
      },
    ),
    button('View the invoice', invoicePath(payment.id)),
    prose`${link('Book your lessons', paths.familyHome)}`,
    returnWords(paid, payment.issued_at),
    small(prose`Sold by:\n${seller}\n${page(paths.home)}\nPayment reference: ${payment.id}`),
  ]);
}

/** Until when the credits can be returned; a free payment has nothing to give back. */
function returnWords(paid: number, issuedAt: number): Paragraph {
  const terms = link('Read the terms', paths.terms);
  if (paid === 0) return prose`${terms}`;
  const last = formatDate(addDays(ukDate(issuedAt), RETURN_DAYS), 'long');
  return prose`Have you changed your mind? Until the end of ${last} you can return the credits that you have not used, without giving a reason. ${terms}`;
}

/** The outcome of one lesson that was paid for. */
function outcomeOf(
  { Lesson_ID: id, Lesson_Name: lessonName, Lesson_Starts_At: lessonStartsAt, ...one }: PaidLesson,
  all: Clash[],
): string {
  const { state, reason } = one;
  const clashes = all.filter((clash) => clash.Lesson_ID === id);
  const starts = Date.parse(lessonStartsAt);
  const lesson = `"${lessonName}" on ${formatDate(ukDate(starts), 'long')} at ${ukTime(starts)} UK time`;
  if (state === 'booked' || reason === null)
    return `Booked: ${lesson}.${clashes.length === 0 ? '' : ` It overlaps with ${clashNames(clashes)}.`}`;
  return `Not booked: ${lesson}, because ${unbookedWords[reason]}. Its credit is in your account.`;
}

/** To an admin: what was paid is not what had been asked for. Amounts are in minor units. */
export function paymentMismatchEmail(
  payment: { id: string; amount: number; currency: string },
  paid: { amount: number | null; currency: string | null; session: string },
  adminEmail: string,
): Email {
  const cause = `mismatch:${payment.id}:${adminEmail}`;
  return compose(cause, adminEmail, 'A payment does not match what was asked', [
    headline`No credits were added`,
    `Checkout session ${paid.session} was paid with ${paid.amount ?? 'no amount'} ${paid.currency ?? ''} (minor units), but ${payment.amount} ${payment.currency} had been asked for.`,
    `Payment: ${payment.id}. Please look at this payment in your Stripe dashboard.`,
  ]);
}

/**
 * A family paid, then deleted its account before Stripe reported the payment. Only a person can
 * refund the money.
 */
export function paymentWithoutAccountEmail(
  payment: { id: string; credits: number },
  adminEmail: string,
): Email {
  return compose(
    `no-account:${payment.id}:${adminEmail}`,
    adminEmail,
    'A payment arrived for a deleted account',
    [
      headline`Please refund it`,
      `${creditCount(payment.credits)} were paid for, but the account had gone by then. You can refund the payment in your Stripe dashboard.`,
      `Payment: ${payment.id}.`,
    ],
  );
}

/**
 * To an admin: the refund of a payment found too few credits. `refunded` is the money returned so
 * far, in minor units.
 */
export function refundShortfallEmail(
  paymentId: string,
  refunded: number,
  missing: number,
  adminEmail: string,
): Email {
  const cause = `shortfall:${paymentId}:${refunded}:${adminEmail}`;
  return compose(cause, adminEmail, 'A refund exceeds the credits left', [
    headline`${creditCount(missing)} had already been spent`,
    `Credits that come back from lessons booked until now are taken first; credits bought later are left alone.`,
    `Payment: ${paymentId}.`,
  ]);
}
