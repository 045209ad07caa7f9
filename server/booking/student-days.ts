// Reads the lessons that are booked or reserved for students, to find those that clash.
import { type RawBuilder, sql, type SqlBool } from 'kysely';

import { CLASH_MS, type DayLesson } from '../../domain/lessons/student-day.ts';
import { toIso } from '../../domain/time.ts';
import type { Db } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import { isActive } from './active-bookings.ts';
import type { LessonFacts } from './lessons.ts';
import { isReserved } from './reservation-lookup.ts';

/** Lessons that start after `after` and before `before`, at `now` (all epoch milliseconds). */
interface Period {
  readonly after: number;
  readonly before: number;
  readonly now: number;
}

/** Narrows the bookings or the reservations to those of some students. */
type Narrow = (table: 'bookings' | 'payment_lessons') => RawBuilder<SqlBool>;

const columns = [
  'student_id',
  'lessons.id as id',
  'lessons.name as name',
  'lessons.starts_at as starts_at',
] as const;

/**
 * The active bookings and current reservations in a period, by start. Begins with the few lessons
 * of the period, so that the cost does not grow with what a family has booked before: SQLite keeps
 * the order of a cross join.
 */
const lessonsBetween = (db: Db, param: Param<Period>, narrow: Narrow) =>
  db
    .selectFrom('lessons')
    .crossJoin('bookings')
    .whereRef('bookings.lesson_id', '=', 'lessons.id')
    .select(columns)
    .where('deleted_at', 'is', null)
    .where('starts_at', '>', param('after'))
    .where('starts_at', '<', param('before'))
    .where(isActive)
    .where(narrow('bookings'))
    .union(
      db
        .selectFrom('lessons')
        .crossJoin('payment_lessons')
        .whereRef('payment_lessons.lesson_id', '=', 'lessons.id')
        .innerJoin('payments', 'payments.id', 'payment_lessons.payment_id')
        .select(columns)
        .where('deleted_at', 'is', null)
        .where('starts_at', '>', param('after'))
        .where('starts_at', '<', param('before'))
        .where(isReserved)
        .where('reserved_until', '>', param('now'))
        .where(narrow('payment_lessons')),
    )
    .orderBy('starts_at')
    .orderBy('id');

interface StudentPeriod extends Period {
  readonly familyId: string;
  readonly studentId: string;
}

const ofStudent = prepare((db, param: Param<StudentPeriod>) =>
  lessonsBetween(
    db,
    param,
    (table) =>
      sql`${sql.ref(`${table}.family_id`)} = ${param('familyId')}
        and ${sql.ref(`${table}.student_id`)} = ${param('studentId')}`,
  ),
);

interface Row {
  id: string;
  name: string;
  starts_at: number;
}

export const asDayLesson = ({ id, name, starts_at }: Row): DayLesson => ({
  Lesson_ID: id,
  Lesson_Name: name,
  starts_at: toIso(starts_at),
});

export async function readStudentDay(db: Db, period: StudentPeriod): Promise<DayLesson[]> {
  return (await ofStudent.all(db, period)).map(asDayLesson);
}

/** The period in which a lesson clashes with one that starts at this instant. */
const around = (startsAt: number) => ({ after: startsAt - CLASH_MS, before: startsAt + CLASH_MS });

/** The lessons of one student that overlap this lesson, which is among them once it is booked. */
export const readDayAround = (
  db: Db,
  { starts_at }: Pick<LessonFacts, 'starts_at'>,
  student: Pick<StudentPeriod, 'familyId' | 'studentId' | 'now'>,
): Promise<DayLesson[]> => readStudentDay(db, { ...around(starts_at), ...student });

/** The lessons of each of these students that overlap this lesson. */
export async function readDaysAround(
  db: Db,
  { starts_at }: Pick<LessonFacts, 'starts_at'>,
  { studentIds, now }: { studentIds: readonly string[]; now: number },
): Promise<(studentId: string) => readonly DayLesson[]> {
  if (studentIds.length === 0) return () => [];
  const period = { ...around(starts_at), now };
  const rows = await lessonsBetween(
    db,
    (name) => sql`${period[name]}`,
    (table) => sql`${sql.ref(`${table}.student_id`)} in (${sql.join(studentIds)})`,
  ).execute();
  const days = Map.groupBy(rows, ({ student_id }) => student_id);
  return (studentId) => (days.get(studentId) ?? []).map(asDayLesson);
}
