// UK dates and clock times. Dates are 'YYYY-MM-DD', times 'HH:MM:SS', instants ISO 8601 UTC, `now`
// epoch milliseconds.

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** Not for UK dates: two of their days in a year are an hour longer or shorter. */
export const DAY_MS = 24 * HOUR_MS;

const UK = 'Europe/London';

const ukDateFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: UK,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

function utcMidnight(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** Whether the text is an existing date, written YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const midnight = utcMidnight(text);
  // JavaScript reads the 30th of February as the 2nd of March.
  return new Date(midnight).getUTCDate() === Number(text.slice(-2));
}

/** Whether the text is a time of day written HH:MM:SS. */
export function isClockTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text);
}

const ukTimeFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: UK,
  hour: '2-digit',
  minute: '2-digit',
});

/** 'HH:MM' in the United Kingdom at an instant. */
export function ukTime(instant: number): string {
  return ukTimeFormat.format(instant);
}

/** The date in the United Kingdom at an instant. */
export function ukDate(instant: number): string {
  return ukDateFormat.format(instant);
}

export function addDays(date: string, days: number): string {
  return new Date(utcMidnight(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whole days from one date to another; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((utcMidnight(to) - utcMidnight(from)) / DAY_MS);
}

/** ISO weekday: Monday is 1, Sunday 7. */
export function weekday(date: string): number {
  return new Date(utcMidnight(date)).getUTCDay() || 7;
}

/** The Monday of the week that contains the date. */
export function mondayOf(date: string): string {
  return addDays(date, 1 - weekday(date));
}

/** The seven dates of a week that starts on `monday`. */
export function weekDates(monday: string): string[] {
  return Array.from({ length: 7 }, (_, day) => addDays(monday, day));
}

/** 'HH:MM' of an 'HH:MM:SS'. */
export function shortTime(time: string): string {
  return time.slice(0, 5);
}

const dateFormats = {
  /** Saturday 21 November 2026 */
  long: new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }),
  /** Sat 21 Nov */
  short: new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  }),
  /** 21 Nov */
  day: new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' }),
  weekday: new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'long' }),
} as const;

/** A UK date in words, without commas. */
export function formatDate(date: string, style: keyof typeof dateFormats): string {
  return dateFormats[style].format(utcMidnight(date)).replaceAll(',', '');
}

/** A UK date and time in words: 'Saturday 21 November 2026 at 09:00 UK time'. */
export function formatUkTime(date: string, time: string): string {
  return `${formatDate(date, 'long')} at ${shortTime(time)} UK time`;
}

/** An instant (epoch milliseconds) in words: 'Saturday 21 November 2026 at 09:00 UK time'. */
export const formatUkInstant = (instant: number): string =>
  formatUkTime(ukDate(instant), ukTime(instant));

const instantFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: UK,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** An instant as UK day/month/year with hour and minute: '21/11/2026, 09:05'. */
export function formatInstant(instant: string): string {
  return instantFormat.format(Date.parse(instant));
}

/** Formats an instant in epoch milliseconds as ISO 8601 UTC. */
export const toIso = (instant: number): string => new Date(instant).toISOString();
