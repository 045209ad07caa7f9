// Which instants the dates of a list cover, and what each kind of list covers without them.
import { ACTIVITY_WINDOW_DAYS_BACK, BOOKING_WINDOW_DAYS_BACK, LESSON_WINDOW_DAYS } from '../domain/limits.ts';
import { ukDate } from '../domain/time.ts';
import type { DateWindow } from '../domain/window.ts';
import { UK } from './uk-clock.ts';

/** Instants from `from` up to but not including `until`; null is open. */
export interface InstantWindow {
  readonly from: number;
  readonly until: number | null;
  /** The caller named no dates, so lists add what reaches further ahead. */
  readonly isDefault: boolean;
}

type Day = Temporal.PlainDate;
const day = (date: string): Day => Temporal.PlainDate.from(date);
const midnight = (date: Day): number => date.toZonedDateTime(UK).epochMilliseconds;

/** The instants that the inclusive dates cover, with the product's defaults where they are missing. */
export function lessonWindow({ from, to }: DateWindow, now: number): InstantWindow {
  const { back, ahead } = LESSON_WINDOW_DAYS;
  const today = ukDate(now);
  const first = from === undefined ? day(to ?? today).subtract({ days: back }) : day(from);
  const last = to === undefined ? day(from ?? today).add({ days: ahead }) : day(to);
  return {
    from: midnight(first),
    until: midnight(last.add({ days: 1 })),
    isDefault: from === undefined && to === undefined,
  };
}

/** The seven days from a Monday on. */
export function weekWindow(monday: string): InstantWindow {
  const first = day(monday);
  return { from: midnight(first), until: midnight(first.add({ days: 7 })), isDefault: false };
}

/** As `lessonWindow`, for what has happened: without dates the last 366 days and today, `to` alone the same length up to it. */
export function historyWindow(dates: DateWindow, now: number): InstantWindow {
  const to = dates.to ?? ukDate(now);
  const from = dates.from ?? day(to).subtract({ days: LESSON_WINDOW_DAYS.most }).toString();
  return { ...lessonWindow({ from, to: dates.to ?? (from > to ? from : to) }, now), isDefault: false };
}

/** As `lessonWindow`, for bookings: without dates everything from 30 days back onwards. */
export function bookingWindow(dates: DateWindow, now: number): InstantWindow {
  if (dates.from !== undefined || dates.to !== undefined) return lessonWindow(dates, now);
  const first = day(ukDate(now)).subtract({ days: BOOKING_WINDOW_DAYS_BACK });
  return { from: midnight(first), until: null, isDefault: true };
}

/** As `lessonWindow`, for the record of what was done: without dates everything from 30 days back onwards. */
export function activityWindow(dates: DateWindow, now: number): InstantWindow {
  if (dates.from !== undefined || dates.to !== undefined) return historyWindow(dates, now);
  const first = day(ukDate(now)).subtract({ days: ACTIVITY_WINDOW_DAYS_BACK });
  return { from: midnight(first), until: null, isDefault: true };
}
