// The date range of a list.
import * as z from 'zod/mini';

import { lessonDate } from './lesson-fields.ts';
import { daysBetween } from './time.ts';

/** Days a lesson list reaches back and ahead by default, and the longest window. */
export const LESSON_WINDOW_DAYS = { back: 28, ahead: 84, max: 366 } as const;

export const BOOKING_WINDOW_DAYS_BACK = 30;

/** Inclusive UK dates, both optional, up to this many days apart. */
export const windowOf = (maxDays: number) =>
  z.object({ from: z.optional(lessonDate), to: z.optional(lessonDate) }).check(
    z.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      path: ['from'],
      error: 'From must not be after to',
    }),
    z.refine(
      ({ from, to }) => from === undefined || to === undefined || daysBetween(from, to) <= maxDays,
      { path: ['to'], error: `From and to must be at most ${maxDays} days apart` },
    ),
  );

export const windowSchema = windowOf(LESSON_WINDOW_DAYS.max);
export type DateWindow = z.infer<typeof windowSchema>;

/** A window with both dates given. */
export interface Dates {
  readonly from: string;
  readonly to: string;
}
