// What the tutor's figures say, in a sentence: the titles of their plots. Null without anything to
// say. Also the windows that the page offers, and the families that have stopped coming.
import { weekdayName } from '../business-words.ts';
import { formatMoney } from '../payments/credits.ts';
import { addDays, DAY_MS, formatDate, mondayOf, shortTime, ukDate } from '../time.ts';
import type { FamilySummary } from '../tutor/family-record.ts';
import type { Dates } from '../window.ts';
import { type FiguresMonth, type FiguresTime, type FiguresWeek, sumOf } from './figures.ts';

/** A family without a lesson ahead has stopped coming this many days after its last one. */
export const STOPPED_DAYS = { min: 14, max: 366 } as const;

export const figuresSpans = ['term', 'quarter', 'year'] as const;
export type FiguresSpan = (typeof figuresSpans)[number];

/** The first months of the terms: the autumn's, the spring's and the summer's. */
const TERMS = ['09', '04', '01'];

/**
 * The dates of a span that ends with the week of `today`: whole weeks, so that they can be
 * compared, from the week in which its first month begins.
 */
export function spanOf(span: FiguresSpan, today: string): Dates {
  const [year = '', month = ''] = today.split('-');
  const term = TERMS.find((first) => first <= month) ?? month;
  const back = { term: Number(month) - Number(term), quarter: 2, year: 11 }[span];
  const first = new Date(Date.UTC(Number(year), Number(month) - 1 - back, 1));
  return {
    from: mondayOf(first.toISOString().slice(0, 10)),
    to: addDays(mondayOf(today), 6),
  };
}

/** Leaves out a first month that began before the span, and months ahead. */
export const wholeMonths = (
  months: readonly FiguresMonth[],
  { from }: Pick<Dates, 'from'>,
  today: string,
): FiguresMonth[] =>
  months.filter(({ month }) => `${month}-01` >= from && month <= today.slice(0, 7));

/** A plot of fewer would have no shape. */
const MIN_COLUMNS = 4;

/**
 * Leaves out the weeks or months before the first one that has something, down to a few columns.
 */
export const sinceFirst = <Row>(rows: readonly Row[], isUsed: (row: Row) => boolean): Row[] =>
  rows.slice(Math.max(0, Math.min(rows.findIndex(isUsed), rows.length - MIN_COLUMNS)));

type Spots = Pick<FiguresWeek, 'spots' | 'booked'>;

/** The share of booked spots in whole per cent; 100 only if every spot is booked. */
export const percentOf = ({ spots, booked }: Spots): number =>
  spots === 0 ? 0 : Math.floor((100 * booked) / spots);

const spotWords = ({ spots, booked }: Spots): string =>
  booked === spots
    ? `all ${countOf(spots, 'spot')}`
    : `${number(booked)} of ${countOf(spots, 'spot')}`;

const number = (value: number): string => value.toLocaleString('en-GB');

/** '1 spot', '1,200 spots'. */
export const countOf = (count: number, noun: string, plural = `${noun}s`): string =>
  `${number(count)} ${count === 1 ? noun : plural}`;

/** How many weeks are compared with as many before them. */
const COMPARED_WEEKS = 4;
/** In per cent; less is no trend. */
const MIN_TREND = 5;

/** 'Lessons are 72% full: 130 of 180 spots are booked'. */
export function fullnessFinding(weeks: readonly FiguresWeek[]): string | null {
  const used = weeks.filter(({ lessons }) => lessons > 0);
  if (used.length === 0) return null;
  const add = (some: readonly FiguresWeek[]): Spots => ({
    spots: sumOf(some, ({ spots }) => spots),
    booked: sumOf(some, ({ booked }) => booked),
  });
  const all = add(used);
  const latest = percentOf(add(used.slice(-COMPARED_WEEKS)));
  const before = percentOf(add(used.slice(-2 * COMPARED_WEEKS, -COMPARED_WEEKS)));
  if (used.length >= 2 * COMPARED_WEEKS && Math.abs(latest - before) >= MIN_TREND)
    return `Lessons are ${latest > before ? 'filling up' : 'emptier'}: ${latest}% of spots booked in the last four weeks, ${before}% in the four before`;
  return `Lessons are ${all.booked === all.spots ? 'full' : `${percentOf(all)}% full`}: ${spotWords(all)} booked`;
}

/** 'Sundays at 10:00'. */
export const timeWords = ({ weekday, time }: Pick<FiguresTime, 'weekday' | 'time'>): string =>
  `${weekdayName(weekday)}s at ${shortTime(time)}`;

/** A time of fewer lessons says little about the next ones. */
const RANKED_LESSONS = 3;

/** The times by how often they have lessons: `seldom` is empty if there are no others. */
export function splitTimes(times: readonly FiguresTime[]) {
  const regular = times.filter(({ lessons }) => lessons >= RANKED_LESSONS);
  if (regular.length === 0) return { regular: times, seldom: [] };
  return { regular, seldom: times.filter(({ lessons }) => lessons < RANKED_LESSONS) };
}

/**
 * 'Sundays at 10:00 sell best: 27 of 30 spots booked'. Equally full times: the one with more. Times
 * of one or two lessons are ranked only if there are no others. Where they are left out, and one of
 * them may be fuller, the sentence names 'the regular times'.
 */
export function timesFinding(times: readonly FiguresTime[]): string | null {
  const { regular, seldom } = splitTimes(times);
  const ranked = regular.toSorted(
    (one, other) =>
      other.booked * one.spots - one.booked * other.spots || other.booked - one.booked,
  );
  const [best, next] = ranked;
  if (best === undefined) return null;
  if (best.booked === 0) return 'No time has sold yet';
  const isOnly = next === undefined || next.booked * best.spots === best.booked * next.spots;
  if (best.booked === best.spots)
    return `${timeWords(best)} are full: all ${countOf(best.spots, 'spot')} booked`;
  const sells = isOnly ? 'sell well' : 'sell best';
  const among = seldom.length > 0 && !isOnly ? 'Of the regular times, ' : '';
  return `${among}${timeWords(best)} ${sells}: ${spotWords(best)} booked`;
}

const MONTHS = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long' });

/** 'November' for '2026-11'. */
const monthName = (month: string): string => MONTHS.format(Date.parse(`${month}-01`));

/** '£420.00 kept so far in November, £80.00 more than in October'. */
export function moneyFinding(months: readonly FiguresMonth[]): string | null {
  const [before, last] = [months.at(-2), months.at(-1)];
  if (last === undefined || months.every(({ paid, returned }) => paid === 0 && returned === 0))
    return null;
  const name = monthName(last.month);
  const kept =
    last.kept < 0
      ? `${formatMoney(-last.kept)} more went back than came in so far in ${name}`
      : `${last.kept === 0 ? 'Nothing' : formatMoney(last.kept)} kept so far in ${name}`;
  const isFirst = before === undefined || (before.paid === 0 && before.returned === 0);
  if (isFirst || before.kept === last.kept) return kept;
  const difference = formatMoney(Math.abs(last.kept - before.kept));
  return `${kept}, ${difference} ${last.kept > before.kept ? 'more' : 'less'} than in ${monthName(before.month)}`;
}

/** '5 families joined, 11 of the 12 enquiries due answered in time'. */
export function familiesFinding(months: readonly FiguresMonth[]): string | null {
  const [enquiries, due, joined, left, answered] = [
    sumOf(months, (month) => month.enquiries),
    sumOf(months, (month) => month.enquiries_due),
    sumOf(months, (month) => month.joined),
    sumOf(months, (month) => month.left),
    sumOf(months, (month) => month.answered_in_time),
  ];
  if (enquiries + joined + left === 0) return null;
  if (enquiries === 0)
    return joined === 0
      ? `${countOf(left, 'family', 'families')} left`
      : countOf(joined, 'new family', 'new families');
  const newcomers = joined === 0 ? [] : [`${countOf(joined, 'family', 'families')} joined`];
  const words = [...newcomers, ...answerWords({ enquiries, due, answered })].join(', ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** How many enquiries are due for an answer, and how many of those got it in time. */
function answerWords({
  enquiries,
  due,
  answered,
}: {
  enquiries: number;
  due: number;
  answered: number;
}): string[] {
  if (due === 0) {
    const none = enquiries === 1 ? 'not' : 'none';
    return [countOf(enquiries, 'enquiry', 'enquiries'), `${none} due for an answer yet`];
  }
  if (due === 1) return [`the 1 enquiry due ${answered === 1 ? '' : 'not '}answered in time`];
  const share = answered === due ? 'all' : answered === 0 ? 'none' : number(answered);
  return [`${share} of the ${number(due)} enquiries due answered in time`];
}

/**
 * Families whose last lesson is a while ago and who have none ahead or running; the latest first.
 */
export function stoppedComing<
  Family extends Pick<FamilySummary, 'last_attended_at' | 'next_lesson' | 'running_lesson'>,
>(families: readonly Family[], now: number): (Family & { readonly last_attended_at: string })[] {
  const [oldest, latest] = [STOPPED_DAYS.max, STOPPED_DAYS.min].map((days) => now - days * DAY_MS);
  const isGone = (family: Family): family is Family & { readonly last_attended_at: string } => {
    if (family.last_attended_at === null || family.next_lesson !== null) return false;
    if (family.running_lesson !== null) return false;
    const last = Date.parse(family.last_attended_at);
    return last >= (oldest ?? 0) && last <= (latest ?? 0);
  };
  return families
    .filter(isGone)
    .toSorted(
      (one, other) => Date.parse(other.last_attended_at) - Date.parse(one.last_attended_at),
    );
}

/** '3 families have stopped coming'. */
export const stoppedFinding = (count: number): string =>
  count === 0
    ? 'Nobody has stopped coming'
    : `${countOf(count, 'family has', 'families have')} stopped coming`;

/** 'Since Sun 1 Nov' */
export const lastSeenWords = (lastAttended: string): string =>
  `Last here on ${formatDate(ukDate(Date.parse(lastAttended)), 'short')}`;
