// Moves a booking to another lesson in one transaction.
import { type Booking, refuseBooking, refuseCancellation } from '../../domain/booking.ts';
import { CANCEL_AFTER_START, Refusal } from '../../domain/errors.ts';
import { CANCEL_NOTICE_MINUTES } from '../../domain/limits.ts';
import { toIso } from '../../domain/time.ts';
import { readPaidEntry, takeCreditAlong } from '../credits/return-credit.ts';
import { readBalance } from '../credits/ledger.ts';
import type { Context, Work } from '../engine/context.ts';
import { NEW_REQUEST, once, type RequestKey } from '../idempotency.ts';
import { lockLesson } from './spots.ts';
import { readBookable } from './lessons.ts';
import { queueEmail } from '../email/queue.ts';
import { endBooking } from './end-bookings.ts';
import { Guarded, guarded } from '../engine/guarded.ts';
import { releaseExpired } from './expired-reservations.ts';
import { bookingMoved } from './booking-emails.ts';
import { type Booker, requireOwn } from './book.ts';
import { lockWaitingLists, promoteFromWaitingLists } from './promotion.ts';
import { takeBooking } from './make-booking.ts';

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
  const move = async (work: Work) => {
    const own = await requireOwn(work.tx, actor, bookingId);
    if (own.lesson_id === lessonId) throw new Guarded();
    // Lock the lesson with the lower id first: every transaction locks in this order.
    for (const id of [own.lesson_id, lessonId].toSorted())
      if ((await lockLesson(work, id)) === null) throw new Guarded();
    const paidEntry = await readPaidEntry(work.tx, bookingId);
    const noticeMinutes = CANCEL_NOTICE_MINUTES;
    const outcome = await endBooking(work, {
      id: bookingId,
      lessonId: own.lesson_id,
      noticeMinutes,
    });
    if (typeof outcome === 'string') throw new Guarded();
    const { ended, lesson: before } = outcome;
    const waitingLists = await lockWaitingLists(work, [own.lesson_id], [actor.familyId]);
    if (ended.charged > 0) await takeCreditAlong(work, ended);
    const taken = await takeBooking(work, {
      lessonId,
      familyId: actor.familyId,
      ownStudent: null,
      studentId: own.student_id,
      thread: own.thread ?? own.id,
      takenOver: { uid: own.uid ?? own.id, paidEntry: ended.charged > 0 ? paidEntry : null },
    });
    if (taken === null) throw new Guarded();
    const { id, join_token, lesson, recipients } = taken;
    const booking = { id, thread: own.thread ?? own.id, uid: own.uid ?? own.id, join_token };
    for (const to of recipients)
      await queueEmail(work, bookingMoved(booking, { before, lesson }, to, work.now));
    await promoteFromWaitingLists(work, waitingLists);
    return {
      booking: { id, Lesson_ID: lessonId, created_at: toIso(work.now) },
      creditsRemaining: actor.student === null ? await readBalance(work.tx, actor.familyId) : null,
    };
  };
  return guarded(
    context,
    (work) => once(work, requestKey, () => move(work)),
    async () => {
      const { db } = context.database;
      const own = await requireOwn(db, actor, bookingId);
      const refusal = refuseCancellation({ starts_at: toIso(own.starts_at) }, context.now);
      if (refusal === 'lesson_started') throw new Refusal(refusal, { message: CANCEL_AFTER_START });
      if (refusal !== null) throw new Refusal(refusal);
      await releaseExpired(context, [lessonId]);
      const { familyId } = actor;
      const lesson = await readBookable(db, {
        id: lessonId,
        familyId,
        studentId: own.student_id,
        now: context.now,
      });
      if (lesson === null) throw new Refusal('lesson_not_found');
      const Credits = own.charged > 0 ? null : await readBalance(db, familyId);
      const reason = refuseBooking(lesson, { Credits }, context.now);
      if (reason !== null) throw new Refusal(reason);
    },
  );
}
