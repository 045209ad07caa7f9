// The spots of a lesson: taken by a booking, freed when it ends, kept while somebody pays. Nothing
// else writes how many are.
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

/** It has not started. */
const isAhead = (eb: ExpressionBuilder<Tables, 'lessons'>, param: Param<Asked>) =>
  eb.and([
    eb('lessons.id', '=', param('id')),
    eb('deleted_at', 'is', null),
    eb('starts_at', '>', param('now')),
  ]);

/** It has a spot that is neither booked nor kept. */
const isFree = sql<boolean>`booked + reserved < max_students`;

const looking = prepare((db, param: Param<Asked & { familyId: string }>) =>
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

const taking = prepare((db, param: Param<Asked>) =>
  db
    .updateTable('lessons')
    .set((eb) => ({ booked: eb('booked', '+', 1) }))
    .where((eb) => isAhead(eb, param))
    .where(isFree)
    .returning([...factColumns, 'waiting']),
);

/**
 * How many places of the lesson are kept, for anybody, if there is a spot for this family to take
 * just now; else null. Only `takeSpot` makes sure of it.
 */
export async function lookForSpot(
  { tx, now }: Work,
  { lessonId, familyId }: { readonly lessonId: string; readonly familyId: string },
): Promise<{ readonly reserved: number } | null> {
  return (await looking.first(tx, { id: lessonId, familyId, now })) ?? null;
}

/**
 * Keeps one spot free, if the lesson has one left and has not started. The row is held until the
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

/** Lets go `count` spots that were kept. */
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

/** A lesson with how many are in its line. */
export type LessonInDemand = LessonFacts & { readonly waiting: number };

/**
 * Takes one spot, if the lesson has one left and has not started; else null. The row is held until
 * the commit.
 */
export async function takeSpot(
  { tx, now, announce }: Work,
  id: string,
): Promise<LessonInDemand | null> {
  announce(SPOTS_CHANGED + id);
  return (await taking.first(tx, { id, now })) ?? null;
}

/**
 * Gives one spot back until `noticeMinutes` before the start; else null. The row is held until the
 * commit.
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
 * Holds the lesson until the commit, so that nobody moves or deletes it meanwhile; null when there
 * is none.
 */
export async function lockLesson({ tx }: Work, id: string): Promise<LessonFacts | null> {
  // A write that changes nothing.
  const row = await tx
    .updateTable('lessons')
    .set((eb) => ({ booked: eb.ref('booked') }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(factColumns)
    .executeTakeFirst();
  return row ?? null;
}
