// The tutor's books: what families paid, what went back and what the provider kept, for a tax year
// and its quarters. Amounts are pence.
import * as z from 'zod/mini';

import { instant } from '../text.ts';
import { addDays } from '../time.ts';
import { type Dates, windowChecks, windowFields } from '../window.ts';

/**
 * Where the quarters of an accounting year end. 'tax': 5 July, 5 October, 5 January and 5 April;
 * 'calendar': the last day of the month before, for an accounting year that ends on 31 March
 * (gov.uk, 'Making Tax Digital for Income Tax': 'Send quarterly updates').
 */
export const quarterKinds = ['tax', 'calendar'] as const;
export type QuarterKind = (typeof quarterKinds)[number];

export const BOOKS_DAYS = 366;
export const quarterKind = z.enum(quarterKinds, { error: 'Quarters must be tax or calendar' });
const booksQuery = { ...windowFields, quarters: z.optional(quarterKind) };
/** Without dates the accounting year of today. */
export const booksWindow = z.object(booksQuery).check(...windowChecks(BOOKS_DAYS - 1));
export const csvWindow = z
  .object({
    ...booksQuery,
    /** Whether each line names the family. */
    names: z.optional(z.enum(['true', 'false'], { error: 'Must be true or false' })),
  })
  .check(...windowChecks(BOOKS_DAYS - 1));

export const lineKinds = ['payment', 'refund', 'dispute'] as const;

const lineSchema = z.object({
  /** The UK date on which the money moved. */
  date: z.string(),
  what: z.enum(lineKinds),
  invoice: z.nullable(z.string()),
  /** Negative if it went back to the family. */
  gross: z.int(),
  /** What the provider kept of it; null until known, and for another currency. */
  fee: z.nullable(z.int()),
  net: z.nullable(z.int()),
  /** Whether it is in another currency than the site's: such a line is in no sum. */
  differs: z.boolean(),
});
export type BookLine = z.infer<typeof lineSchema>;

const sumSchema = z.object({
  gross: z.int(),
  /** Null, like the net, until the fee of each line is known. */
  fees: z.nullable(z.int()),
  net: z.nullable(z.int()),
});
export type BookSum = z.infer<typeof sumSchema>;

const quarterSchema = z.object({
  /** Cut to the dates of the books. */
  from: z.string(),
  to: z.string(),
  /** By when the quarterly update is due. */
  due_on: z.string(),
  own: sumSchema,
  /** The whole accounting year up to `to`, because quarterly updates are cumulative. */
  since_year_began: sumSchema,
});

export const booksFields = {
  from: z.string(),
  to: z.string(),
  accounting_quarters: quarterKind,
  /** Oldest first. */
  lines: z.array(lineSchema),
  quarters: z.array(quarterSchema),
  totals: sumSchema,
  /** The last UK date whose fees have been read; null before the first time. */
  fees_known_until: z.nullable(z.string()),
  /** When something between the dates last changed, even by a fee that came late. */
  changed_at: z.nullable(instant),
};

const FIRST_DAY = { tax: '06', calendar: '01' } as const;
/** The months in which quarters begin, in order, and those in which their updates are due. */
const QUARTERS = [
  { begins: '04', due: '08' },
  { begins: '07', due: '11' },
  { begins: '10', due: '02' },
  { begins: '01', due: '05' },
] as const;
const DUE_DAY = '07';

/** The last year of dates with four digits. */
const LAST_YEAR = 9999;
const dateOf = (year: number, month: string, day: string) =>
  `${String(year).padStart(4, '0')}-${month}-${day}`;

/** The year in which the accounting year of a date begins. */
function firstYearOf(date: string, kind: QuarterKind): number {
  const year = Number(date.slice(0, 4));
  return date >= dateOf(year, '04', FIRST_DAY[kind]) ? year : Math.max(0, year - 1);
}

export function accountingYear(date: string, kind: QuarterKind): Dates {
  const first = firstYearOf(date, kind);
  const begins = (year: number) => dateOf(year, '04', FIRST_DAY[kind]);
  const to = first < LAST_YEAR ? addDays(begins(first + 1), -1) : `${LAST_YEAR}-12-31`;
  return { from: begins(first), to };
}

interface Quarter extends Dates {
  readonly due_on: string;
  /** The first day of its accounting year. */
  readonly yearBegan: string;
}

/** The quarters that the dates touch, cut to them. */
function quartersOf({ from, to }: Dates, kind: QuarterKind): Quarter[] {
  const quarters: Quarter[] = [];
  for (let first = firstYearOf(from, kind); first <= firstYearOf(to, kind); first += 1) {
    const year = accountingYear(dateOf(first, '12', '31'), kind);
    const yearIn = (month: string) => (month < '04' ? first + 1 : first);
    const starts = QUARTERS.filter(({ begins }) => yearIn(begins) <= LAST_YEAR).map(
      ({ begins, due }) => ({
        start: dateOf(yearIn(begins), begins, FIRST_DAY[kind]),
        due_on: dateOf(due < '06' ? first + 1 : first, due, DUE_DAY),
      }),
    );
    for (const [position, { start, due_on }] of starts.entries()) {
      const next = starts[position + 1];
      const end = next === undefined ? year.to : addDays(next.start, -1);
      if (end < from || start > to) continue;
      quarters.push({
        from: start < from ? from : start,
        to: end > to ? to : end,
        due_on,
        yearBegan: year.from,
      });
    }
  }
  return quarters;
}

/** What the lines add up to, those of another currency left out. */
export function bookSumOf(lines: readonly BookLine[]): BookSum {
  const own = lines.filter(({ differs }) => !differs);
  const gross = own.reduce((sum, line) => sum + line.gross, 0);
  const fees = addUp(own.map(({ fee }) => fee));
  return { gross, fees, net: fees === null ? null : gross - fees };
}

/** The sum of these amounts; null if one of them is not known. */
export const addUp = (amounts: readonly (number | null)[]): number | null =>
  amounts.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0);

/**
 * The books of these dates. `all` has the lines since the first day of the accounting year of
 * `from`, oldest first.
 */
export function booksOf(all: readonly BookLine[], dates: Dates, kind: QuarterKind) {
  const between = (from: string, to: string) =>
    all.filter(({ date }) => date >= from && date <= to);
  const lines = between(dates.from, dates.to);
  return {
    ...dates,
    accounting_quarters: kind,
    lines,
    quarters: quartersOf(dates, kind).map(({ yearBegan, ...quarter }) => ({
      ...quarter,
      own: bookSumOf(between(quarter.from, quarter.to)),
      since_year_began: bookSumOf(between(yearBegan, quarter.to)),
    })),
    totals: bookSumOf(lines),
  };
}
