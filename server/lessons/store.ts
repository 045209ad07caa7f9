// Lessons: the rows, and the lists that the tutor and families see.
import type { AdminLesson, NewLesson, FamilyLesson } from '../../domain/lesson.ts';
import { toIso } from '../../domain/time.ts';
import type { Work } from '../db/context.ts';
import type { Db } from '../db/database.ts';
import { type Param, prepare } from '../db/prepared.ts';
import { newId } from '../ids.ts';
import { isKept, liveBookings } from './booked-store.ts';
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
] as const;

type WireRow = Omit<AdminLesson, 'starts_at'> & { readonly starts_at: number };

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

export const toAdminLesson = (row: WireRow): AdminLesson => ({
  ...row,
  starts_at: toIso(row.starts_at),
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

const familyLessons = prepare((db, param: Param<{ familyId: string; from: number; until: number }>) =>
  db
    .selectFrom('lessons')
    .select(wireColumns)
    // Looked up lesson by lesson: PostgreSQL would spend longer on planning a join than on running it.
    .select((eb) =>
      eb
        .selectFrom('bookings')
        .select('bookings.id')
        .whereRef('bookings.lesson_id', '=', 'lessons.id')
        .where('bookings.family_id', '=', param('familyId'))
        .where(isKept)
        .as('bookingId'),
    )
    .where('deleted_at', 'is', null)
    .where('starts_at', '>=', param('from'))
    .where('starts_at', '<', param('until'))
    .orderBy('starts_at')
    .orderBy('lessons.id'),
);

/** All that the family has booked from an instant on. */
const bookedFrom = prepare((db, param: Param<{ familyId: string; from: number }>) =>
  liveBookings(db)
    .select([...wireColumns, 'bookings.id as bookingId'])
    .where('bookings.family_id', '=', param('familyId'))
    .where('starts_at', '>=', param('from'))
    .orderBy('starts_at')
    .orderBy('lessons.id'),
);

/** A family's list, sorted by start. Without dates it also holds all that they have booked further ahead. */
export async function listFamilyLessons(
  db: Db,
  familyId: string,
  { from, until, isDefault }: LessonWindow,
): Promise<FamilyLesson[]> {
  const rows = await familyLessons.all(db, { familyId, from, until });
  if (isDefault) rows.push(...(await bookedFrom.all(db, { familyId, from: until })));
  return rows.map(toFamilyLesson);
}

/** Link and notes are for those who have booked. */
function toFamilyLesson({
  bookedCount,
  bookingId,
  ...row
}: WireRow & { readonly bookingId: string | null }): FamilyLesson {
  const isBooked = bookingId !== null;
  return {
    ...row,
    Meeting_Link: isBooked ? row.Meeting_Link : null,
    lesson_notes: isBooked ? row.lesson_notes : '',
    starts_at: toIso(row.starts_at),
    availableSpots: Math.max(0, row.Max_Students - bookedCount),
    isBooked,
    bookingId,
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
  return toAdminLesson(row);
}

const bookable = prepare((db, param: Param<{ id: string; familyId: string }>) =>
  db
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
            .where('lesson_id', '=', param('id'))
            .where('family_id', '=', param('familyId'))
            .where(isKept),
        )
        .as('isBooked'),
    ])
    .where('id', '=', param('id'))
    .where('deleted_at', 'is', null),
);

/** What the booking rules ask of a lesson, for one family; null when there is no such lesson. */
export async function readBookable(
  db: Db,
  { id, familyId }: { readonly id: string; readonly familyId: string },
) {
  const row = await bookable.first(db, { id, familyId });
  if (row === undefined) return null;
  return {
    starts_at: toIso(row.starts_at),
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
