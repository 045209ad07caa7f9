// The lessons as a family sees them: its own bookings and places in lines, and the link of what it
// has booked.
import { sql } from 'kysely';

import { type FamilyLesson, spotsLeft } from '../../domain/lesson.ts';
import { joinPath } from '../../domain/paths.ts';
import { toIso } from '../../domain/time.ts';
import type { Db } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import { remembered } from '../remembered.ts';
import type { LessonWindow } from '../windows.ts';
import { isActive } from './active-bookings.ts';
import { type Reserved, lookUpReservations } from './reservation-lookup.ts';
import { type Viewer, wireColumns, type WireRow } from './lessons.ts';

/** A lesson, and what is the viewer's own of it. */
interface FamilyRow extends Omit<WireRow, 'waitingCount'> {
  readonly own: string | null;
  readonly places: string | null;
}

interface Asked {
  readonly familyId: string;
  readonly studentId: string;
  readonly from: number;
  readonly until: number;
}

/**
 * A viewer's own bookings of a lesson, the oldest first: 'booking student uid door', with a comma
 * between them. Null where there are none. Looked up lesson by lesson: PostgreSQL would spend
 * longer on planning a join than on running it.
 */
const ownBookings = (param: Param<Asked>, isStudent: boolean) =>
  sql<string | null>`(
    select string_agg(
      bookings.id || ' ' || bookings.student_id || ' ' || coalesce(bookings.uid, bookings.id) || ' ' || coalesce(bookings.join_token, ''),
      ',' order by bookings.created_at, bookings.id
    )
    from bookings where bookings.lesson_id = lessons.id and bookings.family_id = ${param('familyId')} and ${isActive}
    ${isStudent ? sql`and bookings.student_id = ${param('studentId')}` : sql``}
  )`.as('own');

/**
 * A viewer's own places in the line of a lesson, the foremost first: 'position student,position
 * student'. Most have none.
 */
const ownPlaces = (param: Param<Asked>, isStudent: boolean) =>
  sql<string | null>`case when lessons.waiting > 0 then (
    select string_agg((
      select count(*) from waiting_list_entries ahead
      where ahead.lesson_id = lessons.id and ahead.number <= own.number
    ) || ' ' || own.student_id, ',' order by own.number)
    from waiting_list_entries own where own.lesson_id = lessons.id and own.family_id = ${param('familyId')}
    ${isStudent ? sql`and own.student_id = ${param('studentId')}` : sql``}
  ) end`.as('places');

const inWindow = (isStudent: boolean) =>
  prepare((db, param: Param<Asked>) =>
    db
      .selectFrom('lessons')
      .select(wireColumns)
      .select([ownBookings(param, isStudent), ownPlaces(param, isStudent)])
      .where('deleted_at', 'is', null)
      .where('starts_at', '>=', param('from'))
      .where('starts_at', '<', param('until'))
      .orderBy('starts_at')
      .orderBy('lessons.id'),
  );

/** All that the viewer has booked from `until` on. */
const bookedAhead = (isStudent: boolean) =>
  prepare((db, param: Param<Asked>) =>
    db
      .selectFrom('lessons')
      .select(wireColumns)
      .select([ownBookings(param, isStudent), ownPlaces(param, isStudent)])
      .where('lessons.id', 'in', (eb) =>
        eb
          .selectFrom('bookings')
          .select('bookings.lesson_id')
          .where('bookings.family_id', '=', param('familyId'))
          .where(isActive)
          .$if(isStudent, (own) => own.where('bookings.student_id', '=', param('studentId'))),
      )
      .where('deleted_at', 'is', null)
      .where('starts_at', '>=', param('until'))
      .orderBy('starts_at')
      .orderBy('lessons.id'),
  );

const queries = {
  family: { inWindow: inWindow(false), bookedAhead: bookedAhead(false) },
  student: { inWindow: inWindow(true), bookedAhead: bookedAhead(true) },
} as const;

/**
 * A viewer's list, sorted by start. Without dates it also holds all that they have booked further
 * ahead.
 */
export async function listFamilyLessons(
  db: Db,
  viewer: Viewer,
  { from, until, isDefault }: LessonWindow,
): Promise<FamilyLesson[]> {
  const { familyId, studentId } = viewer;
  const asked = queries[studentId === null ? 'family' : 'student'];
  const values = { familyId, studentId: studentId ?? '', from, until };
  const rows = await asked.inWindow.all(db, values);
  if (isDefault) rows.push(...(await asked.bookedAhead.all(db, values)));
  return toFamilyLessons(db, rows, viewer);
}

/**
 * All that a viewer has booked from an instant on (epoch milliseconds), sorted by start, whatever
 * else is planned.
 */
export async function listBookedLessons(
  db: Db,
  viewer: Viewer,
  from: number,
): Promise<FamilyLesson[]> {
  const { familyId, studentId } = viewer;
  const asked = queries[studentId === null ? 'family' : 'student'];
  const values = { familyId, studentId: studentId ?? '', from, until: from };
  const rows = await asked.bookedAhead.all(db, values);
  return toFamilyLessons(db, rows, viewer);
}

async function toFamilyLessons(
  db: Db,
  rows: readonly FamilyRow[],
  viewer: Viewer,
): Promise<FamilyLesson[]> {
  const reservationOf = await lookUpReservations(db, rows, viewer);
  return rows.map((row) => toFamilyLesson(row, reservationOf(row), viewer.now));
}

const startOf = remembered(toIso);

/**
 * Link and notes are for those who have booked. Nobody waits for a lesson that has started at
 * `now`.
 */
function toFamilyLesson(
  row: FamilyRow,
  { reservedCount, reserved_until }: Reserved,
  now: number,
): FamilyLesson {
  const bookings = readList(row.own).map(
    ([id = '', Student_ID = '', calendar_uid = '', joinToken = '']) => ({
      id,
      Student_ID,
      join_link: joinToken === '' ? null : joinPath(joinToken),
      calendar_uid,
    }),
  );
  const isBooked = bookings.length > 0;
  const waitingStudents = readList(row.starts_at > now ? row.places : null).map(
    ([position = '', Student_ID = '']) => ({
      position: Number(position),
      Student_ID,
    }),
  );
  return {
    id: row.id,
    Date: row.Date,
    Time: row.Time,
    Lesson_Name: row.Lesson_Name,
    Meeting_Link: isBooked ? row.Meeting_Link : null,
    Max_Students: row.Max_Students,
    lesson_notes: isBooked ? row.lesson_notes : '',
    starts_at: startOf(row.starts_at),
    reserved_until,
    availableSpots: spotsLeft(row.Max_Students, row.bookedCount, reservedCount),
    bookings,
    isBooked,
    bookingId: bookings[0]?.id ?? null,
    join_link: bookings[0]?.join_link ?? null,
    waitingStudents,
    waiting: waitingStudents[0] ?? null,
  };
}

/**
 * What the subqueries above put into one text: words with a space between them, lists with a comma.
 */
const readList = (text: string | null): string[][] =>
  text === null ? [] : text.split(',').map((words) => words.split(' '));
