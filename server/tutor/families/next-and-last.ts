// The lesson of each family that runs, its next and its last one, for the tutor's list.
import type { ExpressionBuilder } from 'kysely';

import { lastEndedStart } from '../../../domain/lessons/lesson.ts';
import { toIso } from '../../../domain/time.ts';
import type { FamilySummary } from '../../../domain/tutor/family-record.ts';
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

/** Looks up the lesson of every family that runs now, unless its student is absent. */
export async function lookUpRunningLessons(
  db: Db,
  now: number,
): Promise<(familyId: string) => FamilySummary['running_lesson']> {
  const running = await activeBookings(db)
    .select([
      'bookings.family_id as family_id',
      'lesson_id as id',
      'lessons.name as Lesson_Name',
      'starts_at',
      'joined_at',
    ])
    .where('starts_at', '>', lastEndedStart(now))
    .where('starts_at', '<=', now)
    .where('absent_at', 'is', null)
    .orderBy('starts_at')
    .orderBy('lesson_id')
    .execute();
  const byFamily = Map.groupBy(running, ({ family_id }) => family_id);
  return (familyId) => {
    const own = byFamily.get(familyId) ?? [];
    // Students of one family may be in different lessons: the one that somebody is in counts.
    const lesson = own.find(({ joined_at }) => joined_at !== null) ?? own[0];
    if (lesson === undefined) return null;
    const { id, Lesson_Name, starts_at, joined_at } = lesson;
    return { id, Lesson_Name, starts_at: toIso(starts_at), joined: joined_at !== null };
  };
}

/** Looks up the next booked lesson of every family. */
export async function lookUpNextLessons(
  db: Db,
  now: number,
): Promise<(familyId: string) => FamilySummary['next_lesson']> {
  const ahead = await activeBookings(db)
    .select(['bookings.family_id as family_id', 'lesson_id as id', 'starts_at'])
    .where('starts_at', '>', now)
    .orderBy('starts_at', 'desc')
    .orderBy('lesson_id', 'desc')
    .execute();
  // The earliest one of a family comes last, and stays.
  const next = new Map(
    ahead.map(({ family_id, id, starts_at }) => [family_id, { id, starts_at: toIso(starts_at) }]),
  );
  return (familyId) => next.get(familyId) ?? null;
}
