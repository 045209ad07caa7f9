// The students of rooms. One who was removed from their family no longer counts, even though the
// booking of a lesson that had begun remains.
import { activeBookings } from '../booking/active-bookings.ts';
import type { Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { hasRowLocks } from '../engine/row-locks.ts';

/** The active bookings of students who were not removed, with both. */
export const bookedStudents = (db: Db) =>
  activeBookings(db)
    .innerJoin('students', 'students.id', 'bookings.student_id')
    .where('students.removed_at', 'is', null);

/**
 * Locks those of the students who were not removed and returns them. Nothing about them can be left
 * behind by a removal until the commit.
 */
export async function lockStudents({ tx }: Work, ids: string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('students')
    .select('id')
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .$if(hasRowLocks(tx), (students) => students.forShare())
    .execute();
  return new Set(rows.map(({ id }) => id));
}
