// The tutor's figures between two UK dates.
import { type ExpressionBuilder, sql } from 'kysely';

import {
  FIGURES_DAYS,
  type Figures,
  type FiguresMonth,
  timesOf,
  weeksOf,
  type LessonSums,
} from '../../domain/figures/figures.ts';
import { lastEndedStart } from '../../domain/lessons/lesson.ts';
import { HOUR_MS } from '../../domain/time.ts';
import { type Dates, type DateWindow, monthsOf } from '../../domain/window.ts';
import { datesOf, instantsOf, startsAt } from '../base/windows.ts';
import { isActive } from '../booking/active-bookings.ts';
import type { Db } from '../engine/database.ts';
import { readMonths as readMoney } from '../payments/books/books.ts';
import type { Tables } from '../schema/tables.ts';

/** The figures at `now` (epoch milliseconds) of what lies between the dates. */
export async function readFigures(db: Db, window: DateWindow, now: number): Promise<Figures> {
  const dates = datesOf(window, now, FIGURES_DAYS);
  const span = instantsOf(dates);
  const sums = await readLessonSums(db, span, now);
  return {
    weeks: weeksOf(sums, dates),
    times: timesOf(sums),
    months: await readMonths(db, dates, now),
  };
}

/** One statement counts people; each count of each month reads a range of an index. */
async function readMonths(db: Db, dates: Dates, now: number): Promise<FiguresMonth[]> {
  const rows = await db
    .selectFrom(monthsTable(dates))
    .select((eb) => [
      'column1 as month',
      openedInMonth(eb).as('opened'),
      leftSince(eb).as('opened_and_left'),
      leftInMonth(eb).as('left'),
      enquiriesInMonth(eb).as('enquiries'),
      enquiriesInMonth(eb)
        .where((one) => one.or([one('answered_at', 'is not', null), one(answerDue(one), '<', now)]))
        .as('due'),
      enquiriesInMonth(eb).whereRef('answered_at', '<=', answerDue).as('answered'),
    ])
    .orderBy('column1')
    .execute();
  const counts = new Map(rows.map(({ month, ...row }) => [month, row]));
  return (await readMoney(db, dates)).map((money) => {
    const row = counts.get(money.month);
    return {
      ...money,
      joined: (row?.opened ?? 0) + (row?.opened_and_left ?? 0),
      left: row?.left ?? 0,
      enquiries: row?.enquiries ?? 0,
      enquiries_due: row?.due ?? 0,
      answered_in_time: row?.answered ?? 0,
    };
  });
}

/** The instants of a month: from `column2` up to but not including `column3`. */
interface MonthRow {
  readonly column1: string;
  readonly column2: number;
  readonly column3: number;
}
type Months = ExpressionBuilder<Tables & { months: MonthRow }, 'months'>;

/**
 * The months that the dates touch, as a table, in which only what lies between the dates counts.
 */
function monthsTable(dates: Dates) {
  const span = instantsOf(dates);
  const months = monthsOf(dates);
  const firsts = months.map((month) => startsAt(`${month}-01`, '00:00:00'));
  const rows = months.map((month, position) => {
    const from = Math.max(span.from, firsts[position] ?? span.from);
    const until = firsts[position + 1] ?? span.until;
    return sql`(cast(${month} as text), cast(${from} as bigint), cast(${until} as bigint))`;
  });
  return sql<MonthRow>`(values ${sql.join(rows)})`.as('months');
}

const countFamilies = (eb: Months) =>
  eb.selectFrom('families').select(({ fn }) => fn.countAll<number>().as('count'));

/** Families that joined in the month and are still there. */
const openedInMonth = (eb: Months) =>
  countFamilies(eb)
    .where('deleted_at', 'is', null)
    .whereRef('families.created_at', '>=', 'months.column2')
    .whereRef('families.created_at', '<', 'months.column3');

/** Families that joined in the month and have left since. */
const leftSince = (eb: Months) =>
  countFamilies(eb)
    .whereRef('deleted_at', '>=', 'months.column2')
    .whereRef('families.created_at', '>=', 'months.column2')
    .whereRef('families.created_at', '<', 'months.column3');

const leftInMonth = (eb: Months) =>
  countFamilies(eb)
    .whereRef('deleted_at', '>=', 'months.column2')
    .whereRef('deleted_at', '<', 'months.column3');

const enquiriesInMonth = (eb: Months) =>
  eb
    .selectFrom('enquiries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .whereRef('enquiries.created_at', '>=', 'months.column2')
    .whereRef('enquiries.created_at', '<', 'months.column3');

/** The deadline of the promise. */
const answerDue = (eb: ExpressionBuilder<Tables, 'enquiries'>) =>
  eb('enquiries.created_at', '+', eb('answer_hours', '*', HOUR_MS));

/** Instants, up to but not including `until`. */
interface Span {
  from: number;
  until: number;
}

/** The sums of the lessons that start in the window. Students have attended those that are over. */
async function readLessonSums(db: Db, span: Span, now: number): Promise<LessonSums[]> {
  const over = lastEndedStart(now) + 1;
  const middle = Math.min(Math.max(span.from, over), span.until);
  const past = await readSpan(db, { from: span.from, until: middle });
  const ahead = await readSpan(db, { from: middle, until: span.until });
  return [
    ...past.map((sums) => ({ ...sums, attended: sums.booked - sums.absent })),
    ...ahead.map((sums) => ({ ...sums, attended: 0 })),
  ];
}

async function readSpan(db: Db, span: Span): Promise<Omit<LessonSums, 'attended'>[]> {
  return [...(await readPlannedLessons(db, span)), ...(await readDeletedLessons(db, span))];
}

/**
 * A lesson counts its own active bookings, so only absent students are looked up among the
 * bookings, by an index of their own.
 */
function readPlannedLessons(db: Db, { from, until }: Span) {
  return db
    .selectFrom('lessons')
    .select((eb) => [
      'date',
      'time',
      eb.fn.countAll<number>().as('lessons'),
      eb.fn.sum<number>('max_students').as('spots'),
      eb.fn.sum<number>('booked').as('booked'),
      eb.fn.sum<number>(sql`${bookingsOf(eb).where('absent_at', 'is not', null)}`).as('absent'),
    ])
    .where('deleted_at', 'is', null)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', until)
    .groupBy(['date', 'time'])
    .execute();
}

/** A deleted lesson counts with the students who had attended it. */
async function readDeletedLessons(db: Db, { from, until }: Span) {
  const rows = await db
    .selectFrom('lessons')
    .select((eb) => [
      'date',
      'time',
      'max_students as spots',
      bookingsOf(eb).as('booked'),
      bookingsOf(eb).where('absent_at', 'is not', null).as('absent'),
    ])
    .where('deleted_at', 'is not', null)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', until)
    .execute();
  return rows.flatMap((row) => {
    const [booked, absent] = [row.booked ?? 0, row.absent ?? 0];
    return booked === 0 ? [] : [{ ...row, lessons: 1, booked, absent }];
  });
}

/** The number of the lesson's active bookings, as an integer, which both engines sum up alike. */
const bookingsOf = (eb: ExpressionBuilder<Tables, 'lessons'>) =>
  eb
    .selectFrom('bookings')
    .select(sql<number>`cast(count(*) as integer)`.as('count'))
    .whereRef('lesson_id', '=', 'lessons.id')
    .where(isActive);
