// What a family reads about returning the credits of a payment.
import { creditCount, formatMoney } from '../../domain/payments/credits.ts';
import { type FamilyPayment, type Refund, RETURN_DAYS } from '../../domain/payments/refund.ts';
import { addDays, DAY_MS, formatDate, ukDate } from '../../domain/time.ts';

/** After this many days the money is certainly there. */
const CARD_DAYS_MAX = 10;

/** How long the card takes. */
export const BANK_WORDS = 'Your bank usually shows it within 5 to 10 days.';

/** The last UK day for a return, of an instant at its end. */
export const lastDayOf = (returnable_until: string): string =>
  ukDate(Date.parse(returnable_until) - 1);

/** 'Wed 9 Dec 2026' */
const shortDay = (date: string): string => `${formatDate(date, 'short')} ${date.slice(0, 4)}`;

/** The 14th day after a payment of this instant, ISO 8601. */
export const returnDay = (issued_at: string): string =>
  addDays(ukDate(Date.parse(issued_at)), RETURN_DAYS);

type Offer = Pick<FamilyPayment, 'refundable' | 'returnable_until' | 'currency'>;

/** Whether credits can be returned now; `now` is epoch milliseconds. */
export const isReturnable = ({ refundable, returnable_until }: Offer, now: number): boolean =>
  refundable.credits > 0 && now < Date.parse(returnable_until);

/** What can be returned and until when, or why nothing can. */
export function offerWords(payment: Offer, now: number): string {
  const { refundable, currency, returnable_until } = payment;
  const day = shortDay(lastDayOf(returnable_until));
  if (now >= Date.parse(returnable_until)) return `Credits could be returned until ${day}.`;
  if (refundable.credits === 0) return 'No credits of it are left to return.';
  return `You can return ${creditCount(refundable.credits)} for ${formatMoney(refundable.amount, currency)} until ${day}.`;
}

/** '£28.00 is on its way back to your card.' */
export function refundWords(refund: Refund, currency: string, now: number): string {
  const { amount, credits, state, created_at } = refund;
  const money = formatMoney(amount, currency);
  const day = shortDay(ukDate(Date.parse(created_at)));
  if (state === 'failed')
    return `${money} could not be returned to your card on ${day}. ${credits === 1 ? 'The credit is' : 'The credits are'} back in your balance.`;
  const isNew = now < Date.parse(created_at) + CARD_DAYS_MAX * DAY_MS;
  return isNew || state === 'asked'
    ? `${money} is on its way back to your card. ${BANK_WORDS}`
    : `${money} went back to your card on ${day}.`;
}
