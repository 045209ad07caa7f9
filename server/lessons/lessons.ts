// Lessons: the rows, and the list that the tutor sees.
import { sql } from 'kysely';

import { type AdminLesson, type NewLesson, spotsLeft } from '../../domain/lesson.ts';
import { toIso } from '../../domain/time.ts';
import type { Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import { newId } from '../ids.ts';
import { isActive } from './active-bookings.ts';
import { isReserved, lookUpReservations, type Onlooker } from './reservation-lookup.ts';
import { startsAt } from '../uk-clock.ts';
import type { InstantWindow } from '../windows.ts';

/** Announced when a lesson was planned, moved, changed or deleted. */
export const PLAN_CHANGED = 'plan';
/** Announced, before a lesson's id, when its spots changed. */
export const SPOTS_CHANGED = 'spots:';

/** A lesson as its emails and its changes describe it. */
export interface LessonFacts {
  readonly id: string;
  readonly date: string;
  readonly time: string;
  /** Epoch milliseconds. */
  readonly starts_at: number;
  readonly name: string;
  readonly meeting_link: string;
  readonly notes: string;
}

export const factColumns = [
  'id',
  'date',
  'time',
  'starts_at',
  'name',
  'meeting_link',
  'notes',
] as const;

export const wireColumns = [
  'lessons.id as id',
  'date as Date',
  'time as Time',
  'name as Lesson_Name',
  'meeting_link as Meeting_Link',
  'max_students as Max_Students',
  'notes as lesson_notes',
  'starts_at',
  'booked as bookedCount',
  'reserved',
  'waiting as waitingCount',
] as const;

export type WireRow = Omit<AdminLesson, 'starts_at' | 'reservedCount'> & {
  readonly starts_at: number;
  readonly reserved: number;
};

/** The lesson of a list as its emails describe it. */
export const factsOf = (lesson: AdminLesson): LessonFacts => ({
  id: lesson.id,
  date: lesson.Date,
  time: lesson.Time,
  starts_at: Date.parse(lesson.starts_at),
  name: lesson.Lesson_Name,
  meeting_link: lesson.Meeting_Link,
  notes: lesson.lesson_notes,
});

/** The lessons as the tutor sees them at `now`. */
async function toAdminLessons(
  db: Db,
  rows: readonly WireRow[],
  now: number,
): Promise<AdminLesson[]> {
  const reservationOf = await lookUpReservations(db, rows, {
    familyId: null,
    studentId: null,
    now,
  });
  return rows.map((row) => {
    const { reserved: _, ...lesson } = row;
    return {
      ...lesson,
      starts_at: toIso(row.starts_at),
      reservedCount: reservationOf(row).reservedCount,
      // Nobody waits for a lesson that has started, though the sweep has yet to end its waiting
      // list.
      waitingCount: row.starts_at > now ? row.waitingCount : 0,
    };
  });
}

/** One lesson as the tutor sees it at `now`. */
export async function toAdminLesson(db: Db, row: WireRow, now: number): Promise<AdminLesson> {
  const [lesson] = await toAdminLessons(db, [row], now);
  if (lesson === undefined) throw new Error('a lesson was lost');
  return lesson;
}

/** The admin's list, sorted by start. Without dates it also holds all that is ahead. */
export async function listAdminLessons(
  db: Db,
  window: InstantWindow,
  now: number,
): Promise<AdminLesson[]> {
  let query = db
    .selectFrom('lessons')
    .select(wireColumns)
    .where('deleted_at', 'is', null)
    .where('starts_at', '>=', window.from);
  if (window.until !== null && !window.isDefault)
    query = query.where('starts_at', '<', window.until);
  const rows = await query.orderBy('starts_at').orderBy('id').execute();
  return toAdminLessons(db, rows, now);
}

/** A lesson that was not deleted, as the tutor sees it at `now` (epoch milliseconds). */
export async function readAdminLesson(db: Db, id: string, now: number): Promise<AdminLesson> {
  const row = await db
    .selectFrom('lessons')
    .select(wireColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return toAdminLesson(db, row, now);
}

/** Whose lessons are asked for: a family's, or those of one of its students alone. */
export interface Viewer extends Onlooker {
  readonly familyId: string;
}

export async function insertLesson(
  { tx, now, announce }: Work,
  lesson: NewLesson,
): Promise<AdminLesson> {
  announce(PLAN_CHANGED);
  const row = await tx
    .insertInto('lessons')
    .values({
      id: newId(),
      date: lesson.Date,
      time: lesson.Time,
      starts_at: startsAt(lesson.Date, lesson.Time),
      name: lesson.Lesson_Name,
      meeting_link: lesson.Meeting_Link,
      max_students: lesson.Max_Students,
      notes: lesson.lesson_notes,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    })
    .returning(wireColumns)
    .executeTakeFirstOrThrow();
  return toAdminLesson(tx, row, now);
}

export type ReservedFor = 'student' | 'family';

interface Asking {
  readonly id: string;
  readonly familyId: string;
  readonly studentId: string;
  /** Whose kept place counts; '': anybody's of the family. */
  readonly reservedFor: string;
  readonly now: number;
}

const keptPlaces = sql`from payment_lessons join payments on payments.id = payment_lessons.payment_id
  where payment_lessons.lesson_id = lessons.id and ${isReserved}`;

/** How many places are counted as held and are not any more. */
const expiredReservationsOf = (param: Param<Asking>) =>
  sql<number>`(select count(*) ${keptPlaces} and reserved_until <= ${param('now')})`;

/** Until when a spot is kept for whoever asks; null: none is. */
const keptUntil = (param: Param<Asking>) =>
  sql<number | null>`(select max(reserved_until) ${keptPlaces} and reserved_until > ${param('now')}
    and payment_lessons.family_id = ${param('familyId')}
    and payment_lessons.student_id = coalesce(nullif(${param('reservedFor')}, ''), payment_lessons.student_id))`;

/**
 * Every number in one statement: what is let go or booked between two of them would be missing, or
 * count twice.
 */
const bookable = prepare((db, param: Param<Asking>) =>
  db
    .selectFrom('lessons')
    .select((eb) => [
      'starts_at',
      'max_students',
      'booked',
      'reserved',
      expiredReservationsOf(param).as('expired'),
      keptUntil(param).as('kept_until'),
      eb
        .exists(
          eb
            .selectFrom('bookings')
            .select('bookings.id')
            .where('lesson_id', '=', param('id'))
            .where('family_id', '=', param('familyId'))
            .where('student_id', '=', param('studentId'))
            .where(isActive),
        )
        .as('isBooked'),
    ])
    .where('id', '=', param('id'))
    .where('deleted_at', 'is', null),
);

/**
 * What the booking rules ask of a lesson, for one student; null when there is no such lesson. A
 * place that is kept for the student counts, or with `reservedFor` one that is kept for anybody of
 * the family.
 */
export async function readBookable(
  db: Db,
  {
    id,
    reservedFor = 'student',
    ...viewer
  }: Viewer & {
    readonly id: string;
    readonly studentId: string;
    readonly reservedFor?: ReservedFor;
  },
) {
  const row = await bookable.first(db, {
    id,
    ...viewer,
    reservedFor: reservedFor === 'family' ? '' : viewer.studentId,
  });
  if (row === undefined) return null;
  return {
    starts_at: toIso(row.starts_at),
    availableSpots: spotsLeft(row.max_students, row.booked, row.reserved - row.expired),
    reserved_until: row.kept_until === null ? null : toIso(row.kept_until),
    isBooked: Boolean(row.isBooked),
  };
}

/** The spots left in a lesson at `now` (epoch milliseconds); null when there is no such lesson. */
export async function readSpots(
  db: Db,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<number | null> {
  const lesson = await db
    .selectFrom('lessons')
    .select(['id', 'max_students', 'booked', 'reserved'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (lesson === undefined) return null;
  const reservationOf = await lookUpReservations(db, [lesson], {
    familyId: null,
    studentId: null,
    now,
  });
  return spotsLeft(lesson.max_students, lesson.booked, reservationOf(lesson).reservedCount);
}
