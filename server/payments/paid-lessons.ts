// The lessons that a payment is for: their spots are reserved until it is paid, then booked.
import { refuseBooking } from '../../domain/booking.ts';
import { creditCount } from '../../domain/credits.ts';
import { Refusal, refuseField } from '../../domain/errors.ts';
import { LESSON_CREDITS } from '../../domain/limits.ts';
import type { PaidLesson, PaymentStatus, UnbookedReason } from '../../domain/payment.ts';
import { lessonPath, paths } from '../../domain/paths.ts';
import { mondayOf, toIso } from '../../domain/time.ts';
import { lockFamily } from '../families/profile.ts';
import {
  endReservation,
  hasReservation,
  reserveSpots,
  listReservedLessons,
  releaseReservedSpots,
} from '../lessons/reservations.ts';
import { promoteFromWaitingList } from '../lessons/promotion.ts';
import { Guarded } from '../engine/guarded.ts';
import { confirmTogether } from '../lessons/book-several.ts';
import {
  chooseAttending,
  takeBooking,
  type TakenBooking,
  type Whom,
} from '../lessons/make-booking.ts';
import { readBalance } from '../credits/ledger.ts';
import { Overtaken, together, type Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { lockLesson, lookForSpot } from '../lessons/spots.ts';
import { readBookable } from '../lessons/lessons.ts';
import { refuseTooMany, refuseUnpaidReservations } from './reservation-limits.ts';

/** The lessons to book with the new credits, and for whom. */
export interface WantedLessons {
  readonly lessonIds: readonly string[];
  readonly whom: Whom;
}

interface Replacement {
  /** Null if no session was replaced. */
  readonly replacedSession: string | null;
  /** The path of the first lesson's page. */
  readonly page: string;
  /** Lessons whose waiting lists must be promoted once the new reservation exists. */
  readonly released: readonly string[];
}

/**
 * Ends the family's previous reservation, and locks the family and the lessons of both
 * reservations. Throws Guarded if a lesson is deleted or full, unauthenticated if the family's
 * account is deleted.
 */
export async function replaceReservation(
  work: Work,
  { lessonIds, whom: { familyId } }: WantedLessons,
): Promise<Replacement> {
  // Most late requests are refused here, before they lock anything.
  const looks = lessonIds.map((lessonId) => lookForSpot(work, { lessonId, familyId }));
  if ((await together(looks)).includes(null)) throw new Guarded();
  const replaced = await endReservation(work, familyId);
  const previous = replaced === null ? [] : await listReservedLessons(work.tx, familyId);
  let page: string = paths.userHome;
  for (const id of [...new Set([...lessonIds, ...previous])].toSorted()) {
    const lesson = await lockLesson(work, id);
    if (lesson === null && lessonIds.includes(id)) throw new Guarded();
    if (lesson !== null && id === lessonIds[0]) page = lessonPath(mondayOf(lesson.date), id);
  }
  const released = replaced === null ? [] : await releaseReservedSpots(work, replaced.id);
  if (!(await lockFamily(work, familyId))) throw new Refusal('unauthenticated');
  // Another checkout reserved spots at the same time. Waiting for it here, with the lessons locked,
  // could deadlock.
  if (await hasReservation(work.tx, familyId)) throw new Overtaken();
  return { replacedSession: replaced?.session_id ?? null, page, released };
}

/**
 * Reserves the spots for a new payment. The caller has locked the lessons and the family. Throws
 * Guarded if a lesson cannot be booked, validation_failed if the credits would not suffice,
 * reservations_full or rate_limited.
 */
export async function reserveLessons(
  work: Work,
  { lessonIds, whom }: WantedLessons,
  payment: { readonly id: string; readonly credits: number },
): Promise<void> {
  const { tx, now } = work;
  const { familyId } = whom;
  const studentId = await chooseAttending(tx, whom);
  for (const id of lessonIds) {
    const lesson = await readBookable(tx, { id, familyId, studentId, now });
    if (lesson === null || refuseBooking(lesson, { Credits: null }, now) !== null)
      throw new Guarded();
  }
  const credits = payment.credits + (await readBalance(tx, familyId));
  const needed = lessonIds.length * LESSON_CREDITS;
  if (credits < needed)
    throw refuseField(
      'credits_quantity',
      'validation_failed',
      `These lessons take ${creditCount(needed)}; you would have ${creditCount(credits)}.`,
    );
  await refuseUnpaidReservations(work, { familyId, lessonIds });
  await refuseTooMany(work, familyId);
  await reserveSpots(work, { id: payment.id, familyId, studentId, lessonIds });
}

interface Wanted {
  readonly lesson_id: string;
  readonly student_id: string;
  readonly position: number;
}

/** The lessons that a payment is for, in the order requested. */
function listWanted(db: Db, paymentId: string): Promise<Wanted[]> {
  return db
    .selectFrom('payment_lessons')
    .select(['lesson_id', 'student_id', 'position'])
    .where('payment_id', '=', paymentId)
    .orderBy('position')
    .execute();
}

/**
 * Releases the spots of a payment that will not be paid, and promotes the waiting lists of their
 * lessons. The caller has locked the payment and no balance.
 */
export async function releaseReservation(work: Work, paymentId: string): Promise<void> {
  const released = await releaseReservedSpots(work, paymentId);
  await clearReservedUntil(work, paymentId);
  await promoteFromWaitingList(work, released);
}

/** Clears `reserved_until`: the payment no longer reserves spots. */
async function clearReservedUntil({ tx }: Work, paymentId: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ reserved_until: null })
    .where('id', '=', paymentId)
    .execute();
}

/**
 * The ids of a payment's lessons. Expire their reservations before fulfilling the payment, and lock
 * them during it.
 */
export async function lessonsOf(db: Db, paymentId: string): Promise<string[]> {
  return (await listWanted(db, paymentId)).map(({ lesson_id }) => lesson_id);
}

/** Locks the lessons of a paid payment, then the family, before any balance is locked. */
export async function lockWantedLessons(
  work: Work,
  payment: { readonly id: string; readonly family_id: string },
): Promise<void> {
  const lessons = await lessonsOf(work.tx, payment.id);
  for (const id of lessons.toSorted()) await lockLesson(work, id);
  await lockFamily(work, payment.family_id);
}

/**
 * Books the lessons that a payment is for, in order and as far as its credits go, and emails the
 * bookings. The rules apply to each lesson on its own. The reason a lesson is not booked is stored
 * with it, and its credit stays in the account. The caller has locked the lessons and the family
 * and released the reserved spots, so that this transaction can take them. Throws Guarded when an
 * expired spot must be released first.
 */
export async function bookWanted(
  work: Work,
  payment: { readonly id: string; readonly family_id: string },
): Promise<void> {
  const all = await listWanted(work.tx, payment.id);
  if (all.length === 0) return;
  const made: TakenBooking[] = [];
  const outcomes = new Map<number, { booking_id: string } | { reason: UnbookedReason }>();
  for (const wanted of all) {
    const outcome = await bookOne(work, payment.family_id, wanted, made[0]?.id ?? null);
    if (typeof outcome === 'object') made.push(outcome);
    outcomes.set(
      wanted.position,
      typeof outcome === 'object' ? { booking_id: outcome.id } : { reason: outcome },
    );
  }
  await clearReservedUntil(work, payment.id);
  for (const [position, outcome] of outcomes)
    await work.tx
      .updateTable('payment_lessons')
      .set(outcome)
      .where('payment_id', '=', payment.id)
      .where('position', '=', position)
      .execute();
  await confirmTogether(work, made);
}

async function bookOne(
  work: Work,
  familyId: string,
  { lesson_id: lessonId, student_id: studentId }: Wanted,
  thread: string | null,
): Promise<TakenBooking | UnbookedReason> {
  const { tx, now } = work;
  if (!(await isAttending(tx, studentId))) return 'student_not_found';
  const lesson = await readBookable(tx, { id: lessonId, familyId, studentId, now });
  if (lesson === null) return 'lesson_not_found';
  const reason = refuseBooking(lesson, { Credits: await readBalance(tx, familyId) }, now);
  if (reason !== null) return reason;
  const taken = await takeBooking(work, {
    lessonId,
    familyId,
    ownStudent: null,
    studentId,
    thread,
  });
  // The only spot may belong to a reservation that expired just now.
  if (taken === null) throw new Guarded();
  return taken;
}

async function isAttending(db: Db, studentId: string): Promise<boolean> {
  const student = await db
    .selectFrom('students')
    .select('id')
    .where('id', '=', studentId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return student !== undefined;
}

/** The lessons that payments are for, in the order requested. */
const wantedOf = (db: Db) =>
  db
    .selectFrom('payment_lessons')
    .innerJoin('lessons', 'lessons.id', 'lesson_id')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select([
      'payment_id',
      'lesson_id',
      'lessons.name as name',
      'starts_at',
      'student_id',
      'booking_id',
      'reason',
      'is_reserved',
      'reserved_until',
      'status',
    ])
    .orderBy('payment_id')
    .orderBy('position');

type WantedRow = Awaited<ReturnType<ReturnType<typeof wantedOf>['execute']>>[number];

function toPaidLesson(row: WantedRow, now: number): PaidLesson {
  const isReserved = row.is_reserved === 1 && (row.reserved_until ?? 0) > now;
  const isBooked = row.booking_id !== null;
  return {
    Lesson_ID: row.lesson_id,
    Lesson_Name: row.name,
    Lesson_Starts_At: toIso(row.starts_at),
    Student_ID: row.student_id,
    state: isBooked ? 'booked' : isReserved ? 'reserved' : 'not_booked',
    bookingId: row.booking_id,
    reason: isBooked || isReserved ? null : (row.reason ?? reasonOf(row.status)),
  };
}

/**
 * The outcome of a payment's lessons at `now` (epoch milliseconds), in the order requested. Empty
 * if it is for no lessons.
 */
export async function listPaidLessons(
  db: Db,
  paymentId: string,
  now: number,
): Promise<PaidLesson[]> {
  const rows = await wantedOf(db).where('payment_id', '=', paymentId).execute();
  return rows.map((row) => toPaidLesson(row, now));
}

/** The same for all payments of a family, by payment id. */
export async function listLessonsByPayment(
  db: Db,
  familyId: string,
  now: number,
): Promise<ReadonlyMap<string, readonly PaidLesson[]>> {
  const rows = await wantedOf(db).where('payment_lessons.family_id', '=', familyId).execute();
  const payments = Map.groupBy(rows, ({ payment_id }) => payment_id);
  return new Map([...payments].map(([id, own]) => [id, own.map((row) => toPaidLesson(row, now))]));
}

const reasonOf = (status: PaymentStatus): UnbookedReason =>
  status === 'pending' ? 'reservation_expired' : 'not_paid';
