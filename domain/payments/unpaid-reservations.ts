// Limits on how long and how many spots are reserved for families that do not pay. Repeated
// checkouts or many accounts could otherwise block a lesson for everybody else.
import { RESERVATION_MINUTES } from '../lessons/booking.ts';
import { DAY_MS, MINUTE_MS } from '../time.ts';

/** How long in any 24 hours spots are reserved for a family that does not pay for them. */
export const UNPAID_RESERVATIONS = { minutesADay: 120 } as const;
/** The share of a lesson that families who have never paid can reserve; at least one spot. */
const UNPAID_SHARE = 1 / 2;

/** A checkout that reserved spots and was not paid. Epoch milliseconds. */
export interface UnpaidReservation {
  readonly begun: number;
  /** Null until its spots are released. */
  readonly ended: number | null;
}

/** The start of the period that counts at `now`. Both are epoch milliseconds. */
export const unpaidSince = (now: number) => now - DAY_MS;

/**
 * When the family can reserve spots again (epoch milliseconds), or null if it can at `now`. Each of
 * its `reservations` of the last day, oldest first, counts until it ended, until the next one
 * replaced it, or until it expired.
 */
export function reservableAgainAt(reservations: UnpaidReservation[], now: number): number | null {
  const lengths = reservations.map(({ begun, ended }, index) => {
    const replaced = reservations[index + 1]?.begun ?? now;
    return Math.min(
      RESERVATION_MINUTES.untilExpiry * MINUTE_MS,
      replaced - begun,
      (ended ?? now) - begun,
    );
  });
  let reserved = lengths.reduce((sum, length) => sum + length, 0);
  let again: number | null = null;
  for (const [index, { begun }] of reservations.entries()) {
    if (reserved < UNPAID_RESERVATIONS.minutesADay * MINUTE_MS) break;
    reserved -= lengths[index] ?? 0;
    again = begun + DAY_MS;
  }
  return again;
}

/** How many spots of a lesson families that have never paid can reserve at a time. */
export function maxUnpaidReservations(maxStudents: number): number {
  return Math.max(1, Math.floor(maxStudents * UNPAID_SHARE));
}
