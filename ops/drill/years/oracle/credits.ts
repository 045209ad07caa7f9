// The credits of families, and their ledger.
import { type Booking, type Family, type Lot, refuse } from './things.ts';

export const balanceOf = ({ lots }: Family): number =>
  lots.reduce((sum, { left }) => sum + left, 0);

function post(family: Family, reason: string, change: number): void {
  const sign = change < 0 ? '' : '+';
  family.ledger.push(`${reason} ${sign}${change} = ${balanceOf(family)}`);
}

export function grant(family: Family, reason: string, credits: number, lot: Lot = { left: 0 }) {
  lot.left += credits;
  family.lots.push(lot);
  post(family, reason, credits);
}

/** Takes a credit for a booking, from the oldest lot that has one. */
export function spend(family: Family, reason = 'booking'): Lot {
  const lot = family.lots.find(({ left }) => left > 0) ?? refuse('insufficient_credits');
  lot.left -= 1;
  post(family, reason, -1);
  return lot;
}

/** Takes credits away: those of the lot first, then the oldest. */
export function takeBack(family: Family, first: Lot, credits: number, reason = 'reversal'): void {
  let missing = credits;
  for (const lot of [first, ...family.lots]) {
    const taken = Math.min(lot.left, missing);
    lot.left -= taken;
    missing -= taken;
  }
  post(family, reason, -credits);
}

/** Returns a booking's credit unless that has happened before. Says whether there was one. */
export function returnCredit(booking: Booking, reason = 'refund'): boolean {
  const { lot, family } = booking;
  if (lot === null) return false;
  booking.lot = null;
  lot.left += 1;
  post(family, reason, 1);
  return true;
}

/** Returns it for good: if a refund since the booking found too few credits, it takes this one. */
export function giveBack(booking: Booking, reason?: string): void {
  const { family, madeAt } = booking;
  if (!returnCredit(booking, reason)) return;
  const owing = family.payments.find(({ owed, owedSince }) => owed > 0 && owedSince >= madeAt);
  if (owing === undefined) return;
  owing.owed -= 1;
  owing.taken += 1;
  takeBack(family, owing.lot, 1);
}
