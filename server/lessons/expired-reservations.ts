// Releases reservations whose payment did not arrive in time. Their spots go to the waiting list,
// or become open to all. This runs every minute, and before a spot is refused.
import type { FastifyBaseLogger } from 'fastify';

import { type Context, transact } from '../engine/context.ts';
import type { Database, Db } from '../engine/database.ts';
import { isReserved } from './reservation-lookup.ts';
import { lockLesson, releaseSpots } from './spots.ts';
import { repeat } from '../repeat.ts';
import { promoteFromWaitingList } from './promotion.ts';

const EVERY_MS = 60_000;

/** Releases the expired reservations of these lessons, each lesson in its own transaction. */
export async function releaseExpired(
  context: Context,
  lessonIds: readonly string[],
): Promise<void> {
  const { database, now } = context;
  if (lessonIds.length === 0) return;
  const expired = await expiredReservations(database.db, now)
    .where('lesson_id', 'in', [...new Set(lessonIds)])
    .execute();
  for (const { lesson_id } of expired) await releaseExpiredOf(context, lesson_id);
}

const expiredReservations = (db: Db, now: number) =>
  db
    .selectFrom('payment_lessons')
    .innerJoin('payments', 'payments.id', 'payment_lessons.payment_id')
    .select('lesson_id')
    .distinct()
    .where(isReserved)
    .where('reserved_until', '<=', now)
    .orderBy('lesson_id');

async function releaseExpiredOf(context: Context, lessonId: string): Promise<void> {
  await transact(context, async (work) => {
    const { tx, now } = work;
    if ((await lockLesson(work, lessonId)) === null) return;
    const { numUpdatedRows } = await tx
      .updateTable('payment_lessons')
      .set({ is_reserved: 0 })
      .where('lesson_id', '=', lessonId)
      .where(isReserved)
      .where('payment_id', 'in', (eb) =>
        eb.selectFrom('payments').select('payments.id').where('reserved_until', '<=', now),
      )
      .executeTakeFirstOrThrow();
    await releaseSpots(work, lessonId, Number(numUpdatedRows));
    if (numUpdatedRows > 0n) await promoteFromWaitingList(work, [lessonId]);
  });
}

/** Releases all expired reservations. */
export async function expireReservations(context: Context): Promise<void> {
  const { database, now } = context;
  await forgetDeleted(database.db);
  for (const { lesson_id } of await expiredReservations(database.db, now).execute())
    await releaseExpiredOf(context, lesson_id);
  await database.db
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
}

/**
 * Releases reservations of lessons deleted by a process of an older version, which does not know
 * about reservations.
 */
async function forgetDeleted(db: Db): Promise<void> {
  await db
    .updateTable('payment_lessons')
    .set({ is_reserved: 0 })
    .where(isReserved)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('lessons')
          .select('lessons.id')
          .whereRef('lessons.id', '=', 'payment_lessons.lesson_id')
          .where('deleted_at', 'is not', null),
      ),
    )
    .execute();
}

/** Releases expired reservations now and every minute. The returned function stops it. */
export function startExpiringReservations({
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
    work: () => expireReservations({ database, now: clock(), actor: null }),
    log,
    complaint: 'failed to release expired reservations; will retry',
  });
}
