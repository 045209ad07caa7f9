// Which bookings count. A cancelled booking never counts. A booking of a deleted lesson counts only
// if the lesson had already started, because the student attended it.
import { sql } from 'kysely';

import type { Db, Tx } from '../engine/database.ts';
import { isTold, recipientColumns } from '../people/recipients.ts';

/** The booking has not been cancelled; its lesson may have been deleted. */
export const isActive = sql<boolean>`bookings.cancelled_at is null`;

/** All active bookings with their lessons, including deleted lessons. */
export function allActiveBookings(db: Db) {
  return db
    .selectFrom('bookings')
    .innerJoin('lessons', 'lessons.id', 'bookings.lesson_id')
    .where(isActive);
}

/** The active bookings of lessons that are not deleted, with their lessons. */
export function activeBookings(db: Db) {
  return allActiveBookings(db).where('lessons.deleted_at', 'is', null);
}

/** Lists the bookings of one lesson with each email recipient. The lesson may be deleted. */
export function listBookingRecipients(tx: Tx, lessonId: string) {
  return allActiveBookings(tx)
    .innerJoin('students', 'students.id', 'bookings.student_id')
    .innerJoin('people', 'people.family_id', 'bookings.family_id')
    .select([
      'bookings.id as bookingId',
      'bookings.student_id as studentId',
      'bookings.thread as thread',
      'uid',
      'join_token',
      ...recipientColumns,
    ])
    .where('lesson_id', '=', lessonId)
    .where('students.removed_at', 'is', null)
    .where(isTold)
    .orderBy('bookings.family_id')
    .orderBy('people.created_at')
    .orderBy('people.id')
    .execute();
}
