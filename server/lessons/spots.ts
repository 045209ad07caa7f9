// The spots of a lesson: booked, freed when a booking ends, or reserved during payment. Only this
// module writes the counts.
import { type ExpressionBuilder, sql } from 'kysely';

import type { Work } from '../engine/context.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import type { Tables } from '../schema/tables.ts';
import { isReserved } from './reservation-lookup.ts';
import { factColumns, type LessonFacts, SPOTS_CHANGED } from './lessons.ts';

interface Asked {
  readonly id: string;
  readonly now: number;
}

const isAhead = (eb: ExpressionBuilder<Tables, 'lessons'>, param: Param<Asked>) =>
  eb.and([
    eb('lessons.id', '=', param('id')),
    eb('deleted_at', 'is', null),
    eb('starts_at', '>', param('now')),
  ]);

/** The lesson has a spot that is neither booked nor reserved. */
const isFree = sql<boolean>`booked + reserved < max_students`;

const findSpot = prepare((db, param: Param<Asked & { familyId: string }>) =>
  db
    .selectFrom('lessons')
    .select('reserved')
    .where((eb) => isAhead(eb, param))
    .where((eb) =>
      eb.or([
        isFree,
        eb.exists(
          eb
            .selectFrom('payment_lessons')
            .innerJoin('payments', 'payments.id', 'payment_lessons.payment_id')
            .select('position')
            .where('lesson_id', '=', param('id'))
            .where(isReserved)
            .where('payment_lessons.family_id', '=', param('familyId'))
            // An expired reservation is released first: the waiting list comes before its family.
            .where('reserved_until', '>', param('now')),
        ),
      ]),
    ),
);

const bookSpot = prepare((db, param: Param<Asked>) =>
  db
    .updateTable('lessons')
    .set((eb) => ({ booked: eb('booked', '+', 1) }))
    .where((eb) => isAhead(eb, param))
    .where(isFree)
    .returning([...factColumns, 'waiting']),
);

/**
 * Returns how many spots of the lesson are reserved, by any family, if this family can take a spot
 * now; otherwise null. The answer is only a hint: `takeSpot` decides.
 */
export async function lookForSpot(
  { tx, now }: Work,
  { lessonId, familyId }: { readonly lessonId: string; readonly familyId: string },
): Promise<{ readonly reserved: number } | null> {
  return (await findSpot.first(tx, { id: lessonId, familyId, now })) ?? null;
}

/**
 * Reserves one spot, if the lesson has one left and has not started. Locks the row until the
 * commit.
 */
export async function reserveSpot({ tx, now, announce }: Work, id: string): Promise<boolean> {
  announce(SPOTS_CHANGED + id);
  const { numUpdatedRows } = await tx
    .updateTable('lessons')
    .set((eb) => ({ reserved: eb('reserved', '+', 1) }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('starts_at', '>', now)
    .where(isFree)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Releases `count` reserved spots. */
export async function releaseSpots(
  { tx, announce }: Work,
  id: string,
  count: number,
): Promise<void> {
  if (count === 0) return;
  announce(SPOTS_CHANGED + id);
  await tx
    .updateTable('lessons')
    .set((eb) => ({ reserved: eb('reserved', '-', count) }))
    .where('id', '=', id)
    .execute();
}

/** A lesson with the length of its waiting list. */
export type LessonInDemand = LessonFacts & { readonly waiting: number };

/**
 * Takes one spot, if the lesson has one left and has not started; otherwise returns null. Locks the
 * row until the commit.
 */
export async function takeSpot(
  { tx, now, announce }: Work,
  id: string,
): Promise<LessonInDemand | null> {
  announce(SPOTS_CHANGED + id);
  return (await bookSpot.first(tx, { id, now })) ?? null;
}

/**
 * Frees one spot until `noticeMinutes` before the start; afterwards returns null. Locks the row
 * until the commit.
 */
export async function freeSpot(
  { tx, now, announce }: Work,
  id: string,
  noticeMinutes: number,
): Promise<LessonFacts | null> {
  announce(SPOTS_CHANGED + id);
  const row = await tx
    .updateTable('lessons')
    .set((eb) => ({ booked: eb('booked', '-', 1) }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('starts_at', '>', now + noticeMinutes * 60_000)
    .where('booked', '>', 0)
    .returning(factColumns)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Locks the lesson until the commit, so that it cannot be moved or deleted meanwhile. Null when
 * there is none.
 */
export async function lockLesson({ tx }: Work, id: string): Promise<LessonFacts | null> {
  // An update that changes nothing locks the row on both engines.
  const row = await tx
    .updateTable('lessons')
    .set((eb) => ({ booked: eb.ref('booked') }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(factColumns)
    .executeTakeFirst();
  return row ?? null;
}
