// Places that were kept for a payment which did not come in time: they go to the line of the lesson, or are open to all. They
// are let go before a place is refused, and each minute.
import type { FastifyBaseLogger } from 'fastify';

import { type Context, transact } from '../db/context.ts';
import type { Database, Db } from '../db/database.ts';
import { isHeld } from '../lessons/held-store.ts';
import { holdLesson, releaseSpots } from '../lessons/spot-store.ts';
import { repeat } from '../repeat.ts';
import { serveLine } from './serve-store.ts';

const EVERY_MS = 60_000;

/** Lets go what has lapsed in these lessons, each in a transaction of its own. */
export async function settleLapsed(context: Context, lessonIds: readonly string[]): Promise<void> {
  const { database, now } = context;
  if (lessonIds.length === 0) return;
  const lapsed = await lapsedPlaces(database.db, now)
    .where('lesson_id', 'in', [...new Set(lessonIds)])
    .execute();
  for (const { lesson_id } of lapsed) await settleLesson(context, lesson_id);
}

const lapsedPlaces = (db: Db, now: number) =>
  db
    .selectFrom('purchase_lessons')
    .innerJoin('purchases', 'purchases.id', 'purchase_lessons.purchase_id')
    .select('lesson_id')
    .distinct()
    .where(isHeld)
    .where('held_until', '<=', now)
    .orderBy('lesson_id');

async function settleLesson(context: Context, lessonId: string): Promise<void> {
  await transact(context, async (work) => {
    const { tx, now } = work;
    if ((await holdLesson(work, lessonId)) === null) return;
    const { numUpdatedRows } = await tx
      .updateTable('purchase_lessons')
      .set({ is_held: 0 })
      .where('lesson_id', '=', lessonId)
      .where(isHeld)
      .where('purchase_id', 'in', (eb) =>
        eb.selectFrom('purchases').select('purchases.id').where('held_until', '<=', now),
      )
      .executeTakeFirstOrThrow();
    await releaseSpots(work, lessonId, Number(numUpdatedRows));
    if (numUpdatedRows > 0n) await serveLine(work, [lessonId]);
  });
}

/** Lets go all that has lapsed. */
export async function sweepHolds(context: Context): Promise<void> {
  const { database, now } = context;
  await forgetDeleted(database.db);
  for (const { lesson_id } of await lapsedPlaces(database.db, now).execute())
    await settleLesson(context, lesson_id);
  await database.db
    .updateTable('purchases')
    .set({ held_until: null, updated_at: now })
    .where('held_until', '<=', now)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('purchase_lessons')
            .select('place')
            .whereRef('purchase_id', '=', 'purchases.id')
            .where(isHeld),
        ),
      ),
    )
    .execute();
}

/** Lets go what lessons keep that a process of an older version has deleted, which knows of no kept places. */
async function forgetDeleted(db: Db): Promise<void> {
  await db
    .updateTable('purchase_lessons')
    .set({ is_held: 0 })
    .where(isHeld)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('lessons')
          .select('lessons.id')
          .whereRef('lessons.id', '=', 'purchase_lessons.lesson_id')
          .where('deleted_at', 'is not', null),
      ),
    )
    .execute();
}

/** Does so now and every minute; the returned function stops it. */
export function startSweepingHolds({
  database,
  clock,
  log,
}: {
  readonly database: Database;
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
}): () => Promise<void> {
  return repeat({
    everyMs: EVERY_MS,
    work: () => sweepHolds({ database, now: clock(), actor: null }),
    log,
    complaint: 'could not let go the places that are kept no longer; will try again',
  });
}
