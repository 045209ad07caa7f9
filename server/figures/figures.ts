// The tutor's figures between two UK dates.
import { type Figures, type FiguresMonth, timesOf, weeksOf } from '../../domain/figures/figures.ts';
import { HOUR_MS } from '../../domain/time.ts';
import type { Dates, DateWindow } from '../../domain/window.ts';
import { figuresDates, instantsOf } from '../base/windows.ts';
import type { Db } from '../engine/database.ts';
import {
  lostInMonth,
  type Months,
  monthsTable,
  paidInMonth,
  refundedInMonth,
} from '../payments/tutor-view/months.ts';
import { readLessonSums } from './lesson-sums.ts';

/** The figures at `now` (epoch milliseconds) of what lies between the dates. */
export async function readFigures(db: Db, window: DateWindow, now: number): Promise<Figures> {
  const dates = figuresDates(window, now);
  const span = instantsOf(dates);
  const sums = await readLessonSums(db, span, now);
  return {
    weeks: weeksOf(sums, dates),
    times: timesOf(sums),
    months: await readMonths(db, dates),
  };
}

/** One statement, in which each sum of each month reads a range of an index. */
async function readMonths(db: Db, dates: Dates): Promise<FiguresMonth[]> {
  const rows = await db
    .selectFrom(monthsTable(dates))
    .select((eb) => [
      'column1 as month',
      paidInMonth(eb).as('paid'),
      refundedInMonth(eb).as('refunded'),
      lostInMonth(eb).as('lost'),
      openedInMonth(eb).as('opened'),
      leftSince(eb).as('opened_and_left'),
      leftInMonth(eb).as('left'),
      enquiriesInMonth(eb).as('enquiries'),
      enquiriesInMonth(eb)
        .whereRef('answered_at', '<=', (one) =>
          one('enquiries.created_at', '+', one('answer_hours', '*', HOUR_MS)),
        )
        .as('answered'),
    ])
    .orderBy('column1')
    .execute();
  return rows.map(({ month, ...row }) => {
    const paid = row.paid ?? 0;
    const returned = (row.refunded ?? 0) + (row.lost ?? 0);
    return {
      month,
      paid,
      returned,
      kept: paid - returned,
      joined: (row.opened ?? 0) + (row.opened_and_left ?? 0),
      left: row.left ?? 0,
      enquiries: row.enquiries ?? 0,
      answered_in_time: row.answered ?? 0,
    };
  });
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
