// The instants covered by the dates of a list, and the default window of each kind of list.
import { ACTIVITY_WINDOW_DAYS_BACK } from '../../domain/activity.ts';
import { PAYMENT_DAYS } from '../../domain/payments/tutor-payment.ts';
import { ukDate } from '../../domain/time.ts';
import {
  type Dates,
  type DateWindow,
  BOOKING_WINDOW_DAYS_BACK,
  LESSON_WINDOW_DAYS,
} from '../../domain/window.ts';
import { cacheResults } from './cache-results.ts';

/**
 * How many days back a calendar feed reaches, and how often calendar programs should refresh it.
 */
export const CALENDAR_FEED = { daysBack: 60, refreshHours: 1 } as const;

/** Instants from `from` up to but not including `until`; null is unbounded. */
export interface InstantWindow {
  readonly from: number;
  readonly until: number | null;
  /** The caller named no dates, so lists add lessons further ahead. */
  readonly isDefault: boolean;
}

/** A window with an end. */
export interface LessonWindow extends InstantWindow {
  readonly until: number;
}

interface Day {
  readonly from: number;
  readonly until: number;
}

/** The instants of a UK date. */
const dayOf = cacheResults((date: string): Day => {
  const plain = Temporal.PlainDate.from(date);
  const midnight = (each: Temporal.PlainDate) => each.toZonedDateTime(UK).epochMilliseconds;
  return { from: midnight(plain), until: midnight(plain.add({ days: 1 })) };
});

/** Unlike `addDays`, also works beyond the year 9999, where the end of a list may be. */
const shift = (date: string, days: number) =>
  Temporal.PlainDate.from(date).add({ days }).toString();

/** The instants of the inclusive dates, with the product's defaults for missing dates. */
export function lessonWindow({ from, to }: DateWindow, now: number): LessonWindow {
  const { back, ahead } = LESSON_WINDOW_DAYS;
  return {
    from: dayOf(from ?? shift(to ?? ukDate(now), -back)).from,
    until: dayOf(to ?? shift(from ?? ukDate(now), ahead)).until,
    isDefault: from === undefined && to === undefined,
  };
}

/** The seven days from a Monday. */
export function weekWindow(monday: string): LessonWindow {
  return { from: dayOf(monday).from, until: dayOf(shift(monday, 6)).until, isDefault: false };
}

/**
 * A window of the past: without dates the last 366 days and today; with `to` alone the same length
 * before it.
 */
export function historyWindow(dates: DateWindow, now: number): InstantWindow {
  const to = dates.to ?? ukDate(now);
  const from = dates.from ?? shift(to, -LESSON_WINDOW_DAYS.max);
  return {
    ...lessonWindow({ from, to: dates.to ?? (from > to ? from : to) }, now),
    isDefault: false,
  };
}

/**
 * A window of bookings: from and to as in `lessonWindow`; without dates everything since 30 days
 * ago.
 */
export function bookingWindow(dates: DateWindow, now: number): InstantWindow {
  if (dates.from !== undefined || dates.to !== undefined) return lessonWindow(dates, now);
  return openWindow(now, BOOKING_WINDOW_DAYS_BACK);
}

/**
 * A window of the activity log: from and to as in `historyWindow`; without dates everything since
 * 30 days ago.
 */
export function activityWindow(dates: DateWindow, now: number): InstantWindow {
  if (dates.from !== undefined || dates.to !== undefined) return historyWindow(dates, now);
  return openWindow(now, ACTIVITY_WINDOW_DAYS_BACK);
}

/** The contents of a calendar feed: some weeks of the past and everything ahead. */
export function feedWindow(now: number): LessonWindow {
  return {
    ...openWindow(now, CALENDAR_FEED.daysBack),
    until: Number.MAX_SAFE_INTEGER,
    isDefault: false,
  };
}

/** The inclusive dates of a window, with the defaults for missing ones. */
export function datesOf(
  { from, to }: DateWindow,
  now: number,
  { back, max }: { back: number; max: number },
): Dates {
  if (from === undefined) {
    const end = to ?? ukDate(now);
    return { from: shift(end, -back), to: end };
  }
  const today = ukDate(now);
  const last = shift(from, max);
  return { from, to: to ?? (from > today ? from : today < last ? today : last) };
}

/** The inclusive dates of a list of payments, with the defaults for missing ones. */
export const paymentDates = (window: DateWindow, now: number): Dates =>
  datesOf(window, now, PAYMENT_DAYS);

/** The instants of a window of dates. */
export const instantsOf = ({ from, to }: Dates): Day => ({
  from: dayOf(from).from,
  until: dayOf(to).until,
});

/** Everything since this many days ago. */
function openWindow(now: number, daysBack: number): InstantWindow {
  return { from: dayOf(shift(ukDate(now), -daysBack)).from, until: null, isDefault: true };
}

/** Only the server converts UK wall-clock times, because some browsers lack Temporal. */
const UK = 'Europe/London';

/**
 * Epoch milliseconds of a UK date and time. A time skipped by the clock change moves one hour
 * later; a repeated one is the earlier of the two (Temporal's 'compatible').
 */
export function startsAt(date: string, time: string): number {
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(UK).epochMilliseconds;
}
