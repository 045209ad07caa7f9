// What the tutor reads of a payment: its state, who paid, and what became of the money.
import { creditCount, formatMoney } from '../../domain/payments/credits.ts';
import type { PaymentStatus } from '../../domain/payments/payment.ts';
import { isAsked } from '../../domain/payments/refund-parts.ts';
import {
  type Refund,
  type RefundMaker,
  returnedBy,
  WHY_NOT,
} from '../../domain/payments/refund.ts';
import type { AdminPayment } from '../../domain/payments/tutor-payment.ts';
import { formatDate, formatInstant, ukDate } from '../../domain/time.ts';
import type { BadgeTone } from '../ui/badge.tsx';

/** '3 Dec' of this year, '3 Dec 2025' of another; `now` is epoch milliseconds. */
export function dayWords(instant: string, now: number): string {
  const date = ukDate(Date.parse(instant));
  const year = date.slice(0, 4);
  const day = formatDate(date, 'day');
  return year === ukDate(now).slice(0, 4) ? day : `${day} ${year}`;
}

export const whoPaid = ({ family }: Pick<AdminPayment, 'family'>): string =>
  family?.Parent_Name ?? 'a family that has left';

interface Event {
  /** A sentence. */
  readonly text: string;
  readonly needsAttention: boolean;
  /** What went back, in pence; 0 if nothing did. */
  readonly wentBack: number;
}

/** What a payment began as: 'Paid £140.00 by Sarah Khan, 5 credits.' in its parts. */
interface PaymentStory {
  /** Before the name of the family. */
  readonly before: string;
  /** After it, with the full stop. */
  readonly after: string;
  /** In place of `after`, where the sums and the state stand in columns. */
  readonly short: string;
  /** What became of it. */
  readonly since: readonly Event[];
}

export function storyOf(payment: AdminPayment, now: number): PaymentStory {
  const { refunds, dispute, inquiry, amount, paid, currency } = payment;
  const lost = payment.returned - returnedBy(refunds);
  const since = refunds.map((refund): Event => ({
    text: refundWords(refund, currency, now),
    needsAttention: refund.state !== 'done',
    wentBack: refund.state === 'done' ? refund.amount : 0,
  }));
  const add = (text: string, needsAttention = false, wentBack = 0) =>
    since.push({ text, needsAttention, wentBack });
  const all = formatMoney(paid ?? amount, currency);
  if (inquiry === 'open')
    add(`The bank asks about ${all}${answerWords(payment, now)}. No money has moved.`, true);
  if (inquiry === 'closed' && dispute === null) add("The bank's inquiry is over.");
  if (dispute === 'open') add(`The bank disputes ${all}.`, true);
  if (dispute === 'won') add('The bank decided for you.');
  if (dispute === 'lost')
    add(
      lost > 0
        ? `The bank decided for the family: ${formatMoney(lost, currency)} went back.`
        : 'The bank decided for the family.',
      false,
      Math.max(0, lost),
    );
  return { ...beginningOf(payment), since };
}

/** ' and wants an answer by 28 Nov', where the bank has said so. */
const answerWords = ({ inquiry_due_at: due }: AdminPayment, now: number): string =>
  due === null ? '' : ` and wants an answer by ${dayWords(due, now)}`;

/** What a refund means while the bank asks about the payment; null while it does not. */
export function inquiryAdvice(
  payment: Pick<AdminPayment, 'inquiry' | 'paid' | 'returned' | 'refundable' | 'currency'>,
): string | null {
  const { inquiry, paid, returned, refundable, currency } = payment;
  if (inquiry !== 'open' || paid === null) return null;
  const advice = "Paying it all back ends the bank's inquiry without a fee.";
  const missing = paid - returned - refundable.amount;
  if (missing <= 0) return advice;
  return `${advice} ${formatMoney(missing, currency)} of it cannot be paid back here, because credits of it are used: pay that back in your Stripe dashboard.`;
}

function beginningOf(payment: AdminPayment): Omit<PaymentStory, 'since'> {
  const { status, amount, paid, currency } = payment;
  const credits = creditCount(payment.credits);
  const short = `, ${credits}`;
  if (payment.granted_at === null || paid === null) {
    const due = formatMoney(amount, currency);
    switch (status) {
      case 'failed':
        return { before: `The bank did not accept ${due} from `, after: `, ${credits}.`, short };
      case 'expired':
        return { before: `Nothing was paid by `, after: `: ${credits} for ${due}.`, short };
      case 'mismatched':
        return {
          before: `Not the ${due} that was asked came from `,
          after: `, so the ${credits} were not added.`,
          short: `${short} not added`,
        };
      default:
        return { before: `Waiting for ${due} from `, after: `, ${credits}.`, short };
    }
  }
  if (paid === 0) {
    const before = 'Free with a promotion code for ';
    return { before, after: `, ${credits}.`, short: `${short}, with a promotion code` };
  }
  const less = amount - paid;
  const discount = less > 0 ? `, ${formatMoney(less, currency)} less with a promotion code` : '';
  return {
    before: `Paid ${formatMoney(paid, currency)} by `,
    after: `${short}${discount}.`,
    short: `${short}${discount}`,
  };
}

const makers: Readonly<Record<RefundMaker, string>> = {
  tutor: '',
  family: ", at the family's request",
  provider: ', in Stripe',
};

/** '£56.00 paid back on 3 Dec.' */
function refundWords(refund: Refund, currency: string, now: number): string {
  const { amount, credits, state, by, created_at } = refund;
  const money = formatMoney(amount, currency);
  const day = dayWords(created_at, now);
  switch (state) {
    case 'done':
      return `${money} paid back on ${day}${makers[by]}.`;
    case 'asked':
      return `${money} is to be paid back since ${day}${makers[by]}. Stripe has not answered yet; the server keeps asking.`;
    case 'failed':
      return `${money} could not be paid back on ${day}${makers[by]}. Stripe refused${credits === 0 ? '.' : `; ${credits === 1 ? 'the credit is' : 'the credits are'} back.`}`;
  }
}

interface State {
  readonly label: string;
  readonly tone: BadgeTone;
}

const states: Readonly<Record<PaymentStatus, State>> = {
  pending: { label: 'Pending', tone: 'plain' },
  paid: { label: 'Paid', tone: 'positive' },
  failed: { label: 'Failed', tone: 'plain' },
  expired: { label: 'Not paid', tone: 'plain' },
  refunded: { label: 'Paid back', tone: 'plain' },
  mismatched: { label: 'Amount differs', tone: 'negative' },
};

/** The state of a payment in a word or two; what needs a look comes first. */
export function stateOf({
  status,
  dispute,
  inquiry,
  refunds,
  returned,
  paid,
}: AdminPayment): State {
  if (dispute === 'open') return { label: 'Disputed', tone: 'negative' };
  if (inquiry === 'open') return { label: 'Inquiry', tone: 'caution' };
  if (refunds.some(isAsked)) return { label: 'Paying back', tone: 'caution' };
  if (status === 'paid' && refunds.at(-1)?.state === 'failed')
    return { label: 'Not paid back', tone: 'negative' };
  if (status === 'paid' && returned > 0 && returned < (paid ?? 0))
    return { label: 'Part paid back', tone: 'plain' };
  return states[status];
}

/** Why nothing of a payment can be refunded; null if something can. */
export function whyNotRefundable(
  payment: Pick<AdminPayment, 'granted_at' | 'paid' | 'dispute' | 'refundable'>,
): string | null {
  if (payment.refundable.credits > 0) return null;
  if (payment.granted_at === null) return WHY_NOT.notGranted;
  if (payment.paid === 0) return WHY_NOT.free;
  return payment.dispute === 'open' ? WHY_NOT.disputed : WHY_NOT.nothingLeft;
}

const CSV_HEADER = [
  'Date',
  'Family',
  'Credits',
  'Price',
  'Paid',
  'Returned',
  'Kept',
  'Currency',
  'State',
  'Credits returned',
  'What became of it',
  'Invoice',
  'Stripe session',
  'Payment',
];

const plain = (pence: number) => (pence / 100).toFixed(2);

/** The payments as rows of an exported table, under their header; times are UK time. */
export function toRows(payments: readonly AdminPayment[], now: number): string[][] {
  return [
    CSV_HEADER,
    ...payments.map((payment) => [
      formatInstant(payment.created_at),
      payment.family?.Parent_Name ?? '',
      String(payment.credits),
      plain(payment.amount),
      payment.paid === null ? '' : plain(payment.paid),
      plain(payment.returned),
      payment.paid === null ? '' : plain(Math.max(0, payment.paid - payment.returned)),
      payment.currency.toUpperCase(),
      stateOf(payment).label,
      String(payment.returned_credits),
      storyOf(payment, now)
        .since.map(({ text }) => text)
        .join(' '),
      payment.invoice ?? '',
      payment.session_id ?? '',
      payment.id,
    ]),
  ];
}

const monthFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  month: 'long',
  year: 'numeric',
});

/** 'December 2026', for '2026-12'. */
export const monthWords = (month: string): string => monthFormat.format(Date.parse(`${month}-01`));
