// Moves a booking to another lesson in one transaction.
import type { Booking } from '../../../domain/booking.ts';
import { toIso } from '../../../domain/time.ts';
import { readBalance } from '../../credits/ledger.ts';
import { readPaidEntry, takeCreditAlong } from '../../credits/return-credit.ts';
import type { Context, Work } from '../../engine/context.ts';
import { Guarded, guarded } from '../../engine/guarded.ts';
import { NEW_REQUEST, once, type RequestKey } from '../../idempotency.ts';
import { type Booker, throwRefusal } from './book.ts';
import { bookingMoved } from './booking-emails.ts';
import { cancelInTime, requireCancellable, requireOwn } from './cancel.ts';
import { familyOf, requireLesson, withLocks } from './locks.ts';
import { book, chooseAttending } from './spots.ts';

/**
 * Moves a booking to another lesson. The cancellation rule applies first, then the booking rule.
 * The credit moves along; if it was returned before, the family must have one again. Throws
 * booking_not_found, lesson_started, too_late_to_cancel, lesson_not_found, already_booked,
 * insufficient_credits or lesson_full.
 */
export async function moveBooking(
  context: Context<Booker>,
  { bookingId, lessonId }: { readonly bookingId: string; readonly lessonId: string },
  requestKey: RequestKey = NEW_REQUEST,
): Promise<{ booking: Booking; creditsRemaining: number | null }> {
  const { actor } = context;
  const { familyId, student } = actor;
  const requestedStudent = (own: { readonly student_id: string }) => ({
    familyId,
    ownStudent: null,
    studentId: own.student_id,
  });
  const move = async (work: Work) => {
    const { tx, now } = work;
    const own = await requireOwn(tx, actor, bookingId);
    if (own.lesson_id === lessonId) throw new Guarded();
    const { id } = await withLocks(
      work,
      {
        lessons: [own.lesson_id, lessonId],
        frees: ({ id: lesson }) => (lesson === own.lesson_id ? 1 : 0),
        families: [familyId],
        read: () => chooseAttending(tx, requestedStudent(own)),
      },
      async (locks) => {
        const before = requireLesson(locks, own.lesson_id);
        const lesson = requireLesson(locks, lessonId);
        const family = familyOf(locks, familyId);
        const paidEntry = await readPaidEntry(tx, bookingId);
        const ended = await cancelInTime(work, before, bookingId);
        if (ended.charged > 0) await takeCreditAlong(work, family, ended);
        const [thread, uid] = [own.thread ?? own.id, own.uid ?? own.id];
        const made = await book(work, {
          lesson,
          family,
          attending: locks.read,
          thread,
          takenOver: { uid, paidEntry: ended.charged > 0 ? paidEntry : null },
          email: (booking, _, to) =>
            bookingMoved({ ...booking, thread, uid }, { before, lesson }, to, now),
        });
        if (made === null) throw new Guarded();
        return made;
      },
    );
    // Read after the promotion, which may have charged the family for a sibling.
    const creditsRemaining = student === null ? await readBalance(tx, familyId) : null;
    return { booking: { id, Lesson_ID: lessonId, created_at: toIso(now) }, creditsRemaining };
  };
  return guarded(
    context,
    (work) => once(work, requestKey, () => move(work)),
    async () => {
      const own = await requireOwn(context.database.db, actor, bookingId);
      requireCancellable(own, context.now);
      await throwRefusal(context, requestedStudent(own), [lessonId], { isPaid: own.charged === 0 });
    },
  );
}
