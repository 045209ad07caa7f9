// Lessons: planning them, and the spots that bookings take in them.
import { Refusal } from '../../domain/errors.ts';
import type { AdminLesson, LessonChanges, NewLesson, StudentLesson } from '../../domain/lesson.ts';
import { CANCEL_NOTICE_MINUTES } from '../../domain/limits.ts';
import { announceAtCommit, type Db, type Tx } from '../db/index.ts';
import { newId } from '../ids.ts';
import type { LessonFacts } from '../mail/lesson-messages.ts';
import { type InstantWindow, startsAt } from '../uk-clock.ts';

const wireColumns = [
  'lessons.id as id',
  'date as Date',
  'time as Time',
  'name as Lesson_Name',
  'meeting_link as Meeting_Link',
  'max_students as Max_Students',
  'notes as lesson_notes',
  'starts_at',
  'booked as bookedCount',
] as const;

const factColumns = ['id', 'date', 'time', 'starts_at', 'name', 'meeting_link', 'notes'] as const;

type WireRow = Omit<AdminLesson, 'starts_at'> & { readonly starts_at: number };

const toAdminLesson = (row: WireRow): AdminLesson => ({
  ...row,
  starts_at: new Date(row.starts_at).toISOString(),
});

/** The admin's list, sorted by start. Without dates it also holds all that is ahead. */
export async function listAdminLessons(db: Db, window: InstantWindow): Promise<AdminLesson[]> {
  let query = db
    .selectFrom('lessons')
    .select(wireColumns)
    .where('deleted_at', 'is', null)
    .where('starts_at', '>=', window.from);
  if (window.until !== null && !window.isDefault) query = query.where('starts_at', '<', window.until);
  const rows = await query.orderBy('starts_at').orderBy('id').execute();
  return rows.map(toAdminLesson);
}

/** A student's list, sorted by start. Without dates it also holds all that they have booked further ahead. */
export async function listStudentLessons(
  db: Db,
  studentId: string,
  window: InstantWindow,
): Promise<StudentLesson[]> {
  // Looked up lesson by lesson: PostgreSQL would spend longer on planning a join than on running it.
  const query = db
    .selectFrom('lessons')
    .select(wireColumns)
    .select((eb) =>
      eb
        .selectFrom('bookings')
        .select('bookings.id')
        .whereRef('bookings.lesson_id', '=', 'lessons.id')
        .where('bookings.student_id', '=', studentId)
        .where('bookings.cancelled_at', 'is', null)
        .as('bookingId'),
    )
    .where('deleted_at', 'is', null)
    .where('starts_at', '>=', window.from)
    .$if(window.until !== null, (all) => all.where('starts_at', '<', window.until))
    .orderBy('starts_at')
    .orderBy('lessons.id');
  const rows = await query.execute();
  if (window.isDefault && window.until !== null)
    rows.push(...(await listBookedFrom(db, studentId, window.until)));
  return rows.map(toStudentLesson);
}

/** All that the student has booked from an instant on. */
function listBookedFrom(db: Db, studentId: string, from: number) {
  return db
    .selectFrom('bookings')
    .innerJoin('lessons', 'lessons.id', 'bookings.lesson_id')
    .select([...wireColumns, 'bookings.id as bookingId'])
    .where('bookings.student_id', '=', studentId)
    .where('bookings.cancelled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('starts_at', '>=', from)
    .orderBy('starts_at')
    .orderBy('lessons.id')
    .execute();
}

/** Link and notes are for those who have booked. */
function toStudentLesson({
  bookedCount,
  bookingId,
  ...row
}: WireRow & { readonly bookingId: string | null }): StudentLesson {
  const isBooked = bookingId !== null;
  return {
    ...row,
    Meeting_Link: isBooked ? row.Meeting_Link : null,
    lesson_notes: isBooked ? row.lesson_notes : '',
    starts_at: new Date(row.starts_at).toISOString(),
    availableSpots: Math.max(0, row.Max_Students - bookedCount),
    isBooked,
    bookingId,
  };
}

export async function createLesson(tx: Tx, now: number, lesson: NewLesson): Promise<AdminLesson> {
  announceAtCommit(tx, PLAN_CHANGED);
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
  return toAdminLesson(row);
}

/**
 * Changes the given fields. Answers the lesson before and after; throws lesson_not_found, or below_booked
 * when Max_Students would drop below the live bookings.
 */
export async function changeLesson(
  tx: Tx,
  now: number,
  id: string,
  changes: LessonChanges,
): Promise<{ before: LessonFacts; after: LessonFacts; lesson: AdminLesson }> {
  // Writing first holds the row: what it answers stays true until the commit.
  const before = await tx
    .updateTable('lessons')
    .set({ updated_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning([...factColumns, 'max_students', 'booked'])
    .executeTakeFirst();
  if (before === undefined) throw new Refusal('lesson_not_found');
  announceAtCommit(tx, PLAN_CHANGED);
  const max_students = changes.Max_Students ?? before.max_students;
  if (max_students < before.booked) throw belowBooked();
  const date = changes.Date ?? before.date;
  const time = changes.Time ?? before.time;
  const after = {
    date,
    time,
    starts_at: startsAt(date, time),
    name: changes.Lesson_Name ?? before.name,
    meeting_link: changes.Meeting_Link ?? before.meeting_link,
    notes: changes.lesson_notes ?? before.notes,
  };
  const row = await tx
    .updateTable('lessons')
    .set({ ...after, max_students })
    .where('id', '=', id)
    .returning(wireColumns)
    .executeTakeFirstOrThrow();
  return { before, after: { id, ...after }, lesson: toAdminLesson(row) };
}

function belowBooked(): Refusal {
  const { message } = new Refusal('below_booked');
  return new Refusal('below_booked', { details: [{ field: 'Max_Students', message }] });
}

/** Announced when a lesson was planned, moved, changed or deleted. */
export const PLAN_CHANGED = 'plan';
/** Announced, before a lesson's id, when its spots changed. */
export const SPOTS_CHANGED = 'spots:';

/** Marks the lesson deleted and frees its spots. Null when there is none. The caller settles the bookings. */
export async function removeLesson(tx: Tx, now: number, id: string): Promise<LessonFacts | null> {
  announceAtCommit(tx, PLAN_CHANGED);
  const row = await tx
    .updateTable('lessons')
    .set({ deleted_at: now, updated_at: now, booked: 0 })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(factColumns)
    .executeTakeFirst();
  return row ?? null;
}

/** Takes one spot, if the lesson has one left and has not started; else null. The row is held until the commit. */
export async function takeSpot(tx: Tx, now: number, id: string): Promise<LessonFacts | null> {
  announceAtCommit(tx, SPOTS_CHANGED + id);
  const row = await tx
    .updateTable('lessons')
    .set((eb) => ({ booked: eb('booked', '+', 1) }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('starts_at', '>', now)
    .whereRef('booked', '<', 'max_students')
    .returning(factColumns)
    .executeTakeFirst();
  return row ?? null;
}

/** Gives one spot back until `noticeMinutes` before the start; else null. The row is held until the commit. */
export async function freeSpot(
  tx: Tx,
  now: number,
  id: string,
  noticeMinutes: number = CANCEL_NOTICE_MINUTES,
): Promise<LessonFacts | null> {
  announceAtCommit(tx, SPOTS_CHANGED + id);
  const row = await tx
    .updateTable('lessons')
    .set((eb) => ({ booked: eb('booked', '-', 1) }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('starts_at', '>', now + noticeMinutes * 60_000)
    .where('booked', '>', 0)
    .returning(factColumns)
    .executeTakeFirst();
  return row ?? null;
}

/** Holds the lesson until the commit, so that nobody moves or deletes it meanwhile; null when there is none. */
export async function holdLesson(tx: Tx, id: string): Promise<LessonFacts | null> {
  // A write that changes nothing.
  const row = await tx
    .updateTable('lessons')
    .set((eb) => ({ booked: eb.ref('booked') }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(factColumns)
    .executeTakeFirst();
  return row ?? null;
}

/** What the booking rules ask of a lesson, for one student; null when there is no such lesson. */
export async function readBookable(db: Db, id: string, studentId: string) {
  const row = await db
    .selectFrom('lessons')
    .select((eb) => [
      'starts_at',
      'max_students',
      'booked',
      eb
        .exists(
          eb
            .selectFrom('bookings')
            .select('bookings.id')
            .where('lesson_id', '=', id)
            .where('student_id', '=', studentId)
            .where('cancelled_at', 'is', null),
        )
        .as('isBooked'),
    ])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    starts_at: new Date(row.starts_at).toISOString(),
    availableSpots: Math.max(0, row.max_students - row.booked),
    isBooked: Boolean(row.isBooked),
  };
}

/** The spots left in a lesson; null when there is no such lesson. */
export async function readSpots(db: Db, id: string): Promise<number | null> {
  const row = await db
    .selectFrom('lessons')
    .select(['max_students', 'booked'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? null : Math.max(0, row.max_students - row.booked);
}
