// The tutor's figures: how full the lessons are, which times sell, what came in, and who joined.
import * as z from 'zod/mini';

import { groupBy } from '../group-by.ts';
import { moneySchema } from '../payments/tutor-payment.ts';
import { addDays, daysBetween, mondayOf, weekday } from '../time.ts';
import { type Dates, windowOf } from '../window.ts';

/** How many days the figures cover by default, and the max of a request. */
export const FIGURES_DAYS = { back: 90, max: 800 } as const;

export const figuresWindow = windowOf(FIGURES_DAYS.max);

/** Spots of lessons ahead count; so do the bookings of absent students. */
const spots = { lessons: z.int(), spots: z.int(), booked: z.int() };

const weekSchema = z.object({
  monday: z.string(),
  ...spots,
  /** Students who were at a lesson that is over. */
  attended: z.int(),
  absent: z.int(),
});
const timeSchema = z.object({ weekday: z.int(), time: z.string(), ...spots });
const monthSchema = z.extend(moneySchema, {
  /** Families that signed up or were brought along, and families that closed their account. */
  joined: z.int(),
  left: z.int(),
  enquiries: z.int(),
  /** Those that were answered, or whose promised response time is over. */
  enquiries_due: z.int(),
  answered_in_time: z.int(),
});
/** Only what lies between the dates counts, even in the first and the last week and month. */
export const figuresSchema = z.object({
  weeks: z.array(weekSchema),
  times: z.array(timeSchema),
  months: z.array(monthSchema),
});
export type FiguresWeek = z.infer<typeof weekSchema>;
export type FiguresTime = z.infer<typeof timeSchema>;
export type FiguresMonth = z.infer<typeof monthSchema>;
export type Figures = z.infer<typeof figuresSchema>;

/** Sums over the lessons at one date and time. */
export interface LessonSums {
  readonly date: string;
  readonly time: string;
  readonly lessons: number;
  readonly spots: number;
  readonly booked: number;
  readonly attended: number;
  readonly absent: number;
}

/** The Mondays of the weeks that the dates touch. */
function mondaysOf({ from, to }: Dates): string[] {
  const first = mondayOf(from);
  const weeks = Math.floor(daysBetween(first, to) / 7) + 1;
  return Array.from({ length: weeks }, (_, week) => addDays(first, 7 * week));
}

export const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

const spotsOf = (rows: LessonSums[]) => ({
  lessons: sumOf(rows, ({ lessons }) => lessons),
  spots: sumOf(rows, (row) => row.spots),
  booked: sumOf(rows, ({ booked }) => booked),
});

/** Adds up the lessons of each week that the dates touch; a week without any has zeros. */
export function weeksOf(rows: LessonSums[], dates: Dates): FiguresWeek[] {
  const byWeek = groupBy(rows, ({ date }) => mondayOf(date));
  return mondaysOf(dates).map((monday) => {
    const own = byWeek.get(monday) ?? [];
    return {
      monday,
      ...spotsOf(own),
      attended: sumOf(own, ({ attended }) => attended),
      absent: sumOf(own, ({ absent }) => absent),
    };
  });
}

/** Adds up the lessons at each time of the week, in the order of the week. */
export function timesOf(rows: LessonSums[]): FiguresTime[] {
  const byTime = groupBy(rows, ({ date, time }) => `${weekday(date)} ${time}`);
  return [...byTime]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, own]) => ({
      weekday: Number(key.slice(0, 1)),
      time: key.slice(2),
      ...spotsOf(own),
    }))
    .filter(({ lessons }) => lessons > 0);
}
