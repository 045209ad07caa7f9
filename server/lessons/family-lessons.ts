// Lessons as a family sees them: its own bookings, its waiting-list entries and the join links of
// its bookings.
import { type RawBuilder, sql } from 'kysely';

import { type FamilyLesson, freeSpotsLeft, spotsLeft } from '../../domain/lessons/lesson.ts';
import { joinPath } from '../../domain/paths.ts';
import { toIso } from '../../domain/time.ts';
import type { LessonTopic, PreparedCount } from '../../domain/topics/lesson-topic.ts';
import { cacheResults } from '../base/cache-results.ts';
import type { LessonWindow } from '../base/windows.ts';
import { isActive } from '../booking/active-bookings.ts';
import { isUnconfirmedGuest, readFreeLessonOffer } from '../booking/free-lesson.ts';
import { wireColumns, type LessonWireRow } from '../booking/lessons.ts';
import { lookUpReservations, type ReservedSpots } from '../booking/reservation-lookup.ts';
import { spotsForAll } from '../booking/slips.ts';
import { withoutCredit } from '../credits/return-credit.ts';
import type { Db } from '../engine/database.ts';
import {
  type JsonRow,
  jsonRow,
  type JsonRows,
  jsonRows,
  readRow,
  readRows,
} from '../engine/json-rows.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import type { FamilyViewer } from '../people/viewer.ts';
import { lookUpPrepared } from './preparation.ts';

interface OwnBooking {
  readonly id: string;
  readonly student: string;
  readonly uid: string;
  readonly token: string | null;
  /** 1 or true if it took no credit. */
  readonly isWithoutCredit: number | boolean;
}

interface OwnEntry {
  readonly position: number;
  readonly student: string;
}

/** A lesson with the viewer's own bookings and waiting-list positions. */
interface FamilyRow extends LessonWireRow {
  readonly moved_from: number | null;
  readonly free_booked: number;
  readonly own: JsonRows<OwnBooking> | null;
  readonly topic: JsonRow<LessonTopic> | null;
  readonly entries: JsonRows<OwnEntry> | null;
}

/** What a parent asks for: the bookings and entries of the whole family. */
interface FamilyPeriod {
  readonly familyId: string;
  readonly from: number;
  readonly until: number;
}

interface StudentPeriod extends FamilyPeriod {
  readonly studentId: string;
}

/** Narrows bookings or waiting-list entries to those that the viewer sees in their family. */
type Narrow<A extends FamilyPeriod> = (
  param: Param<A>,
  table: 'bookings' | 'own',
) => RawBuilder<unknown>;

const wholeFamily: Narrow<FamilyPeriod> = () => sql``;
const oneStudent: Narrow<StudentPeriod> = (param, table) =>
  sql`and ${sql.ref(`${table}.student_id`)} = ${param('studentId')}`;

/**
 * The viewer's own bookings of a lesson, oldest first. A subquery per lesson, because PostgreSQL
 * would spend longer planning a join than running it.
 */
const ownBookings = <A extends FamilyPeriod>(db: Db, param: Param<A>, narrow: Narrow<A>) =>
  sql<JsonRows<OwnBooking> | null>`(
    select ${jsonRows<OwnBooking>(
      db,
      {
        id: sql`bookings.id`,
        student: sql`bookings.student_id`,
        uid: sql`coalesce(bookings.uid, bookings.id)`,
        token: sql`bookings.join_token`,
        isWithoutCredit: withoutCredit,
      },
      sql`bookings.created_at, bookings.id`,
    )}
    from bookings where bookings.lesson_id = lessons.id and bookings.family_id = ${param('familyId')} and ${isActive}
    ${narrow(param, 'bookings')}
  )`.as('own');

/** The viewer's own entries on the waiting list of a lesson, foremost first. Most have none. */
const ownEntries = <A extends FamilyPeriod>(db: Db, param: Param<A>, narrow: Narrow<A>) =>
  sql<JsonRows<OwnEntry> | null>`case when lessons.waiting > 0 then (
    select ${jsonRows<OwnEntry>(
      db,
      {
        position: sql`(select count(*) from waiting_list_entries ahead
          where ahead.lesson_id = lessons.id and ahead.number <= own.number)`,
        student: sql`own.student_id`,
      },
      sql`own.number`,
    )}
    from waiting_list_entries own where own.lesson_id = lessons.id and own.family_id = ${param('familyId')}
    ${narrow(param, 'own')}
  ) end`.as('entries');

const topicOfLesson = (db: Db) =>
  sql<JsonRow<LessonTopic> | null>`case when topic_id is not null then (
    select ${jsonRow<LessonTopic>(db, {
      id: sql`topics.id`,
      name: sql`topics.name`,
      reference: sql`topics.reference`,
    })}
    from topics where topics.id = lessons.topic_id
  ) end`.as('topic');

const seenBy = <A extends FamilyPeriod>(db: Db, param: Param<A>, narrow: Narrow<A>) =>
  db
    .selectFrom('lessons')
    .select([...wireColumns, 'moved_from', 'free_booked'])
    .select([ownBookings(db, param, narrow), ownEntries(db, param, narrow), topicOfLesson(db)])
    .where('deleted_at', 'is', null)
    .orderBy('starts_at')
    .orderBy('lessons.id');

const inWindow = <A extends FamilyPeriod>(narrow: Narrow<A>) =>
  prepare((db, param: Param<A>) =>
    seenBy(db, param, narrow)
      .where('starts_at', '>=', param('from'))
      .where('starts_at', '<', param('until')),
  );

/** All lessons that the viewer has booked from `until` on. */
const bookedAhead = <A extends FamilyPeriod>(narrow: Narrow<A>) =>
  prepare((db, param: Param<A>) =>
    seenBy(db, param, narrow)
      .where(
        sql<boolean>`lessons.id in (select bookings.lesson_id from bookings
          where bookings.family_id = ${param('familyId')} and ${isActive}
          ${narrow(param, 'bookings')})`,
      )
      .where('starts_at', '>=', param('until')),
  );

const ofFamily = { inWindow: inWindow(wholeFamily), bookedAhead: bookedAhead(wholeFamily) };
const ofStudent = { inWindow: inWindow(oneStudent), bookedAhead: bookedAhead(oneStudent) };

function listRows(
  db: Db,
  query: 'inWindow' | 'bookedAhead',
  viewer: FamilyViewer,
  window: { from: number; until: number },
): Promise<FamilyRow[]> {
  const { familyId } = viewer;
  const { from, until } = window;
  return viewer.kind === 'student'
    ? ofStudent[query].all(db, { familyId, studentId: viewer.studentId, from, until })
    : ofFamily[query].all(db, { familyId, from, until });
}

/**
 * Lists the viewer's lessons at `now` (epoch milliseconds), sorted by start. Without dates, the
 * list also includes everything they have booked further ahead.
 */
export async function listFamilyLessons(
  db: Db,
  viewer: FamilyViewer,
  { window, now }: { window: LessonWindow; now: number },
): Promise<FamilyLesson[]> {
  const rows = await listRows(db, 'inWindow', viewer, window);
  if (window.isDefault) rows.push(...(await listRows(db, 'bookedAhead', viewer, window)));
  const maxFree = await readFreeSpots(db, viewer);
  return toFamilyLessons(db, rows, { viewer, now, maxFree });
}

/** The free spots of each lesson for a family that can book one of them; null for others. */
async function readFreeSpots(db: Db, viewer: FamilyViewer): Promise<number | null> {
  if (viewer.kind === 'student') return null;
  const { state, mode, spotsPerLesson } = await readFreeLessonOffer(db, viewer.familyId);
  return state === 'had' || mode === 'ask' ? null : spotsPerLesson;
}

/**
 * Lists all lessons at `now` that the viewer has booked from an instant on (both epoch
 * milliseconds), sorted by start.
 */
export async function listBookedLessons(
  db: Db,
  viewer: FamilyViewer,
  { from, now }: { from: number; now: number },
): Promise<FamilyLesson[]> {
  const rows = await listRows(db, 'bookedAhead', viewer, { from, until: from });
  return toFamilyLessons(db, rows, { viewer, now, maxFree: null });
}

async function toFamilyLessons(
  db: Db,
  rows: FamilyRow[],
  { viewer, now, maxFree }: { viewer: FamilyViewer; now: number; maxFree: number | null },
): Promise<FamilyLesson[]> {
  const reservationOf = await lookUpReservations(db, rows, { viewer, now });
  const preparedOf = await lookUpPreparation(db, rows, viewer);
  const hasLinks =
    rows.some(({ own }) => own !== null) && !(await isUnconfirmedGuest(db, viewer.familyId));
  return rows.map((row) =>
    toFamilyLesson(row, { now, maxFree, hasLinks, reserved: reservationOf(row), preparedOf }),
  );
}

const NOTHING: PreparedCount = { done: 0, all: 0 };

/**
 * Returns what has been prepared for a booking of a lesson with a topic. Queries the database only
 * when a booked lesson has one. `rows` are sorted by start.
 */
async function lookUpPreparation(
  db: Db,
  rows: FamilyRow[],
  { familyId }: FamilyViewer,
): Promise<(bookingId: string) => PreparedCount> {
  const booked = rows.filter(({ own, topic }) => own !== null && topic !== null);
  const [first] = booked;
  if (first === undefined) return () => NOTHING;
  const to = booked.at(-1)?.starts_at ?? first.starts_at;
  const prepared = await lookUpPrepared(db, { familyId, from: first.starts_at, to });
  return (bookingId) => prepared.get(bookingId) ?? NOTHING;
}

const startOf = cacheResults(toIso);

/** What a row lacks to be a lesson. */
interface LookedUp {
  now: number;
  /** How many free first lessons the lesson takes; null unless the viewer can book one. */
  maxFree: number | null;
  /** Whether the meeting links of booked lessons are shown. */
  hasLinks: boolean;
  reserved: ReservedSpots;
  preparedOf: (bookingId: string) => PreparedCount;
}

/**
 * Notes and the meeting link are only shown to families who have booked, and the link, which opens
 * every lesson, to none that may be a stranger's (`isUnconfirmedGuest`). A lesson that has started
 * at `now` has no waiting list.
 */
function toFamilyLesson(
  row: FamilyRow,
  { now, maxFree, hasLinks, reserved: { reservedCount, ...own }, preparedOf }: LookedUp,
): FamilyLesson {
  const bookings = readRows(row.own).map(toOwnBooking);
  const [first] = bookings;
  const isBooked = first !== undefined;
  const topic = readRow(row.topic);
  const openSpots = spotsLeft(row.Max_Students, row.bookedCount, reservedCount);
  const { starts_at, moved_from, waitingCount: waiting } = row;
  const availableSpots = spotsForAll({ starts_at, moved_from, waiting }, { openSpots, now });
  const waitingStudents = readRows(row.starts_at > now ? row.entries : null).map(
    ({ position, student }) => ({ position, Student_ID: student }),
  );
  return {
    id: row.id,
    Date: row.Date,
    Time: row.Time,
    Lesson_Name: row.Lesson_Name,
    Meeting_Link: isBooked && hasLinks ? row.Meeting_Link : null,
    Max_Students: row.Max_Students,
    lesson_notes: isBooked ? row.lesson_notes : '',
    starts_at: startOf(row.starts_at),
    topic,
    prepared: isBooked && topic !== null ? preparedOf(first.id) : null,
    ...own,
    availableSpots,
    free_spots_left:
      maxFree === null ? null : freeSpotsLeft({ availableSpots }, row.free_booked, maxFree),
    bookings,
    isBooked,
    bookingId: first?.id ?? null,
    join_link: first?.join_link ?? null,
    waitingStudents,
    waiting: waitingStudents[0] ?? null,
  };
}

const toOwnBooking = ({ id, student, uid, token, isWithoutCredit }: OwnBooking) => ({
  id,
  Student_ID: student,
  join_link: token === null ? null : joinPath(token),
  calendar_uid: uid,
  ...(isWithoutCredit ? { without_credit: true as const } : {}),
});
