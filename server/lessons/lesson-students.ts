// The tutor's lessons with the students who are booked.
import { sql } from 'kysely';

import type { LessonStudent, PlannedLesson } from '../../domain/lessons/lesson.ts';
import { schoolYearsAt, yearIn } from '../../domain/school-year.ts';
import { toIso } from '../../domain/time.ts';
import type { InstantWindow } from '../base/windows.ts';
import { isActive } from '../booking/active-bookings.ts';
import { listAdminLessons } from '../booking/lessons.ts';
import { withoutCredit } from '../credits/return-credit.ts';
import type { Db } from '../engine/database.ts';

/**
 * The student has no earlier booking that counts. A scalar subquery: PostgreSQL would turn `not
 * exists` into a join of all bookings. It reads the family's bookings by their index.
 */
const isFirst = sql<number | boolean>`((
    select 1 from bookings earlier join lessons past on past.id = earlier.lesson_id
    where earlier.family_id = bookings.family_id and earlier.student_id = bookings.student_id
      and earlier.cancelled_at is null and earlier.absent_at is null
      and past.starts_at < lessons.starts_at
    limit 1
  ) is null)`;

/** Lists lessons with their students at `now` (epoch milliseconds), sorted by start. */
export async function listPlannedLessons(
  db: Db,
  window: InstantWindow,
  now: number,
): Promise<PlannedLesson[]> {
  const lessons = await listAdminLessons(db, window, now);
  const studentsOf = await lookUpStudents(db, lessons, now);
  return lessons.map((lesson) => ({ ...lesson, students: studentsOf(lesson.id) }));
}

/**
 * Looks up the students of these lessons in one query and returns a function that gives them for
 * each lesson, in the order of booking.
 */
async function lookUpStudents(
  db: Db,
  lessons: { id: string; bookedCount: number }[],
  now: number,
): Promise<(lessonId: string) => LessonStudent[]> {
  const booked = lessons.filter(({ bookedCount }) => bookedCount > 0).map(({ id }) => id);
  if (booked.length === 0) return () => [];
  const rows = await db
    .selectFrom('bookings')
    .innerJoin('lessons', 'lessons.id', 'bookings.lesson_id')
    .innerJoin('students', 'students.id', 'bookings.student_id')
    .select([
      'lesson_id',
      'bookings.id as booking_id',
      'students.id as Student_ID',
      'students.name as Student_Name',
      'bookings.family_id as Family_ID',
      'year_class',
      'year_said_in',
      'joined_at',
      'absent_at',
      'excused_at',
      isFirst.as('is_first'),
      withoutCredit.as('without_credit'),
    ])
    .where('lesson_id', 'in', booked)
    .where(isActive)
    .orderBy('bookings.created_at')
    .orderBy('bookings.id')
    .execute();
  const { current } = schoolYearsAt(now);
  const ofLessons = Map.groupBy(rows, ({ lesson_id }) => lesson_id);
  return (id) =>
    (ofLessons.get(id) ?? []).map(({ absent_at, excused_at, joined_at, ...row }) => ({
      booking_id: row.booking_id,
      Student_ID: row.Student_ID,
      Student_Name: row.Student_Name,
      Family_ID: row.Family_ID,
      ...yearIn(row, current),
      joined_at: joined_at === null ? null : toIso(joined_at),
      absent: absent_at !== null,
      excused: excused_at !== null,
      is_first: Boolean(row.is_first),
      without_credit: Boolean(row.without_credit),
    }));
}
