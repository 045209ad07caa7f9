// Which instants the dates of a list cover, and what each kind of list covers without them.
import {
  ACTIVITY_WINDOW_DAYS_BACK,
  BOOKING_WINDOW_DAYS_BACK,
  CALENDAR_FEED,
  LESSON_WINDOW_DAYS,
} from '../domain/limits.ts';
import { ukDate } from '../domain/time.ts';
import type { DateWindow } from '../domain/window.ts';
import { remembered } from './remembered.ts';
import { UK } from './uk-clock.ts';

/** Instants from `from` up to but not including `until`; null is open. */
export interface InstantWindow {
  readonly from: number;
  readonly until: number | null;
  /** The caller named no dates, so lists add what reaches further ahead. */
  readonly isDefault: boolean;
}

/** One that ends. */
export interface LessonWindow extends InstantWindow {
  readonly until: number;
}

interface Day {
  readonly from: number;
  readonly until: number;
}

/** The instants that a UK date covers. */
const dayOf = remembered((date: string): Day => {
  const plain = Temporal.PlainDate.from(date);
  const midnight = (each: Temporal.PlainDate) => each.toZonedDateTime(UK).epochMilliseconds;
  return { from: midnight(plain), until: midnight(plain.add({ days: 1 })) };
});

/**
 * Unlike `addDays` beyond the year 9999 too, where a list that is asked for from its end may reach.
 */
const shift = (date: string, days: number) =>
  Temporal.PlainDate.from(date).add({ days }).toString();

/**
 * The instants that the inclusive dates cover, with the product's defaults where they are missing.
 */
export function lessonWindow({ from, to }: DateWindow, now: number): LessonWindow {
  const { back, ahead } = LESSON_WINDOW_DAYS;
  return {
    from: dayOf(from ?? shift(to ?? ukDate(now), -back)).from,
    until: dayOf(to ?? shift(from ?? ukDate(now), ahead)).until,
    isDefault: from === undefined && to === undefined,
  };
}

/** The seven days from a Monday on. */
export function weekWindow(monday: string): LessonWindow {
  return { from: dayOf(monday).from, until: dayOf(shift(monday, 6)).until, isDefault: false };
}

/**
 * As `lessonWindow`, for what has happened: without dates the last 366 days and today, `to` alone
 * the same length up to it.
 */
export function historyWindow(dates: DateWindow, now: number): InstantWindow {
  const to = dates.to ?? ukDate(now);
  const from = dates.from ?? shift(to, -LESSON_WINDOW_DAYS.max);
  return {
    ...lessonWindow({ from, to: dates.to ?? (from > to ? from : to) }, now),
    isDefault: false,
  };
}

/** As `lessonWindow`, for bookings: without dates everything from 30 days back onwards. */
export function bookingWindow(dates: DateWindow, now: number): InstantWindow {
  if (dates.from !== undefined || dates.to !== undefined) return lessonWindow(dates, now);
  return openWindow(now, BOOKING_WINDOW_DAYS_BACK);
}

/**
 * As `lessonWindow`, for the record of what was done: without dates everything from 30 days back
 * onwards.
 */
export function activityWindow(dates: DateWindow, now: number): InstantWindow {
  if (dates.from !== undefined || dates.to !== undefined) return historyWindow(dates, now);
  return openWindow(now, ACTIVITY_WINDOW_DAYS_BACK);
}

/** What a calendar that is subscribed to holds: some weeks of the past, and all that is ahead. */
export function feedWindow(now: number): LessonWindow {
  return {
    ...openWindow(now, CALENDAR_FEED.daysBack),
    until: Number.MAX_SAFE_INTEGER,
    isDefault: false,
  };
}

/** Everything from so many days back onwards. */
function openWindow(now: number, daysBack: number): InstantWindow {
  return { from: dayOf(shift(ukDate(now), -daysBack)).from, until: null, isDefault: true };
}
