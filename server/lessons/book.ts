// Booking and cancelling, one transaction each. To avoid deadlocks, every transaction locks rows in
// the order lessons by id, then booking, then balance.
import { type Booking, refuseBooking, refuseCancellation } from '../../domain/booking.ts';
import { CANCEL_AFTER_START, Refusal } from '../../domain/errors.ts';
import { CANCEL_NOTICE_MINUTES } from '../../domain/limits.ts';
import { toIso } from '../../domain/time.ts';
import { readLessonRecipients } from '../families/recipients.ts';
import type { FamilyActor } from '../auth/sessions.ts';
import { returnCredit } from '../credits/return-credit.ts';
import { readBalance } from '../credits/ledger.ts';
import type { Context, Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { NEW_REQUEST, once, type RequestKey } from '../idempotency.ts';
import { activeBookings } from './active-bookings.ts';
import { readBookable } from './lessons.ts';
import { queueEmail } from '../email/queue.ts';
import { endBooking } from './end-bookings.ts';
import { Guarded, guarded } from '../engine/guarded.ts';
import { releaseExpired } from './expired-reservations.ts';
import { bookingCancelled, bookingConfirmed } from './booking-emails.ts';
import { lockWaitingLists, promoteFromWaitingLists } from './promotion.ts';
import { chooseAttending, takeBooking, type TakenBooking, type Whom } from './make-booking.ts';

/** The caller who books or cancels. */
export type Booker = Pick<FamilyActor, 'familyId' | 'student'>;

/**
 * Books one spot for one credit. Throws validation_failed when the student is unclear, otherwise
 * the first refusal in the order of the booking rules. creditsRemaining is null for a student, who
 * is not shown the balance.
 */
export async function bookLesson(
  context: Context<Booker>,
  { lessonId, studentId }: { readonly lessonId: string; readonly studentId?: string | undefined },
  requestKey: RequestKey = NEW_REQUEST,
): Promise<{ booking: Booking; creditsRemaining: number | null }> {
  const { db } = context.database;
  const { familyId, student } = context.actor;
  const whom: Whom = { familyId, ownStudent: student?.id ?? null, studentId };
  const book = async (work: Work) => {
    const taken = await takeBooking(work, { lessonId, ...whom });
    if (taken === null) throw new Guarded();
    await confirmBooking(work, taken);
    const { id, creditsRemaining } = taken;
    return {
      booking: { id, Lesson_ID: lessonId, created_at: toIso(work.now) },
      creditsRemaining: student === null ? creditsRemaining : null,
    };
  };
  return guarded(
    context,
    (work) => once(work, requestKey, () => book(work)),
    async () => {
      const attending = await chooseAttending(db, whom);
      await releaseExpired(context, [lessonId]);
      const lesson = await readBookable(db, {
        id: lessonId,
        familyId,
        studentId: attending,
        now: context.now,
      });
      if (lesson === null) throw new Refusal('lesson_not_found');
      const reason = refuseBooking(
        lesson,
        { Credits: await readBalance(db, familyId) },
        context.now,
      );
      if (reason !== null) throw new Refusal(reason);
    },
  );
}

/** Queues the emails about a booking that was made on its own. */
export async function confirmBooking(
  work: Work,
  { id, join_token, lesson, recipients }: TakenBooking,
): Promise<void> {
  for (const to of recipients)
    await queueEmail(
      work,
      bookingConfirmed({ id, thread: null, uid: null, join_token }, lesson, to, work.now),
    );
}

/**
 * Returns an active booking of the family; for a student, one of their own. Throws
 * booking_not_found.
 */
export async function requireOwn(db: Db, { familyId, student }: Booker, bookingId: string) {
  const own = await activeBookings(db)
    .select([
      'bookings.id as id',
      'lesson_id',
      'student_id',
      'bookings.thread as thread',
      'uid',
      'charged',
      'starts_at',
    ])
    .where('bookings.id', '=', bookingId)
    .where('bookings.family_id', '=', familyId)
    .$if(student !== null, (all) => all.where('student_id', '=', student?.id ?? ''))
    .executeTakeFirst();
  if (own === undefined) throw new Refusal('booking_not_found');
  return own;
}

/**
 * Cancels a booking of the caller's family, returns its credit unless it was returned before, and
 * offers the spot to the waiting list. Throws booking_not_found, lesson_started or
 * too_late_to_cancel.
 */
export async function cancelBooking(
  context: Context<Booker>,
  bookingId: string,
  requestKey: RequestKey = NEW_REQUEST,
): Promise<{ creditsRemaining: number | null }> {
  const { actor } = context;
  const cancel = async (work: Work) => {
    const own = await requireOwn(work.tx, actor, bookingId);
    const noticeMinutes = CANCEL_NOTICE_MINUTES;
    const outcome = await endBooking(work, {
      id: bookingId,
      lessonId: own.lesson_id,
      noticeMinutes,
    });
    if (typeof outcome === 'string') throw new Guarded();
    const waitingLists = await lockWaitingLists(work, [own.lesson_id], [actor.familyId]);
    const { credit } = await returnCredit(work, outcome.ended, { kind: 'refund' });
    const recipients = await readLessonRecipients(work.tx, own.student_id);
    for (const to of recipients)
      await queueEmail(work, bookingCancelled(own, outcome.lesson, to, credit, work.now));
    await promoteFromWaitingLists(work, waitingLists);
    // Read after the promotion, which may have charged the family for a sibling.
    const creditsRemaining =
      actor.student === null ? await readBalance(work.tx, actor.familyId) : null;
    return { creditsRemaining };
  };
  return guarded(
    context,
    (work) => once(work, requestKey, () => cancel(work)),
    async () => {
      const { starts_at } = await requireOwn(context.database.db, actor, bookingId);
      const reason = refuseCancellation({ starts_at: toIso(starts_at) }, context.now);
      if (reason === 'lesson_started') throw new Refusal(reason, { message: CANCEL_AFTER_START });
      if (reason !== null) throw new Refusal(reason);
    },
  );
}
