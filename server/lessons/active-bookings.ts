// Which bookings count. A cancelled one never does; one whose lesson was deleted counts only where
// the lesson had started by then, because it was attended.
import { sql } from 'kysely';

import type { Db } from '../engine/database.ts';

/** The booking was not cancelled. */
export const isActive = sql<boolean>`bookings.cancelled_at is null`;

/** All bookings that were not cancelled, with their lessons, deleted ones among them. */
export function countedBookings(db: Db) {
  return db
    .selectFrom('bookings')
    .innerJoin('lessons', 'lessons.id', 'bookings.lesson_id')
    .where(isActive);
}

/** The live bookings, with their lessons. */
export function activeBookings(db: Db) {
  return countedBookings(db).where('lessons.deleted_at', 'is', null);
}
