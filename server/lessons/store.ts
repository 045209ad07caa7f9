// Lessons: the rows, and the lists that the tutor and families see.
import { sql } from 'kysely';

import type { AdminLesson, NewLesson, FamilyLesson } from '../../domain/lesson.ts';
import { doorPath } from '../../domain/paths.ts';
import { toIso } from '../../domain/time.ts';
import type { Work } from '../db/context.ts';
import type { Db } from '../db/database.ts';
import { type Param, prepare } from '../db/prepared.ts';
import { newId } from '../ids.ts';
import { isKept } from './booked-store.ts';
import { type Onlooker, withHeld } from './held-store.ts';
import { startsAt } from '../uk-clock.ts';
import type { InstantWindow, LessonWindow } from '../windows.ts';

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

export const factColumns = ['id', 'date', 'time', 'starts_at', 'name', 'meeting_link', 'notes'] as const;

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
  'held',
] as const;

type WireRow = Omit<AdminLesson, 'starts_at' | 'heldCount'> & {
  readonly starts_at: number;
  readonly held: number;
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
async function toAdminLessons(db: Db, rows: readonly WireRow[], now: number): Promise<AdminLesson[]> {
  const lessons = await withHeld(db, rows, { familyId: null, studentId: null, now });
  return lessons.map(({ held_until: _, ...lesson }) => ({ ...lesson, starts_at: toIso(lesson.starts_at) }));
}

/** One lesson as the tutor sees it at `now`. */
export async function toAdminLesson(db: Db, row: WireRow, now: number): Promise<AdminLesson> {
  const [lesson] = await toAdminLessons(db, [row], now);
  if (lesson === undefined) throw new Error('a lesson was lost');
  return lesson;
}

/** The admin's list, sorted by start. Without dates it also holds all that is ahead. */
export async function listAdminLessons(db: Db, window: InstantWindow, now: number): Promise<AdminLesson[]> {
  let query = db
    .selectFrom('lessons')
    .select(wireColumns)
    .where('deleted_at', 'is', null)
    .where('starts_at', '>=', window.from);
  if (window.until !== null && !window.isDefault) query = query.where('starts_at', '<', window.until);
  const rows = await query.orderBy('starts_at').orderBy('id').execute();
  return toAdminLessons(db, rows, now);
}

/** Whose lessons are asked for: a family's, or those of one of its students alone. */
export interface Viewer extends Onlooker {
  readonly familyId: string;
}

interface Asked {
  readonly familyId: string;
  readonly studentId: string;
  readonly from: number;
  readonly until: number;
}

/**
 * A viewer's own bookings of a lesson, the oldest first: 'booking student door,booking student door'. Null where there are none. Looked
 * up lesson by lesson: PostgreSQL would spend longer on planning a join than on running it.
 */
const ownBookings = (param: Param<Asked>, isStudent: boolean) =>
  sql<string | null>`(
    select string_agg(bookings.id || ' ' || bookings.student_id || ' ' || coalesce(bookings.door, ''), ',' order by bookings.created_at, bookings.id)
    from bookings where bookings.lesson_id = lessons.id and bookings.family_id = ${param('familyId')} and ${isKept}
    ${isStudent ? sql`and bookings.student_id = ${param('studentId')}` : sql``}
  )`.as('own');

const inWindow = (isStudent: boolean) =>
  prepare((db, param: Param<Asked>) =>
    db
      .selectFrom('lessons')
      .select(wireColumns)
      .select(ownBookings(param, isStudent))
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
      .select(ownBookings(param, isStudent))
      .where('lessons.id', 'in', (eb) =>
        eb
          .selectFrom('bookings')
          .select('bookings.lesson_id')
          .where('bookings.family_id', '=', param('familyId'))
          .where(isKept)
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

/** A viewer's list, sorted by start. Without dates it also holds all that they have booked further ahead. */
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
  return (await withHeld(db, rows, viewer)).map(toFamilyLesson);
}

/** Link and notes are for those who have booked. */
function toFamilyLesson({
  bookedCount,
  heldCount,
  own,
  ...row
}: Omit<WireRow, 'held'> & {
  readonly own: string | null;
  readonly heldCount: number;
  readonly held_until: string | null;
}): FamilyLesson {
  const bookings = (own?.split(',') ?? []).map((booking) => {
    const [id = '', Student_ID = '', door = ''] = booking.split(' ');
    return { id, Student_ID, door: door === '' ? null : doorPath(door) };
  });
  const isBooked = bookings.length > 0;
  return {
    ...row,
    Meeting_Link: isBooked ? row.Meeting_Link : null,
    lesson_notes: isBooked ? row.lesson_notes : '',
    starts_at: toIso(row.starts_at),
    availableSpots: Math.max(0, row.Max_Students - bookedCount - heldCount),
    bookings,
    isBooked,
    bookingId: bookings[0]?.id ?? null,
    door: bookings[0]?.door ?? null,
  };
}

export async function insertLesson({ tx, now, announce }: Work, lesson: NewLesson): Promise<AdminLesson> {
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

const bookable = prepare((db, param: Param<{ id: string; studentId: string }>) =>
  db
    .selectFrom('lessons')
    .select((eb) => [
      'id',
      'starts_at',
      'max_students',
      'booked',
      'held',
      eb
        .exists(
          eb
            .selectFrom('bookings')
            .select('bookings.id')
            .where('lesson_id', '=', param('id'))
            .where('student_id', '=', param('studentId'))
            .where(isKept),
        )
        .as('isBooked'),
    ])
    .where('id', '=', param('id'))
    .where('deleted_at', 'is', null),
);

/** What the booking rules ask of a lesson, for one student; null when there is no such lesson. */
export async function readBookable(
  db: Db,
  { id, ...viewer }: Viewer & { readonly id: string; readonly studentId: string },
) {
  const row = await bookable.first(db, { id, studentId: viewer.studentId });
  if (row === undefined) return null;
  const [lesson] = await withHeld(db, [row], viewer);
  if (lesson === undefined) return null;
  return {
    starts_at: toIso(lesson.starts_at),
    availableSpots: Math.max(0, lesson.max_students - lesson.booked - lesson.heldCount),
    held_until: lesson.held_until,
    isBooked: Boolean(lesson.isBooked),
  };
}

/** The spots left in a lesson at `now` (epoch milliseconds); null when there is no such lesson. */
export async function readSpots(
  db: Db,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<number | null> {
  const rows = await db
    .selectFrom('lessons')
    .select(['id', 'max_students', 'booked', 'held'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
  const [lesson] = await withHeld(db, rows, { familyId: null, studentId: null, now });
  return lesson === undefined ? null : Math.max(0, lesson.max_students - lesson.booked - lesson.heldCount);
}
