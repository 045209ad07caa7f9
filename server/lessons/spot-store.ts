// The spots of a lesson: taken by a booking, freed when it ends. Nothing else writes how many are taken.
import type { Work } from '../db/context.ts';
import { type Param, prepare } from '../db/prepared.ts';
import { factColumns, type LessonFacts, SPOTS_CHANGED } from './store.ts';

const taking = prepare((db, param: Param<{ id: string; now: number }>) =>
  db
    .updateTable('lessons')
    .set((eb) => ({ booked: eb('booked', '+', 1) }))
    .where('id', '=', param('id'))
    .where('deleted_at', 'is', null)
    .where('starts_at', '>', param('now'))
    .whereRef('booked', '<', 'max_students')
    .returning(factColumns),
);

const open = prepare((db, param: Param<{ id: string; now: number }>) =>
  db
    .selectFrom('lessons')
    .select('id')
    .where('id', '=', param('id'))
    .where('deleted_at', 'is', null)
    .where('starts_at', '>', param('now'))
    .whereRef('booked', '<', 'max_students'),
);

/** Whether the lesson has a spot to take just now. Only `takeSpot` makes sure of it. */
export async function hasSpot({ tx, now }: Work, id: string): Promise<boolean> {
  return (await open.first(tx, { id, now })) !== undefined;
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
