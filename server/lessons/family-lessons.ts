// Lessons as a family sees them: its own bookings, its waiting-list entries and the join links of
// its bookings.
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

/** A lesson with the viewer's own bookings and waiting-list positions. */
interface FamilyRow extends Omit<WireRow, 'waitingCount'> {
  readonly own: string | null;
  readonly entries: string | null;
}

interface Asked {
  readonly familyId: string;
  readonly studentId: string;
  readonly from: number;
  readonly until: number;
}

/**
 * The viewer's own bookings of a lesson, oldest first, as 'id student uid token' joined by commas.
 * Null when there are none. A subquery per lesson, because PostgreSQL would spend longer planning a
 * join than running it.
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
 * The viewer's own entries on the waiting list of a lesson, foremost first, as 'position
 * student,position student'. Most lessons have none.
 */
const ownEntries = (param: Param<Asked>, isStudent: boolean) =>
  sql<string | null>`case when lessons.waiting > 0 then (
    select string_agg((
      select count(*) from waiting_list_entries ahead
      where ahead.lesson_id = lessons.id and ahead.number <= own.number
    ) || ' ' || own.student_id, ',' order by own.number)
    from waiting_list_entries own where own.lesson_id = lessons.id and own.family_id = ${param('familyId')}
    ${isStudent ? sql`and own.student_id = ${param('studentId')}` : sql``}
  ) end`.as('entries');

const inWindow = (isStudent: boolean) =>
  prepare((db, param: Param<Asked>) =>
    db
      .selectFrom('lessons')
      .select(wireColumns)
      .select([ownBookings(param, isStudent), ownEntries(param, isStudent)])
      .where('deleted_at', 'is', null)
      .where('starts_at', '>=', param('from'))
      .where('starts_at', '<', param('until'))
      .orderBy('starts_at')
      .orderBy('lessons.id'),
  );

/** All lessons that the viewer has booked from `until` on. */
const bookedAhead = (isStudent: boolean) =>
  prepare((db, param: Param<Asked>) =>
    db
      .selectFrom('lessons')
      .select(wireColumns)
      .select([ownBookings(param, isStudent), ownEntries(param, isStudent)])
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
 * Lists the viewer's lessons, sorted by start. Without dates, the list also includes everything
 * they have booked further ahead.
 */
export async function listFamilyLessons(
  db: Db,
  viewer: Viewer,
  { from, until, isDefault }: LessonWindow,
): Promise<FamilyLesson[]> {
  const { familyId, studentId } = viewer;
  const query = queries[studentId === null ? 'family' : 'student'];
  const values = { familyId, studentId: studentId ?? '', from, until };
  const rows = await query.inWindow.all(db, values);
  if (isDefault) rows.push(...(await query.bookedAhead.all(db, values)));
  return toFamilyLessons(db, rows, viewer);
}

/**
 * Lists all lessons that the viewer has booked from an instant on (epoch milliseconds), sorted by
 * start.
 */
export async function listBookedLessons(
  db: Db,
  viewer: Viewer,
  from: number,
): Promise<FamilyLesson[]> {
  const { familyId, studentId } = viewer;
  const query = queries[studentId === null ? 'family' : 'student'];
  const values = { familyId, studentId: studentId ?? '', from, until: from };
  const rows = await query.bookedAhead.all(db, values);
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
 * The meeting link and notes are only shown to families who have booked. A lesson that has started
 * at `now` has no waiting list.
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
  const waitingStudents = readList(row.starts_at > now ? row.entries : null).map(
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

/** Parses the text that the subqueries above build: items joined by commas, words by spaces. */
const readList = (text: string | null): string[][] =>
  text === null ? [] : text.split(',').map((words) => words.split(' '));
