// What a purchase is to be spent on: lessons whose places are kept while it is paid, and that are
// booked once it is.
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

/** Which lessons are to be booked with what is bought, and for whom. */
export interface WantedLessons {
  readonly lessonIds: readonly string[];
  readonly whom: Whom;
}

interface Replacement {
  /** Null where there was none. */
  readonly replacedSession: string | null;
  /** The path of the first lesson's page. */
  readonly page: string;
  /** Lessons whose lines are to be served once the new hold is there. */
  readonly released: readonly string[];
}

/**
 * Makes way for a new hold of the family: ends the one before, and holds the lessons of both and
 * the family. Throws Guarded where a lesson is gone or full, unauthenticated for a family that has
 * left.
 */
export async function replaceReservation(
  work: Work,
  { lessonIds, whom: { familyId } }: WantedLessons,
): Promise<Replacement> {
  // Most of those who come too late are turned away before they hold anything.
  const looks = lessonIds.map((lessonId) => lookForSpot(work, { lessonId, familyId }));
  if ((await together(looks)).includes(null)) throw new Guarded();
  const replaced = await endReservation(work, familyId);
  const kept = replaced === null ? [] : await listReservedLessons(work.tx, familyId);
  let page: string = paths.userHome;
  for (const id of [...new Set([...lessonIds, ...kept])].toSorted()) {
    const lesson = await lockLesson(work, id);
    if (lesson === null && lessonIds.includes(id)) throw new Guarded();
    if (lesson !== null && id === lessonIds[0]) page = lessonPath(mondayOf(lesson.date), id);
  }
  const released = replaced === null ? [] : await releaseReservedSpots(work, replaced.id);
  if (!(await lockFamily(work, familyId))) throw new Refusal('unauthenticated');
  // Begun in the very same moment. To wait for it here, with the lessons held, would be to wait for
  // whoever waits for them.
  if (await hasReservation(work.tx, familyId)) throw new Overtaken();
  return { replacedSession: replaced?.session_id ?? null, page, released };
}

/**
 * Reserves the spots that a new purchase is for. The lessons and the family are locked. Throws
 * Guarded where a lesson cannot be booked, validation_failed where the credits would not do,
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

/** The lessons that a purchase is for, in the order asked. */
function listWanted(db: Db, paymentId: string): Promise<Wanted[]> {
  return db
    .selectFrom('payment_lessons')
    .select(['lesson_id', 'student_id', 'position'])
    .where('payment_id', '=', paymentId)
    .orderBy('position')
    .execute();
}

/**
 * Lets go the places of a purchase that will not be paid, to the lines of their lessons. The caller
 * holds it, and no balance.
 */
export async function releaseReservation(work: Work, paymentId: string): Promise<void> {
  const released = await releaseReservedSpots(work, paymentId);
  await forgetEnd(work, paymentId);
  await promoteFromWaitingList(work, released);
}

/** A purchase keeps no places any more. */
async function forgetEnd({ tx }: Work, paymentId: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ reserved_until: null })
    .where('id', '=', paymentId)
    .execute();
}

/** The lessons of a purchase, to be settled before and held while it is fulfilled. */
export async function lessonsOf(db: Db, paymentId: string): Promise<string[]> {
  return (await listWanted(db, paymentId)).map(({ lesson_id }) => lesson_id);
}

/** Holds the lessons of a purchase that has been paid, and the family, before any balance. */
export async function holdWanted(
  work: Work,
  payment: { readonly id: string; readonly family_id: string },
): Promise<void> {
  const lessons = await lessonsOf(work.tx, payment.id);
  for (const id of lessons.toSorted()) await lockLesson(work, id);
  await lockFamily(work, payment.family_id);
}

/**
 * Books what a purchase was made for, in its order and as far as credits go, and emails what was.
 * Each lesson has to stand the rules by itself; why one does not is kept with it, and its credit
 * stays. The lessons and the family are held, and the purchase has let its places go, for this
 * transaction to take. Throws Guarded when a spot is about to be let go.
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
  await forgetEnd(work, payment.id);
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
  // The only place may be one that has lapsed in this very moment.
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

/** What payments are for, in the order asked. */
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
 * What has become of the lessons of a purchase at `now` (epoch milliseconds), in the order asked;
 * none, where it is for none.
 */
export async function listPaidLessons(
  db: Db,
  paymentId: string,
  now: number,
): Promise<PaidLesson[]> {
  const rows = await wantedOf(db).where('payment_id', '=', paymentId).execute();
  return rows.map((row) => toPaidLesson(row, now));
}

/** The same of all payments of a family, by their ids. */
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
