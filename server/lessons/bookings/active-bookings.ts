// Which bookings count. A cancelled booking never counts. A booking of a deleted lesson counts only
// if the lesson had already started, because the student attended it.
import { sql } from 'kysely';

import type { Db } from '../../engine/database.ts';

export const isActive = sql<boolean>`bookings.cancelled_at is null`;

/** All active bookings with their lessons, including deleted lessons. */
export function countedBookings(db: Db) {
  return db
    .selectFrom('bookings')
    .innerJoin('lessons', 'lessons.id', 'bookings.lesson_id')
    .where(isActive);
}

/** The active bookings of lessons that are not deleted, with their lessons. */
export function activeBookings(db: Db) {
  return countedBookings(db).where('lessons.deleted_at', 'is', null);
}
