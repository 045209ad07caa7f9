// How long and how many spots are reserved for families that do not pay: with one checkout after
// the other, or many accounts, they would keep a lesson from everybody else.
import { RESERVATION_MINUTES, UNPAID_RESERVATIONS, UNPAID_SHARE } from './limits.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A checkout that kept places and was not paid. Epoch milliseconds. */
export interface UnpaidReservation {
  readonly begun: number;
  /** Null while nobody has let the places go. */
  readonly ended: number | null;
}

/** Since when a checkout has counted that counts at `now`. Both are epoch milliseconds. */
export const unpaidSince = (now: number) => now - DAY_MS;

/**
 * From when on places are kept for the family again (epoch milliseconds), or null when they are at
 * `now`. Each of its `holds` of the last day, the oldest first, counts until it ended, the next one
 * took its places or they lapsed by themselves.
 */
export function keptAgainAt(holds: readonly UnpaidReservation[], now: number): number | null {
  const lengths = holds.map(({ begun, ended }, n) => {
    const replaced = holds[n + 1]?.begun ?? now;
    return Math.min(RESERVATION_MINUTES.kept * MINUTE_MS, replaced - begun, (ended ?? now) - begun);
  });
  let kept = lengths.reduce((sum, length) => sum + length, 0);
  let again: number | null = null;
  for (const [n, { begun }] of holds.entries()) {
    if (kept < UNPAID_RESERVATIONS.minutesADay * MINUTE_MS) break;
    kept -= lengths[n] ?? 0;
    again = begun + DAY_MS;
  }
  return again;
}

/** How many spots of a lesson families that have never paid can reserve at a time. */
export function maxUnpaidReservations(maxStudents: number): number {
  return Math.max(1, Math.floor(maxStudents * UNPAID_SHARE));
}
