// The date range of a list.
import * as z from 'zod/mini';

import { lessonDate } from './lesson-fields.ts';
import { daysBetween } from './time.ts';

/** Days a lesson list reaches back and ahead by default, and the longest window. */
export const LESSON_WINDOW_DAYS = { back: 28, ahead: 84, max: 366 } as const;

export const BOOKING_WINDOW_DAYS_BACK = 30;

/** Inclusive UK dates. */
export const windowFields = { from: z.optional(lessonDate), to: z.optional(lessonDate) };
export interface DateWindow {
  from?: string | undefined;
  to?: string | undefined;
}

/** That the dates are in order, and up to this many days apart. */
export const windowChecks = (maxDays: number) => [
  z.refine<DateWindow>(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['from'],
    error: 'From must not be after to',
  }),
  z.refine<DateWindow>(
    ({ from, to }) => from === undefined || to === undefined || daysBetween(from, to) <= maxDays,
    { path: ['to'], error: `From and to must be at most ${maxDays} days apart` },
  ),
];

/** Inclusive UK dates, both optional, up to this many days apart. */
export const windowOf = (maxDays: number) => z.object(windowFields).check(...windowChecks(maxDays));

export const windowSchema = windowOf(LESSON_WINDOW_DAYS.max);

/** A window with both dates given. */
export interface Dates {
  readonly from: string;
  readonly to: string;
}

/** The months, as 'YYYY-MM', that the dates touch. */
export function monthsOf({ from, to }: Dates): string[] {
  const [first, last] = [numberOf(from), numberOf(to)];
  return Array.from({ length: last - first + 1 }, (_, position) => {
    const [year, month] = [Math.floor((first + position) / 12), ((first + position) % 12) + 1];
    return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
  });
}

/** Counts the months since the year 0. */
const numberOf = (date: string): number =>
  Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
