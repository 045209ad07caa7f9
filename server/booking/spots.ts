// Changes a lesson's counts of booked and reserved spots, always under its lock. Two other modules
// also change them: the deletion of a lesson (change-lesson.ts), and the deletion of old families
// (delete-bookings.ts).
import { type ExpressionBuilder, sql } from 'kysely';

import { type Booking, LESSON_CREDITS } from '../../domain/lessons/booking.ts';
import {
  type DayLesson,
  findClashes,
  withClashes,
  type WithClashes,
} from '../../domain/lessons/student-day.ts';
import { MINUTE_MS, toIso } from '../../domain/time.ts';
import { newId, newToken } from '../base/ids.ts';
import { changeCredits, type LockedFamily, readLockedBalance } from '../credits/ledger.ts';
import { type EndedBooking, NO_ENTRY } from '../credits/return-credit.ts';
import type { LessonRecipient } from '../email/compose.ts';
import { type Email, queueEmail } from '../email/queue.ts';
import { runTogether, type Work, GuardError } from '../engine/context.ts';
import { each, type Param, prepare } from '../engine/prepared.ts';
import { familyNews } from '../people/news.ts';
import type { Tables } from '../schema/tables.ts';
import { isActive } from './active-bookings.ts';
import type { LessonAttendee } from './attending.ts';
import type { OpenBooking } from './booking-emails.ts';
import { countAsFreeFirst } from './free-lesson.ts';
import { SPOTS_CHANGED } from './lessons.ts';
import { hasOpenSpot, type LockedLesson, recordOpened } from './locks.ts';
import { isReserved } from './reservation-lookup.ts';
import { isOpenToAll, startsAfter } from './slips.ts';
import { asDayLesson, readDayAround } from './student-days.ts';
import { removeFromWaitingList } from './waiting-list.ts';

/**
 * How a spot is paid: by a credit of the family, by the credit of its free first lesson, of which a
 * lesson takes `max`, or not at all, as the tutor's gift. A spot that is reserved for the student
 * is used in each case.
 */
type SpotPayment = 'credit' | 'gift' | { readonly freeFirst: { readonly max: number } };

export interface SpotRequest {
  readonly lesson: LockedLesson;
  readonly family: LockedFamily;
  readonly attending: LessonAttendee;
  readonly paidBy: SpotPayment;
  /** A lesson must start after this instant (epoch milliseconds), which is now by default. */
  readonly startsAfter?: number;
  /** Whether it may take an open spot ahead of the waiting list. */
  readonly passesList?: boolean;
  /** The thread of its emails; null to start one. */
  readonly thread?: string | null;
  /** Taken over from the booking that it replaces. */
  readonly takenOver?: {
    readonly uid: string;
    /** The ledger entry that paid for it; null when the booking pays with its own entry. */
    readonly paidEntry: number | null;
  };
  /** The email to queue for each recipient, if the caller queues none itself. */
  readonly email?: (booking: OpenBooking, lesson: LockedLesson, to: LessonRecipient) => Email;
}

/** A booking that was just made. */
export interface MadeBooking {
  readonly id: string;
  /** The token of its join link. */
  readonly join_token: string;
  readonly lesson: LockedLesson;
  /** The recipients of its emails. */
  readonly recipients: readonly LessonRecipient[];
  readonly creditsRemaining: number;
  /** The student's lessons that overlap it. */
  readonly day: readonly DayLesson[];
}

/** The part of the answer that names the clashes of bookings that were made together. */
export const clashesOfBookings = (made: readonly MadeBooking[]): WithClashes =>
  withClashes(
    findClashes(
      made.map(({ lesson }) => asDayLesson(lesson)),
      made.flatMap(({ day }) => day),
    ),
  );

/** The booking as the caller gets it. */
export const toBooking = ({ id, lesson }: MadeBooking, { now }: Work): Booking => ({
  id,
  Lesson_ID: lesson.id,
  created_at: toIso(now),
});

interface TakenSpot {
  readonly id: string;
  readonly startsAfter: number;
  readonly now: number;
  readonly passesList: number;
}

const takeSpot = prepare((db, param: Param<TakenSpot>) =>
  db
    .updateTable('lessons')
    .set((eb) => ({ booked: eb('booked', '+', 1) }))
    .where('id', '=', param('id'))
    .where('deleted_at', 'is', null)
    .where((eb) => startsAfter(eb, param('startsAfter')))
    .where(sql<boolean>`(${isOpenToAll(param('now'))} or 1 = ${param('passesList')})`)
    .where(hasOpenSpot),
);

interface NewBooking {
  readonly id: string;
  readonly lesson_id: string;
  readonly family_id: string;
  readonly student_id: string;
  readonly thread: string | null;
  readonly uid: string | null;
  readonly paid_entry: number | null;
  readonly join_token: string;
  readonly created_at: number;
}

const insertBooking = prepare((db, param: Param<NewBooking>) =>
  db.insertInto('bookings').values({
    ...each(param, [
      'id',
      'lesson_id',
      'family_id',
      'student_id',
      'thread',
      'uid',
      'paid_entry',
      'join_token',
      'created_at',
    ]),
    cancelled_at: null,
  }),
);

/**
 * Books one spot and removes the student from the waiting list. Throws GuardError when the lesson
 * has started, or there is no spot or no credit, and a unique violation when the student is already
 * booked.
 */
export async function bookSpot(
  work: Work,
  { lesson, family, attending, paidBy, thread = null, takenOver, ...options }: SpotRequest,
): Promise<MadeBooking> {
  const { tx, now, announce } = work;
  const { email, startsAfter: after = now, passesList = false } = options;
  const { studentId, recipients } = attending;
  const familyId = family.id;
  const booking = { id: newId(), join_token: newToken(), thread, uid: takenOver?.uid ?? null };
  const hadReservation =
    lesson.reserved > 0 &&
    (await releaseReservationOfStudent(work, lesson, { familyId, studentId }));
  announce(SPOTS_CHANGED + lesson.id);
  announce(familyNews({ familyId, studentId }));
  const [day, taken, , balance] = await runTogether([
    readDayAround(tx, lesson, { familyId, studentId, now }),
    takeSpot.run(tx, {
      id: lesson.id,
      startsAfter: after,
      now,
      passesList: Number(passesList || hadReservation),
    }),
    insertBooking.run(tx, {
      ...booking,
      lesson_id: lesson.id,
      family_id: familyId,
      student_id: studentId,
      paid_entry: paidBy === 'gift' ? NO_ENTRY : (takenOver?.paidEntry ?? null),
      created_at: now,
    }),
    paidBy === 'gift'
      ? readLockedBalance(tx, family)
      : changeCredits(work, {
          familyId,
          amount: -LESSON_CREDITS,
          kind: 'booking',
          bookingId: booking.id,
        }),
    ...(email === undefined
      ? []
      : recipients.map((to) => queueEmail(work, email(booking, lesson, to)))),
  ]);
  if (taken === 0 || balance === null) throw new GuardError();
  if (typeof paidBy === 'object')
    await countAsFreeFirst(work, lesson, booking.id, paidBy.freeFirst);
  if (lesson.waiting > 0) await removeFromWaitingList(work, lesson, studentId);
  const { id, join_token } = booking;
  return { id, join_token, lesson, recipients, creditsRemaining: balance.credits, day };
}

/**
 * Releases the reservation of this student, so that the same transaction can take its spot. False
 * when there is none, or when it has expired: its spot goes to the waiting list first.
 */
async function releaseReservationOfStudent(
  work: Work,
  lesson: LockedLesson,
  { familyId, studentId }: { familyId: string; studentId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await work.tx
    .updateTable('payment_lessons')
    .set({ is_reserved: 0 })
    .where('lesson_id', '=', lesson.id)
    .where('family_id', '=', familyId)
    .where('student_id', '=', studentId)
    .where(isReserved)
    .where('payment_id', 'in', (eb) =>
      eb
        .selectFrom('payments')
        .select('payments.id')
        .where('payments.family_id', '=', familyId)
        .where('reserved_until', '>', work.now),
    )
    .executeTakeFirstOrThrow();
  await lowerReserved(work, lesson, Number(numUpdatedRows));
  return numUpdatedRows > 0n;
}

/**
 * Cancels an active booking and frees its spot. The caller returns the credit. Returns 'too late'
 * when the lesson starts within `noticeMinutes` or has started. Returns 'ended before' when the
 * booking is no longer active; the caller must then roll back.
 */
export async function cancel(
  work: Work,
  lesson: LockedLesson,
  { bookingId, noticeMinutes }: { bookingId: string; noticeMinutes: number },
): Promise<EndedBooking | 'too late' | 'ended before'> {
  const { tx, now, announce } = work;
  const { numUpdatedRows } = await tx
    .updateTable('lessons')
    .set((eb) => ({
      booked: eb('booked', '-', 1),
      free_booked: eb('free_booked', '-', eb.fn.coalesce(isFreeFirst(eb, bookingId), eb.lit(0))),
    }))
    .where('id', '=', lesson.id)
    .where('deleted_at', 'is', null)
    .where('starts_at', '>', now + noticeMinutes * MINUTE_MS)
    .where((eb) => startsAfter(eb, now))
    .where('booked', '>', 0)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return 'too late';
  announce(SPOTS_CHANGED + lesson.id);
  recordOpened(lesson);
  const ended = await cancelQuery(work).where('id', '=', bookingId).executeTakeFirst();
  if (ended === undefined) return 'ended before';
  announce(familyNews({ familyId: ended.family_id, studentId: ended.student_id }));
  return ended;
}

/** 1 for an active booking that was made as a free first lesson. */
const isFreeFirst = (eb: ExpressionBuilder<Tables, 'lessons'>, bookingId: string) =>
  eb
    .selectFrom('bookings')
    .select('is_free_first')
    .where('bookings.id', '=', bookingId)
    .where(isActive);

/** Cancels the active bookings that match the conditions that the caller adds. */
export const cancelQuery = ({ tx, now }: Work) =>
  tx
    .updateTable('bookings')
    .set({ cancelled_at: now, join_token: null, former_join_hashes: null })
    .where(isActive)
    .returning(['id', 'family_id', 'student_id', 'charged', 'paid_entry']);

/** Reserves one spot before the start; with `passesList`, also one that is kept for the list. */
export async function reserveSpot(
  { tx, now, announce }: Work,
  { id }: LockedLesson,
  passesList = false,
): Promise<boolean> {
  announce(SPOTS_CHANGED + id);
  const { numUpdatedRows } = await tx
    .updateTable('lessons')
    .set((eb) => ({ reserved: eb('reserved', '+', 1) }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where((eb) => startsAfter(eb, now))
    .where(passesList ? hasOpenSpot : sql<boolean>`${hasOpenSpot} and ${isOpenToAll(now)}`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function releaseSpots(work: Work, lesson: LockedLesson, count: number): Promise<void> {
  if (count > 0) recordOpened(lesson);
  await lowerReserved(work, lesson, count);
}

async function lowerReserved({ tx, announce }: Work, { id }: LockedLesson, count: number) {
  if (count === 0) return;
  announce(SPOTS_CHANGED + id);
  await tx
    .updateTable('lessons')
    .set((eb) => ({ reserved: eb('reserved', '-', count) }))
    .where('id', '=', id)
    .execute();
}
