// Forgets what depended on the earlier time of a lesson that was moved: who joined, who was
// excused, and its letter. That waits some minutes: a lesson that comes back from a slip keeps all
// of it.
import { MINUTE_MS } from '../../../domain/time.ts';
import { type LockedLesson, withLesson } from '../../booking/locks.ts';
import { lastMoveMeant } from '../../booking/slips.ts';
import { type Context, transact, type Work } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import type { Job } from '../../process/repeat.ts';
import { resetExcuses } from '../excuses/excuse-links.ts';
import { clearEarlierJoins } from '../join-links/join-links.ts';

const movedLessons = (db: Db, now: number) =>
  db
    .selectFrom('lessons')
    .select(['id', 'moved_from', 'moved_at'])
    .where('moved_from', 'is not', null)
    .where('moved_at', '<=', lastMoveMeant(now))
    .where('deleted_at', 'is', null);

/** Settles the moves that were not taken back. */
export async function settleMoves(context: Context): Promise<void> {
  for (const { id } of await movedLessons(context.database.db, context.now).execute())
    await transact(context, (work) =>
      withLesson(work, id, async (lesson) => {
        if (lesson !== null) await settle(work, lesson);
      }),
    );
}

async function settle(work: Work, lesson: LockedLesson): Promise<void> {
  const { tx, now } = work;
  const { id, starts_at } = lesson;
  // Query again: before the lock, it could be moved once more.
  const moved = await movedLessons(tx, now).where('id', '=', id).executeTakeFirst();
  if (moved === undefined) return;
  await clearEarlierJoins(work, lesson);
  await resetExcuses(work, lesson);
  const hadStarted = Number(moved.moved_from) <= moved.moved_at;
  if (hadStarted && starts_at > moved.moved_at) await forgetEarlierDay(work, id);
  await tx.updateTable('lessons').set({ moved_from: null }).where('id', '=', id).execute();
}

/**
 * Removes what the tutor said and what families were told after a lesson that is ahead again: it
 * gets another letter. A student whose credit was returned for an absence stays absent.
 */
async function forgetEarlierDay({ tx }: Work, lessonId: string): Promise<void> {
  await tx
    .updateTable('lessons')
    .set({ letter_sentence: '', letter_off: 0 })
    .where('id', '=', lessonId)
    .execute();
  await tx
    .updateTable('bookings')
    .set({ letter_at: null, letter_has_slides: 0, present_at: null })
    .where('lesson_id', '=', lessonId)
    .where('cancelled_at', 'is', null)
    .execute();
}

export const settleMovesJob: Job = {
  everyMs: MINUTE_MS,
  work: settleMoves,
  complaint: 'failed to settle moves of lessons; will retry',
};
