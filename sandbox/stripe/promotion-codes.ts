// Promotion codes that a buyer can enter on the checkout page, and what they take off.
import type { Stripe } from 'stripe';

import { formatMoney } from '../../domain/payments/credits.ts';
import { StripeFailure } from './failure.ts';
import type { Session } from './objects.ts';

/** In Stripe they are made in the dashboard; these are always there. */
const coupons = [
  { code: 'TENOFF', percent_off: 10, amount_off: null, currency: null },
  { code: 'FIVER', percent_off: null, amount_off: 500, currency: 'gbp' },
  { code: 'FREE', percent_off: 100, amount_off: null, currency: null },
] as const satisfies readonly (Pick<Stripe.Coupon, 'percent_off' | 'amount_off' | 'currency'> & {
  readonly code: string;
})[];

export const CODES: readonly string[] = coupons.map(({ code }) => code);

/** Stripe's least charge, in minor units; less than that must be nothing. */
const LEAST_CHARGE = 30;

/** Applies a code to an open session, in place of an earlier one. Throws a StripeFailure. */
export function applyCode(session: Session, entered: string): void {
  if (session.allow_promotion_codes !== true)
    throw new StripeFailure(400, 'This checkout accepts no promotion codes.');
  const typedCode = entered.trim().toUpperCase();
  const coupon = coupons.find(({ code }) => code === typedCode);
  if (coupon === undefined || (coupon.currency ?? session.currency) !== session.currency)
    throw new StripeFailure(400, 'This code is invalid.');
  const { amount_subtotal: subtotal } = session;
  const off = coupon.amount_off ?? Math.round((subtotal * coupon.percent_off) / 100);
  const discount = Math.min(off, subtotal);
  const total = subtotal - discount;
  if (total > 0 && total < LEAST_CHARGE)
    throw new StripeFailure(400, `Less than ${formatMoney(LEAST_CHARGE)} cannot be paid by card.`);
  session.amount_total = total;
  session.total_details.amount_discount = discount;
  session.discounts = [{ coupon: null, promotion_code: `promo_${coupon.code}` }];
}
