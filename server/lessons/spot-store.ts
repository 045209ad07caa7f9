// The spots of a lesson: taken by a booking, freed when it ends. Nothing else writes how many are taken.
import type { ExpressionBuilder } from 'kysely';

import type { Work } from '../db/context.ts';
import { type Param, prepare } from '../db/prepared.ts';
import type { Tables } from '../db/tables.ts';
import { factColumns, type LessonFacts, SPOTS_CHANGED } from './store.ts';

interface Asked {
  readonly id: string;
  readonly now: number;
}

/** It has a spot left and has not started. */
const isOpen = (eb: ExpressionBuilder<Tables, 'lessons'>, param: Param<Asked>) =>
  eb.and([
    eb('id', '=', param('id')),
    eb('deleted_at', 'is', null),
    eb('starts_at', '>', param('now')),
    eb('booked', '<', eb.ref('max_students')),
  ]);

const looking = prepare((db, param: Param<Asked>) =>
  db
    .selectFrom('lessons')
    .select('id')
    .where((eb) => isOpen(eb, param)),
);

const taking = prepare((db, param: Param<Asked>) =>
  db
    .updateTable('lessons')
    .set((eb) => ({ booked: eb('booked', '+', 1) }))
    .where((eb) => isOpen(eb, param))
    .returning(factColumns),
);

/** Whether the lesson has a spot to take just now. Only `takeSpot` makes sure of it. */
export async function hasSpot({ tx, now }: Work, id: string): Promise<boolean> {
  return (await looking.first(tx, { id, now })) !== undefined;
}

/** Takes one spot, if the lesson has one left and has not started; else null. The row is held until the commit. */
export async function takeSpot({ tx, now, announce }: Work, id: string): Promise<LessonFacts | null> {
  announce(SPOTS_CHANGED + id);
  return (await taking.first(tx, { id, now })) ?? null;
}

/** Gives one spot back until `noticeMinutes` before the start; else null. The row is held until the commit. */
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

/** Holds the lesson until the commit, so that nobody moves or deletes it meanwhile; null when there is none. */
export async function holdLesson({ tx }: Work, id: string): Promise<LessonFacts | null> {
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
