// Which bookings count. A cancelled one never does; one whose lesson was deleted counts only where the lesson had started
// by then, because it was attended.
import { sql } from 'kysely';

import type { Db } from '../db/database.ts';

/** The booking was not cancelled. */
export const isKept = sql<boolean>`bookings.cancelled_at is null`;

/** All bookings that were not cancelled, with their lessons, deleted ones among them. */
export function keptBookings(db: Db) {
  return db.selectFrom('bookings').innerJoin('lessons', 'lessons.id', 'bookings.lesson_id').where(isKept);
}

/** The live bookings, with their lessons. */
export function liveBookings(db: Db) {
  return keptBookings(db).where('lessons.deleted_at', 'is', null);
}
