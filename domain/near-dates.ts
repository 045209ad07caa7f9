// Dates in lists and sentences: without the year where it is this one.
import { formatDate, ukDate, ukTime } from './time.ts';

/** A UK date as 'Sat 28 Nov', with the year where `today` is in another: 'Sun 3 Jan 2027'. */
export function formatNear(date: string, today: string): string {
  const [year, near] = [date.slice(0, 4), formatDate(date, 'short')];
  return year === today.slice(0, 4) ? near : `${near} ${year}`;
}

/** An instant likewise: 'Sat 28 Nov, 09:05'. Both are epoch milliseconds. */
export const formatWhen = (instant: number, now: number): string =>
  `${formatNear(ukDate(instant), ukDate(now))}, ${ukTime(instant)}`;

const DATE =
  /\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:t?(?: \d{4})?\b|[a-z]+)/g;

/**
 * A text without line breaks inside its dates. Of a long date only the day and the month stay
 * together: in large text a phone is narrower than all of it.
 */
export const unbroken = (text: string): string =>
  text.replaceAll(DATE, (date) => date.replaceAll(' ', '\u00A0'));
