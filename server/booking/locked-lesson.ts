// Locked lessons. Every change of a lesson's spots takes one, so that code without the lock does
// not compile.
import { type ExpressionBuilder, sql } from 'kysely';

import type { Work } from '../engine/context.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import { hasRowLocks } from '../engine/row-locks.ts';
import type { Tables } from '../schema/tables.ts';
import { factColumns, type LessonFacts } from './lessons.ts';
import { isReserved } from './reservation-lookup.ts';

/** Only this module can make a LockedLesson. */
const lock = Symbol('lock');

/**
 * A lesson that nobody else can change until the commit: neither its time nor its spots, bookings,
 * reservations and waiting list. The counts are those of the moment when it was locked.
 */
export interface LockedLesson extends LessonFacts {
  readonly [lock]: { readonly mayOpen: boolean; hasOpened: boolean };
  readonly max_students: number;
  readonly booked: number;
  readonly reserved: number;
  readonly waiting: number;
}

const columns = [...factColumns, 'max_students', 'booked', 'reserved', 'waiting'] as const;

/** A lesson that a family wants to book now. */
interface SpotQuery {
  readonly id: string;
  readonly familyId: string;
  readonly now: number;
}

/** The lesson has a spot that is neither booked nor reserved. */
export const hasOpenSpot = sql<boolean>`booked + reserved < max_students`;

/**
 * The lesson is ahead and has an open spot or one that is reserved for this family. An expired
 * reservation does not count: the waiting list comes before its family.
 */
const hasSpotFor = (eb: ExpressionBuilder<Tables, 'lessons'>, param: Param<SpotQuery>) =>
  eb.and([
    eb('lessons.id', '=', param('id')),
    eb('deleted_at', 'is', null),
    eb('starts_at', '>', param('now')),
    eb.or([
      hasOpenSpot,
      eb.exists(
        eb
          .selectFrom('payment_lessons')
          .innerJoin('payments', 'payments.id', 'payment_lessons.payment_id')
          .select('position')
          .where('lesson_id', '=', param('id'))
          .where(isReserved)
          .where('payment_lessons.family_id', '=', param('familyId'))
          .where('reserved_until', '>', param('now')),
      ),
    ]),
  ]);

const lockById = prepare((db, param: Param<{ id: string }>) =>
  db
    .selectFrom('lessons')
    .select(columns)
    .where('id', '=', param('id'))
    .where('deleted_at', 'is', null)
    .$if(hasRowLocks(db), (rows) => rows.forNoKeyUpdate()),
);

/** PostgreSQL checks the condition before it waits, so that a full lesson makes nobody wait. */
const lockIfSpots = prepare((db, param: Param<SpotQuery>) =>
  db
    .selectFrom('lessons')
    .select(columns)
    .where((eb) => hasSpotFor(eb, param))
    .$if(hasRowLocks(db), (rows) => rows.forNoKeyUpdate()),
);

const lessonWithSpots = prepare((db, param: Param<SpotQuery>) =>
  db
    .selectFrom('lessons')
    .select('id')
    .where((eb) => hasSpotFor(eb, param)),
);

/**
 * Whether this family can book or reserve a spot of the lesson now. Without a lock, so that the
 * answer is only a hint.
 */
export async function looksOpen({ tx, now }: Work, id: string, familyId: string): Promise<boolean> {
  return (await lessonWithSpots.first(tx, { id, familyId, now })) !== undefined;
}

/**
 * Locks a lesson until the commit; null when it is deleted or, with `spotFor`, when it has no spot
 * for that family. Only withLocks (locks.ts) calls this, so that all rows are locked in one order.
 */
export async function lockLesson(
  { tx, now }: Work,
  id: string,
  { spotFor, mayOpen }: { readonly spotFor: string | null; readonly mayOpen: boolean },
): Promise<LockedLesson | null> {
  const row =
    spotFor === null
      ? await lockById.first(tx, { id })
      : await lockIfSpots.first(tx, { id, familyId: spotFor, now });
  return row === undefined ? null : { ...row, [lock]: { mayOpen, hasOpened: false } };
}

/**
 * Records that spots of the lesson have come free: changeSpots, which has taken the lock, offers
 * them to its waiting list.
 */
export function openSpots(lesson: LockedLesson): void {
  if (!lesson[lock].mayOpen) throw new Error('what frees spots locks them with changeSpots');
  lesson[lock].hasOpened = true;
}

/** Whether spots of the lesson have come free since it was locked. */
export const hasOpened = (lesson: LockedLesson): boolean => lesson[lock].hasOpened;
