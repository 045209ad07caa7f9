// Converts between instants and UK time. Uses Intl directly: the oracle shares no code with the
// product.

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/London',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** '2026-09-12 09:00:00'. */
const wallClock = (instant: number): string => clock.format(instant);
export const ukDate = (instant: number): string => wallClock(instant).slice(0, 10);
export const ukMonth = (instant: number): string => wallClock(instant).slice(0, 7);

/** The instant of '2026-09-12T09:00' in the United Kingdom. */
export function ukInstant(local: string): number {
  const asUtc = Date.parse(`${local}Z`);
  const summer = asUtc - HOUR;
  return wallClock(summer).slice(0, 16) === local.replace('T', ' ') ? summer : asUtc;
}

export const ukLocal = (instant: number): string =>
  wallClock(instant).slice(0, 16).replace(' ', 'T');

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
}

/** 2026 for 1 September 2026 to 31 August 2027. */
export function schoolYear(instant: number): number {
  const date = ukDate(instant);
  return Number(date.slice(0, 4)) - (date.slice(5) < '09-01' ? 1 : 0);
}

/** The school year that a year is said for: from 1 July it is the coming one. */
export function schoolYearAsSaid(instant: number): number {
  const date = ukDate(instant).slice(5);
  return schoolYear(instant) + (date >= '07-01' && date < '09-01' ? 1 : 0);
}

/** Half past three in the night that comes, when old data is deleted. */
export function nightAfter(instant: number): number {
  const date = ukDate(instant);
  return (
    [date, addDays(date, 1)].map((day) => ukInstant(`${day}T03:30`)).find((at) => at >= instant) ??
    instant
  );
}
