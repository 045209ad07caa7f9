// UK wall-clock time as instants. Temporal knows both clock changes; browsers get the result.
export const UK = 'Europe/London';

/**
 * Epoch milliseconds of a UK date and time. A time that the clock change skips counts as one hour
 * later, a repeated one as the earlier (Temporal's 'compatible').
 */
export function startsAt(date: string, time: string): number {
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(UK).epochMilliseconds;
}
