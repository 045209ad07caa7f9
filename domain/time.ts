// UK dates and clock times. Dates are 'YYYY-MM-DD', times 'HH:MM:SS', instants ISO 8601 UTC, `now`
// epoch milliseconds.

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** Not for UK dates: two of their days in a year are an hour longer or shorter. */
export const DAY_MS = 24 * HOUR_MS;

export const UK = 'Europe/London';

let ukClock: Intl.DateTimeFormat | undefined;

/** What clocks and calendars in the United Kingdom show at an instant: '2026-11-21T09:05'. */
function readUkClock(instant: number): string {
  // Some browsers lack Temporal. In the others it replaces the first Intl formatter of a page,
  // which takes Chromium 15 to 30 ms on a desktop.
  if ('Temporal' in globalThis)
    return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(UK).toString();
  ukClock ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: UK,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  // Order and punctuation depend on the engine, the parts do not.
  const { year, month, day, hour, minute } = Object.fromEntries(
    ukClock.formatToParts(instant).map(({ type, value }) => [type, value]),
  );
  return `${year}-${month}-${day}T${hour}:${minute}`;
}

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

/** 'HH:MM' in the United Kingdom at an instant. */
export function ukTime(instant: number): string {
  return readUkClock(instant).slice(11, 16);
}

/** The date in the United Kingdom at an instant. */
export function ukDate(instant: number): string {
  return readUkClock(instant).slice(0, 10);
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

const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/**
 * A UK date in words. `long`: 'Saturday 21 November 2026', `short`: 'Sat 21 Nov', `day`: '21 Nov',
 * `weekday`: 'Saturday'. September is 'Sept'.
 */
export function formatDate(date: string, style: 'long' | 'short' | 'day' | 'weekday'): string {
  const [year, month, day] = date.split('-').map(Number);
  const weekdayName = WEEKDAYS[weekday(date) - 1] ?? '';
  const monthName = MONTHS[(month ?? 0) - 1] ?? '';
  if (style === 'weekday') return weekdayName;
  if (style === 'long') return `${weekdayName} ${day} ${monthName} ${year}`;
  const dayAndMonth = `${day} ${monthName.slice(0, month === 9 ? 4 : 3)}`;
  return style === 'day' ? dayAndMonth : `${weekdayName.slice(0, 3)} ${dayAndMonth}`;
}

/** A UK date and time in words: 'Saturday 21 November 2026 at 09:00 UK time'. */
export function formatUkTime(date: string, time: string): string {
  return `${formatDate(date, 'long')} at ${shortTime(time)} UK time`;
}

/** An instant (epoch milliseconds) in words: 'Saturday 21 November 2026 at 09:00 UK time'. */
export const formatUkInstant = (instant: number): string =>
  formatUkTime(ukDate(instant), ukTime(instant));

/** An instant as UK day/month/year with hour and minute: '21/11/2026, 09:05'. */
export function formatInstant(instant: string): string {
  const [year, month, day, hour, minute] = readUkClock(Date.parse(instant)).split(/\D/);
  return `${day}/${month}/${year}, ${hour}:${minute}`;
}

/** Formats an instant in epoch milliseconds as ISO 8601 UTC. */
export const toIso = (instant: number): string => new Date(instant).toISOString();
