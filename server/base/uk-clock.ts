// UK wall-clock time as instants. Temporal knows both clock changes; browsers get the result.
export const UK = 'Europe/London';

/**
 * Epoch milliseconds of a UK date and time. A time skipped by the clock change moves one hour
 * later; a repeated one is the earlier of the two (Temporal's 'compatible').
 */
export function startsAt(date: string, time: string): number {
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(UK).epochMilliseconds;
}
