// Spots reserved while a family pays for them. Each counts as taken, but is not a booking. They are
// released when the payment ends or, if it does not arrive in time, every minute and before a spot
// is refused.
import { RESERVATION_MINUTES } from '../../domain/lessons/booking.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import type { LockedFamily } from '../credits/ledger.ts';
import { type Context, transactEach, type Work, GuardError } from '../engine/context.ts';
import type { Db, Tx } from '../engine/database.ts';
import type { Job } from '../process/repeat.ts';
import { changeSpots } from './change-spots.ts';
import type { LockedLesson, Locks } from './locks.ts';
import { isReserved } from './reservation-lookup.ts';
import { releaseSpots, reserveSpot } from './spots.ts';

const EVERY_MS = MINUTE_MS;

/**
 * Returns when the reservation of a checkout that begins at `now` ends. Both are epoch
 * milliseconds.
 */
export const reservedUntil = (now: number) => now + RESERVATION_MINUTES.untilExpiry * MINUTE_MS;

/** Lists the lessons in which a family has reserved spots. */
export async function listReservedLessonIds(db: Db, familyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_lessons')
    .select('lesson_id')
    .where('family_id', '=', familyId)
    .where(isReserved)
    .execute();
  return rows.map(({ lesson_id }) => lesson_id);
}

interface Reservation {
  readonly id: string;
  readonly session_id: string | null;
  readonly created_at: number;
}

/**
 * Clears the `reserved_until` of the family's payment, which locks the payment. The caller then
 * releases its spots with `releaseReservedSpots`. Null when the family has no reservation.
 */
export async function clearReservedUntilOfFamily(
  { tx, now }: Work,
  familyId: string,
): Promise<Reservation | null> {
  for (;;) {
    const ended = await tx
      .updateTable('payments')
      .set({ reserved_until: null, updated_at: now })
      .where('family_id', '=', familyId)
      .where('reserved_until', 'is not', null)
      .returning(['id', 'session_id', 'created_at'])
      .executeTakeFirst();
    if (ended !== undefined) return ended;
    // A new reservation may have replaced the one that this update waited for.
    if (!(await hasReservation(tx, familyId))) return null;
  }
}

/** Whether the family has a reservation, expired ones included. */
export async function hasReservation(db: Db, familyId: string): Promise<boolean> {
  const payment = await db
    .selectFrom('payments')
    .select('id')
    .where('family_id', '=', familyId)
    .where('reserved_until', 'is not', null)
    .executeTakeFirst();
  return payment !== undefined;
}

/**
 * Releases the spots reserved for a payment in lessons that are not deleted. Returns the ids of all
 * lessons in which it had one.
 */
export async function releaseReservedSpots(
  work: Work,
  lessons: Locks['lessons'],
  paymentId: string,
): Promise<ReadonlySet<string>> {
  const released = await work.tx
    .updateTable('payment_lessons')
    .set({ is_reserved: 0 })
    .where('payment_id', '=', paymentId)
    .where(isReserved)
    .returning('lesson_id')
    .execute();
  for (const { lesson_id } of released) {
    const lesson = lessons.get(lesson_id);
    // Deleting a lesson has already released its spots.
    if (lesson !== undefined) await releaseSpots(work, lesson, 1);
  }
  return new Set(released.map(({ lesson_id }) => lesson_id));
}

/**
 * Reserves a spot in each of these lessons and records what the payment is for. Throws GuardError
 * when a lesson has no spot left for the family or has started.
 */
export async function reserveSpots(work: Work, payment: NewReservation): Promise<void> {
  for (const [position, lesson] of payment.lessons.entries()) {
    if (!(await reserveSpot(work, lesson, payment.freed.has(lesson.id)))) throw new GuardError();
    await work.tx
      .insertInto('payment_lessons')
      .values({
        payment_id: payment.id,
        position,
        lesson_id: lesson.id,
        family_id: payment.family.id,
        student_id: payment.studentId,
        is_reserved: 1,
      })
      .execute();
  }
}

interface NewReservation {
  id: string;
  family: LockedFamily;
  studentId: string;
  lessons: readonly LockedLesson[];
  /** The lessons in which it replaces a spot that was reserved for the family until now. */
  freed: ReadonlySet<string>;
}

/** Marks the reservations of a lesson as released; the caller adds which. */
const releaseQuery = (tx: Tx, lessonId: string) =>
  tx
    .updateTable('payment_lessons')
    .set({ is_reserved: 0 })
    .where('lesson_id', '=', lessonId)
    .where(isReserved);

/** Releases the rows of a lesson that was just deleted; its own count was cleared with it. */
export async function releaseRowsOfDeletedLesson({ tx }: Work, { id }: LockedLesson) {
  await releaseQuery(tx, id).execute();
}

/** Releases the expired reservations of these lessons, each lesson in its own transaction. */
export async function releaseExpired(context: Context, lessonIds: readonly string[]) {
  const { database, now } = context;
  if (lessonIds.length === 0) return;
  const expired = await expiredReservations(database.db, now)
    .where('lesson_id', 'in', [...new Set(lessonIds)])
    .execute();
  await releaseEach(context, expired);
}

const releaseEach = (context: Context, expired: readonly { lesson_id: string }[]) =>
  transactEach(context, expired, { complaint: 'reservations were not released' }, (work, of) =>
    releaseExpiredOfLesson(work, of.lesson_id),
  );

const expiredReservations = (db: Db, now: number) =>
  db
    .selectFrom('payment_lessons')
    .innerJoin('payments', 'payments.id', 'payment_lessons.payment_id')
    .select('lesson_id')
    .distinct()
    .where(isReserved)
    .where('reserved_until', '<=', now)
    .orderBy('lesson_id');

const releaseExpiredOfLesson = (work: Work, lessonId: string): Promise<void> =>
  changeSpots(
    work,
    // Every reservation may have expired.
    { lessons: [lessonId], frees: ({ reserved }) => reserved },
    async ({ lessons }) => {
      const lesson = lessons.get(lessonId);
      if (lesson === undefined) return;
      const { numUpdatedRows } = await releaseQuery(work.tx, lessonId)
        .where('payment_id', 'in', (eb) =>
          eb.selectFrom('payments').select('payments.id').where('reserved_until', '<=', work.now),
        )
        .executeTakeFirstOrThrow();
      await releaseSpots(work, lesson, Number(numUpdatedRows));
    },
  );

/** Releases all expired reservations. */
export async function expireReservations(context: Context): Promise<void> {
  const { database, now } = context;
  try {
    await releaseEach(context, await expiredReservations(database.db, now).execute());
  } finally {
    await clearTimesOfReleased(database.db, now);
  }
}

/** Payments whose reservations have all been released have no time of their end. */
const clearTimesOfReleased = (db: Db, now: number) =>
  db
    .updateTable('payments')
    .set({ reserved_until: null, updated_at: now })
    .where('reserved_until', '<=', now)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payment_lessons')
            .select('position')
            .whereRef('payment_id', '=', 'payments.id')
            .where(isReserved),
        ),
      ),
    )
    .execute();

export const expireReservationsJob: Job = {
  everyMs: EVERY_MS,
  work: expireReservations,
  complaint: 'failed to release expired reservations; will retry',
};
