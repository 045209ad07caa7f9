// The lessons of a window of dates, added up by date and time.
import { type ExpressionBuilder, sql } from 'kysely';

import type { LessonSums } from '../../domain/figures/figures.ts';
import { lastEndedStart } from '../../domain/lessons/lesson.ts';
import { isActive } from '../booking/active-bookings.ts';
import type { Db } from '../engine/database.ts';
import type { Tables } from '../schema/tables.ts';

/** Instants, up to but not including `until`. */
interface Span {
  readonly from: number;
  readonly until: number;
}

/** The sums of the lessons that start in the window. Students have attended those that are over. */
export async function readLessonSums(db: Db, span: Span, now: number): Promise<LessonSums[]> {
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
  return [...(await readPlanned(db, span)), ...(await readDeleted(db, span))];
}

/**
 * A lesson counts its own active bookings, so only absent students are looked up among the
 * bookings, by an index of their own.
 */
function readPlanned(db: Db, { from, until }: Span) {
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
async function readDeleted(db: Db, { from, until }: Span) {
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
