// Marks students absent or present, and returns or charges the credit.
import { Refusal } from '../../../domain/errors.ts';
import { type AdminBooking, LESSON_CREDITS } from '../../../domain/lessons/booking.ts';
import { recordActivity } from '../../activity/activities.ts';
import { isActive } from '../../booking/active-bookings.ts';
import { familyOf, withLocks } from '../../booking/locks.ts';
import { laterStart, lessonRefusal } from '../../booking/slips.ts';
import { changeCredits, type LockedFamily } from '../../credits/ledger.ts';
import { type EndedBooking, isWithoutCredit, returnCredit } from '../../credits/return-credit.ts';
import { type Context, transact, type Work } from '../../engine/context.ts';
import type { Tx } from '../../engine/database.ts';
import type { AdminActor } from '../../sessions/sessions.ts';
import { adminBookings, toAdminBooking } from './admin-bookings.ts';

const ABSENT_REASON = 'Absent: credit returned';
const PRESENT_REASON = 'Marked as absent by mistake';

/**
 * Marks a student absent and returns the credit, or removes the mark and charges the credit again,
 * unless the booking took none. Does nothing if the booking is already marked that way. Throws
 * booking_not_found, lesson_not_started, or insufficient_credits when the returned credit is spent.
 */
export async function markAttendance(
  context: Context<AdminActor>,
  { bookingId, absent }: { bookingId: string; absent: boolean },
): Promise<AdminBooking> {
  return transact(context, async (work) => {
    const { tx, now, actor } = work;
    const { lesson_id, family_id } = await requireBooking(tx, bookingId);
    const readUnderLocks = () =>
      adminBookings(tx).where('bookings.id', '=', bookingId).executeTakeFirst();
    const request = { lessons: [lesson_id], families: [family_id], readUnderLocks };
    return withLocks(work, request, async (locks) => {
      const lesson = locks.lessons.get(lesson_id);
      const before = locks.underLocks;
      if (lesson === undefined || before === undefined) throw new Refusal('booking_not_found');
      if (laterStart(lesson) > now) throw lessonRefusal('lesson_not_started', { now, lesson });
      const marked = await tx
        .updateTable('bookings')
        .set({ absent_at: absent ? now : null, present_at: absent ? null : now })
        .where('id', '=', bookingId)
        .where(isActive)
        .where('absent_at', absent ? 'is' : 'is not', null)
        .returning(['id', 'family_id', 'charged', 'paid_entry'])
        .executeTakeFirst();
      if (marked !== undefined) {
        const family = familyOf(locks, family_id);
        if (absent)
          await returnCredit(work, family, marked, { kind: 'adjustment', reason: ABSENT_REASON });
        else await chargeAgain(work, family, marked);
        await recordActivity(work, {
          adminId: actor.id,
          kind: 'attendance',
          familyId: family_id,
          studentId: before.Student_ID,
          lessonId: before.Lesson_ID,
          detail: absent ? 'absent' : 'present',
        });
      }
      return toAdminBooking({ ...before, absent_at: absent ? (before.absent_at ?? now) : null });
    });
  });
}

/** Returns the lesson and the family of a booking. Throws booking_not_found. */
async function requireBooking(tx: Tx, bookingId: string) {
  const booking = await tx
    .selectFrom('bookings')
    .select(['lesson_id', 'family_id'])
    .where('id', '=', bookingId)
    .executeTakeFirst();
  if (booking === undefined) throw new Refusal('booking_not_found');
  return booking;
}

/**
 * Charges the credit that was returned for an absence. Throws insufficient_credits when it is
 * spent.
 */
async function chargeAgain(work: Work, family: LockedFamily, booking: EndedBooking): Promise<void> {
  if (booking.charged > 0 || isWithoutCredit(booking)) return;
  const balance = await changeCredits(work, {
    familyId: family.id,
    amount: -LESSON_CREDITS,
    kind: 'adjustment',
    bookingId: booking.id,
    reason: PRESENT_REASON,
  });
  if (balance === null)
    throw new Refusal('insufficient_credits', {
      message: 'The returned credit has already been spent.',
    });
  // The new ledger entry pays for the booking now.
  await work.tx
    .updateTable('bookings')
    .set({ paid_entry: null })
    .where('id', '=', booking.id)
    .execute();
}
