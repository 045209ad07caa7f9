// Looks up the reserved spots of lessons for the person who views them.
import { sql } from 'kysely';

import { toIso } from '../../domain/time.ts';
import type { Db } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import type { Viewer } from '../people/viewer.ts';

/** The spot is reserved. A literal, so that SQLite recognises the partial index. */
export const isReserved = sql<boolean>`is_reserved = 1`;

/** A reservation normally has an end; 0 stands for one that has none any more. */
const reservedUntil = sql<number>`coalesce(reserved_until, 0)`.as('reserved_until');

const reservations = (db: Db) =>
  db
    .selectFrom('payment_lessons')
    .innerJoin('payments', 'payments.id', 'payment_lessons.payment_id')
    .select(['lesson_id', 'payment_lessons.family_id as family_id', 'student_id', reservedUntil])
    .where(isReserved);

/** The expired reservations that have not been released. */
const expiredReservations = prepare((db, param: Param<{ now: number }>) =>
  reservations(db).where('reserved_until', '<=', param('now')),
);

/** All reservations of a family, and every expired one that has not been released. */
const familyReservations = prepare((db, param: Param<{ familyId: string; now: number }>) =>
  reservations(db).where((eb) =>
    eb.or([
      eb('payment_lessons.family_id', '=', param('familyId')),
      eb('reserved_until', '<=', param('now')),
    ]),
  ),
);

function isOwn(reservation: { family_id: string; student_id: string }, viewer: Viewer): boolean {
  if (viewer.kind === 'parent') return reservation.family_id === viewer.familyId;
  return viewer.kind === 'student' && reservation.student_id === viewer.studentId;
}

/** The reservations of a lesson now, as the viewer sees them. */
export interface ReservedSpots {
  readonly reservedCount: number;
  /** ISO 8601, when the reservation of the viewer ends; null when they have none. */
  readonly reserved_until: string | null;
  /** The student whom it is for. */
  readonly reserved_for: string | null;
}

const NOTHING: ReservedSpots = { reservedCount: 0, reserved_until: null, reserved_for: null };

/**
 * Looks up the reservations of these lessons and returns a function that gives them for each lesson
 * at `now` (epoch milliseconds). Queries the database only when any lesson has one. The subqueries
 * of `readBookable`, which needs a consistent view, are not used here: PostgreSQL would plan them
 * again for every list, 0.66 ms for a week of lessons instead of 0.30.
 */
export async function lookUpReservations<
  L extends { readonly id: string; readonly reserved: number },
>(
  db: Db,
  lessons: L[],
  { viewer, now }: { viewer: Viewer; now: number },
): Promise<(lesson: L) => ReservedSpots> {
  if (lessons.every(({ reserved }) => reserved === 0)) return () => NOTHING;
  const rows =
    'familyId' in viewer
      ? await familyReservations.all(db, { familyId: viewer.familyId, now })
      : await expiredReservations.all(db, { now });
  return ({ id, reserved }) => {
    const ofLesson = reserved === 0 ? [] : rows.filter(({ lesson_id }) => lesson_id === id);
    const expired = ofLesson.filter(({ reserved_until }) => reserved_until <= now);
    const own = ofLesson.find(
      (reservation) => !expired.includes(reservation) && isOwn(reservation, viewer),
    );
    return {
      // The lesson's own count was read first, so that a spot released or booked meanwhile is not
      // shown as open.
      reservedCount: Math.max(0, reserved - expired.length),
      reserved_until: own === undefined ? null : toIso(own.reserved_until),
      reserved_for: own?.student_id ?? null,
    };
  };
}
