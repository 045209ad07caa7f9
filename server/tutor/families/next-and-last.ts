// The lesson of each family that runs, its next and its last one, for the tutor's list.
import type { ExpressionBuilder } from 'kysely';

import { lastEndedStart } from '../../../domain/lessons/lesson.ts';
import { toIso } from '../../../domain/time.ts';
import { activeBookings, isActive } from '../../booking/active-bookings.ts';
import type { Db } from '../../engine/database.ts';
import type { Tables } from '../../schema/tables.ts';

/**
 * The start of the last lesson that somebody of the family attended, as a column of a query of
 * families. A scalar subquery reads only the family's own bookings, by their index.
 */
export const lastAttended = (eb: ExpressionBuilder<Tables, 'families'>, now: number) =>
  eb
    .selectFrom('bookings')
    .innerJoin('lessons', 'lessons.id', 'bookings.lesson_id')
    .select(({ fn }) => fn.max<number | null>('starts_at').as('last'))
    .whereRef('bookings.family_id', '=', 'families.id')
    .where(isActive)
    .where('absent_at', 'is', null)
    .where('starts_at', '<=', lastEndedStart(now));

/**
 * Looks up the lessons of every family: the one that runs now, unless its student is absent, the
 * next one, and for each student whichever of these comes first.
 */
export async function lookUpLessons(db: Db, now: number) {
  const bookings = await activeBookings(db)
    .select([
      'bookings.family_id as family_id',
      'student_id',
      'lesson_id as id',
      'lessons.name as Lesson_Name',
      'starts_at',
      'joined_at',
    ])
    .where('starts_at', '>', lastEndedStart(now))
    .where((eb) => eb.or([eb('starts_at', '>', now), eb('absent_at', 'is', null)]))
    .orderBy('starts_at')
    .orderBy('lesson_id')
    .execute();
  const byFamily = Map.groupBy(bookings, ({ family_id }) => family_id);
  return (familyId: string) => {
    const own = (byFamily.get(familyId) ?? []).map(({ student_id, joined_at, ...lesson }) => ({
      student_id,
      lesson: {
        id: lesson.id,
        Lesson_Name: lesson.Lesson_Name,
        starts_at: toIso(lesson.starts_at),
      },
      isRunning: lesson.starts_at <= now,
      joined: joined_at !== null,
    }));
    const running = own.filter(({ isRunning }) => isRunning);
    // Students of one family may be in different lessons: the one that somebody is in counts.
    const current = running.find(({ joined }) => joined) ?? running[0];
    const next = own.find(({ isRunning }) => !isRunning);
    return {
      running_lesson: current === undefined ? null : { ...current.lesson, joined: current.joined },
      next_lesson:
        next === undefined ? null : { id: next.lesson.id, starts_at: next.lesson.starts_at },
      lessonOf: (studentId: string) => {
        const first = own.find(({ student_id }) => student_id === studentId);
        return first === undefined ? null : { ...first.lesson, is_running: first.isRunning };
      },
    };
  };
}
