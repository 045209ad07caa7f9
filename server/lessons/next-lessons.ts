// The next lessons, for visitors who are not signed in.
import { spotsLeft } from '../../domain/lesson.ts';
import { NEXT_LESSONS_SHOWN } from '../../domain/limits.ts';
import type { NextLesson } from '../../domain/next-lesson.ts';
import { toIso } from '../../domain/time.ts';
import type { Db } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import { lookUpReservations } from './bookings/reservation-lookup.ts';

const ahead = prepare((db, param: Param<{ now: number }>) =>
  db
    .selectFrom('lessons')
    .select(['id', 'name', 'starts_at', 'max_students', 'booked', 'reserved'])
    .where('deleted_at', 'is', null)
    .where('starts_at', '>', param('now'))
    .orderBy('starts_at')
    .orderBy('id')
    .limit(NEXT_LESSONS_SHOWN),
);

/**
 * Lists the next few lessons that have not started at `now` (epoch milliseconds), including full
 * ones.
 */
export async function listNextLessons(db: Db, now: number): Promise<NextLesson[]> {
  const rows = await ahead.all(db, { now });
  const reservationOf = await lookUpReservations(db, rows, { viewer: { kind: 'visitor' }, now });
  return rows.map((lesson) => ({
    id: lesson.id,
    Lesson_Name: lesson.name,
    starts_at: toIso(lesson.starts_at),
    availableSpots: spotsLeft(
      lesson.max_students,
      lesson.booked,
      reservationOf(lesson).reservedCount,
    ),
  }));
}
