// Reads and writes lessons, and lists them for the tutor.
import { sql } from 'kysely';

import { type AdminLesson, type SizedLesson, spotsLeft } from '../../domain/lessons/lesson.ts';
import { toIso } from '../../domain/time.ts';
import { newId } from '../base/ids.ts';
import { startsAt, type InstantWindow } from '../base/windows.ts';
import type { Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import { isActive } from './active-bookings.ts';
import { isReserved, lookUpReservations } from './reservation-lookup.ts';
import { earlierStart, type LessonStarts, spotsForAll } from './slips.ts';

/** Announced when a lesson was planned, moved, changed or deleted. */
export const PLAN_CHANGED = 'plan';
/** Announced with a lesson's id appended, when its spots changed. */
export const SPOTS_CHANGED = 'spots:';

/** A lesson as emails and change notices describe it. */
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

/** The columns of `LessonFacts`. */
export const factColumns = [
  'id',
  'date',
  'time',
  'starts_at',
  'name',
  'meeting_link',
  'notes',
] as const;

/** The columns of a lesson under their names in answers; see `LessonWireRow`. */
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
  'topic_id as Topic_ID',
] as const;

export type LessonWireRow = Omit<AdminLesson, 'starts_at' | 'reservedCount'> & {
  readonly starts_at: number;
  readonly reserved: number;
};

/** The facts of a lesson under the names of its columns. */
export const lessonFactsOf = (lesson: AdminLesson): LessonFacts => ({
  id: lesson.id,
  date: lesson.Date,
  time: lesson.Time,
  starts_at: Date.parse(lesson.starts_at),
  name: lesson.Lesson_Name,
  meeting_link: lesson.Meeting_Link,
  notes: lesson.lesson_notes,
});

/** The lessons as the tutor sees them at `now`. */
async function toAdminLessons(db: Db, rows: LessonWireRow[], now: number): Promise<AdminLesson[]> {
  const reservationOf = await lookUpReservations(db, rows, { viewer: { kind: 'tutor' }, now });
  return rows.map((row) => {
    const { reserved: _, ...lesson } = row;
    return {
      ...lesson,
      starts_at: toIso(row.starts_at),
      reservedCount: reservationOf(row).reservedCount,
      // A lesson that has started has no waiting list, even before the job has ended it.
      waitingCount: row.starts_at > now ? row.waitingCount : 0,
    };
  });
}

/** One lesson as the tutor sees it at `now`. */
export async function toAdminLesson(db: Db, row: LessonWireRow, now: number): Promise<AdminLesson> {
  const [lesson] = await toAdminLessons(db, [row], now);
  if (lesson === undefined) throw new Error('expected one lesson row, got none');
  return lesson;
}

/**
 * Lists lessons for the tutor, sorted by start. Without dates, the list also includes everything
 * ahead.
 */
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

/** Plans a lesson that nobody has booked yet, and announces it. Its date and time are UK time. */
export async function insertLesson(
  { tx, now, announce }: Work,
  lesson: SizedLesson,
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
      topic_id: lesson.Topic_ID,
      created_at: now,
      moved_at: now,
      deleted_at: null,
    })
    .returning(wireColumns)
    .executeTakeFirstOrThrow();
  return toAdminLesson(tx, row, now);
}

export type ReservedFor = 'student' | 'family';

interface LessonOfFamily {
  readonly id: string;
  readonly familyId: string;
  readonly studentId: string;
  readonly now: number;
}

const reservations = sql`from payment_lessons join payments on payments.id = payment_lessons.payment_id
  where payment_lessons.lesson_id = lessons.id and ${isReserved}`;

/** The number of expired reservations that are still counted as reserved. */
const expiredReservationsOf = (param: Param<Pick<LessonOfFamily, 'now'>>) =>
  sql<number>`(select count(*) ${reservations} and reserved_until <= ${param('now')})`;

/** When the caller's own reservation ends; null when they have none. */
const ownReservedUntil = (param: Param<LessonOfFamily>, reservedFor: ReservedFor) =>
  sql<
    number | null
  >`(select max(reserved_until) ${reservations} and reserved_until > ${param('now')}
    and payment_lessons.family_id = ${param('familyId')}
    ${reservedFor === 'student' ? sql`and payment_lessons.student_id = ${param('studentId')}` : sql``})`;

/**
 * Reads every number in one statement: a spot released or booked between two statements would be
 * missed or counted twice.
 */
const spotsOf = (db: Db, param: Param<Pick<LessonOfFamily, 'id' | 'now'>>) =>
  db
    .selectFrom('lessons')
    .select([
      'starts_at',
      'moved_from',
      'max_students',
      'booked',
      'free_booked',
      'reserved',
      'waiting',
      expiredReservationsOf(param).as('expired'),
    ])
    .where('id', '=', param('id'))
    .where('deleted_at', 'is', null);

const bookableFor = (reservedFor: ReservedFor) =>
  prepare((db, param: Param<LessonOfFamily>) =>
    spotsOf(db, param).select((eb) => [
      ownReservedUntil(param, reservedFor).as('own_reserved_until'),
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
    ]),
  );
const bookable = { student: bookableFor('student'), family: bookableFor('family') } as const;
const bookableForStranger = prepare(spotsOf);

interface SpotsRow extends LessonStarts {
  max_students: number;
  booked: number;
  reserved: number;
  waiting: number;
  expired: number;
}

function toBookable(row: SpotsRow, now: number) {
  const { starts_at, moved_from } = row;
  const openSpots = spotsLeft(row.max_students, row.booked, row.reserved - row.expired);
  return {
    starts_at: toIso(earlierStart(row)),
    availableSpots: spotsForAll(row, { openSpots, now }),
    stored: { starts_at, moved_from, openSpots },
  };
}

/**
 * Reads what the booking rules need to know about a lesson for one student; null when there is no
 * such lesson. A reservation for the student counts; with `reservedFor: 'family'`, one for any
 * student of the family. A lesson whose move is not settled starts by the earlier of its starts,
 * and its open spots go to its waiting list. `stored` has the values of the row.
 */
export async function readBookable(
  db: Db,
  { reservedFor = 'student', ...attending }: LessonOfFamily & { reservedFor?: ReservedFor },
) {
  const row = await bookable[reservedFor].first(db, attending);
  if (row === undefined) return null;
  return {
    ...toBookable(row, attending.now),
    reserved_until: row.own_reserved_until === null ? null : toIso(row.own_reserved_until),
    isBooked: Boolean(row.isBooked),
    free_booked: row.free_booked,
  };
}

/**
 * Reads what the booking rules need to know about a lesson for somebody without a booking or a
 * reservation; null when there is no such lesson.
 */
export async function readBookableForStranger(db: Db, lesson: { id: string; now: number }) {
  const row = await bookableForStranger.first(db, lesson);
  if (row === undefined) return null;
  return { ...toBookable(row, lesson.now), reserved_until: null, isBooked: false };
}

/**
 * Returns the spots of a lesson that are open to all at `now` (epoch milliseconds), or null when
 * there is no such lesson.
 */
export async function readSpots(
  db: Db,
  { id, now }: { id: string; now: number },
): Promise<number | null> {
  const lesson = await db
    .selectFrom('lessons')
    .select(['id', 'starts_at', 'moved_from', 'max_students', 'booked', 'reserved', 'waiting'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (lesson === undefined) return null;
  const reservationOf = await lookUpReservations(db, [lesson], {
    viewer: { kind: 'visitor' },
    now,
  });
  const { reservedCount } = reservationOf(lesson);
  const openSpots = spotsLeft(lesson.max_students, lesson.booked, reservedCount);
  return spotsForAll(lesson, { openSpots, now });
}
