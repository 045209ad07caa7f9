// Finds one active booking, to move or cancel it.
import { Refusal } from '../../../domain/errors.ts';
import { activeBookings } from '../../booking/active-bookings.ts';
import type { BookingActor } from '../../booking/attending.ts';
import type { LessonStarts } from '../../booking/slips.ts';
import type { EndedBooking } from '../../credits/return-credit.ts';
import type { Db } from '../../engine/database.ts';

/** An active booking, as it is moved or cancelled. */
export interface ActiveBooking extends EndedBooking, LessonStarts {
  readonly lesson_id: string;
  readonly student_id: string;
  readonly thread: string | null;
  readonly uid: string | null;
}

const bookingWith = (db: Db, bookingId: string) =>
  activeBookings(db)
    .select([
      'bookings.id as id',
      'lesson_id',
      'bookings.family_id as family_id',
      'student_id',
      'bookings.thread as thread',
      'uid',
      'charged',
      'paid_entry',
      'starts_at',
      'moved_from',
    ])
    .where('bookings.id', '=', bookingId);

/** Returns an active booking of any family; null if there is none. */
export const findActive = async (db: Db, bookingId: string): Promise<ActiveBooking | null> =>
  (await bookingWith(db, bookingId).executeTakeFirst()) ?? null;

/** Returns an active booking of any family. Throws booking_not_found. */
export async function requireActive(db: Db, bookingId: string): Promise<ActiveBooking> {
  const booking = await findActive(db, bookingId);
  if (booking === null) throw new Refusal('booking_not_found');
  return booking;
}

/**
 * Returns an active booking of the family; for a student, one of their own. Throws
 * booking_not_found.
 */
export async function requireOwn(
  db: Db,
  { familyId, student }: BookingActor,
  bookingId: string,
): Promise<ActiveBooking> {
  const booking = await bookingWith(db, bookingId)
    .where('bookings.family_id', '=', familyId)
    .$if(student !== null, (all) => all.where('student_id', '=', student?.id ?? ''))
    .executeTakeFirst();
  if (booking === undefined) throw new Refusal('booking_not_found');
  return booking;
}
