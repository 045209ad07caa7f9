// Settles the move of a lesson: forgets what depended on its earlier time, such as who joined, who
// was excused, and its letter. That waits some minutes: a lesson that comes back from a slip keeps
// all of it.
import { lessonEndsAt } from '../../../domain/lessons/lesson.ts';
import { MAX_WAITING } from '../../../domain/lessons/waiting.ts';
import { MINUTE_MS } from '../../../domain/time.ts';
import { changeSpots } from '../../booking/change-spots.ts';
import { type LockedLesson, type Locks, recordOpened } from '../../booking/locks.ts';
import { lastMoveMeant } from '../../booking/slips.ts';
import { type Context, transactEach, type Work } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import type { Job } from '../../process/repeat.ts';
import { cancelBookings, listBookingsOfRemovedStudents } from '../bookings/cancel.ts';
import { resetExcuses } from '../excuses/excuse-links.ts';
import { clearOtherJoins } from '../join-links/join-links.ts';

const movedLessons = (db: Db, now: number) =>
  db
    .selectFrom('lessons')
    .select(['id', 'moved_from', 'moved_at'])
    .where('moved_from', 'is not', null)
    .where('moved_at', '<=', lastMoveMeant(now))
    .where('deleted_at', 'is', null)
    .orderBy('moved_at')
    .orderBy('id');

/** Settles the moves that were not taken back. */
export async function settleMoves(context: Context): Promise<void> {
  const moved = await movedLessons(context.database.db, context.now).execute();
  await transactEach(context, moved, { complaint: 'moves are not settled' }, settleUnderLocks);
}

const settleUnderLocks = (work: Work, { id }: { id: string }) =>
  changeSpots(
    work,
    {
      lessons: [id],
      frees: () => MAX_WAITING,
      readBeforeFamilies: () => listBookingsOfRemovedStudents(work.tx, id),
      families: ({ beforeFamilies }) => beforeFamilies.map(({ family_id }) => family_id),
    },
    (locks) => settle(work, locks, id),
  );

/** The bookings of removed students, which are cancelled if the lesson is ahead. */
type SettlingLocks = Locks<unknown, unknown, { id: string }[]>;

async function settle(work: Work, locks: SettlingLocks, id: string): Promise<void> {
  const { tx, now } = work;
  const lesson = locks.lessons.get(id);
  // Query again: before the lock, it could be moved once more.
  const moved = await movedLessons(tx, now).where('id', '=', id).executeTakeFirst();
  if (lesson === undefined || moved === undefined) return;
  const from = Number(moved.moved_from);
  const hadStarted = from <= moved.moved_at;
  const isAhead = lesson.starts_at > moved.moved_at;
  // After a late start, what was recorded is about this lesson.
  const isLateStart = lesson.starts_at < lessonEndsAt(from);
  if (hadStarted && isAhead && !isLateStart) await forgetEarlierDay(work, id);
  await tx.updateTable('lessons').set({ moved_from: null }).where('id', '=', id).execute();
  await settleBookings(work, locks, lesson);
  // Until now, its spots were offered to nobody.
  recordOpened(lesson);
}

/**
 * Decides what waits in the bookings of a lesson while it counts by two starts: only what belongs
 * to the start that it has now stays, and students removed meanwhile leave a lesson that is ahead.
 */
export async function settleBookings(
  work: Work,
  locks: SettlingLocks,
  lesson: LockedLesson,
): Promise<void> {
  await clearOtherJoins(work, lesson);
  await resetExcuses(work, lesson);
  if (lesson.starts_at > work.now) await cancelBookings(work, locks, lesson, locks.beforeFamilies);
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
