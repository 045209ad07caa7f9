// What a lesson's change or end means for those who have booked it.
import { formatDate, shortTime } from '../../domain/time.ts';
import { Refusal } from '../../domain/errors.ts';
import type { AdminLesson, LessonChanges } from '../../domain/lesson.ts';
import { LESSON_CREDITS } from '../../domain/limits.ts';
import { recordActivity } from '../activity/store.ts';
import { changeCredits } from '../credits/store.ts';
import { type Db, transact, type Tx } from '../db/index.ts';
import { changeLesson, removeLesson } from '../lessons/store.ts';
import { lessonCancelled, lessonChanged, type LessonFacts } from '../mail/messages.ts';
import { queueMail } from '../mail/store.ts';
import { familyColumns } from './store.ts';

/** The live bookings of one lesson, in the order in which their students' rows are held. */
function liveBookings(tx: Tx, lessonId: string) {
  return tx
    .selectFrom('bookings')
    .innerJoin('students', 'students.id', 'bookings.student_id')
    .select(['bookings.id as bookingId', ...familyColumns])
    .where('lesson_id', '=', lessonId)
    .where('cancelled_at', 'is', null)
    .orderBy('student_id')
    .execute();
}

/** Changes a lesson; its booked students are mailed when it moves, is renamed or gets another link. */
export async function updateLesson(
  db: Db,
  now: number,
  adminId: string,
  id: string,
  changes: LessonChanges,
): Promise<AdminLesson> {
  return transact(db, async (tx) => {
    const { before, after, lesson } = await changeLesson(tx, now, id, changes);
    if (isNews(before, after))
      for (const booking of await liveBookings(tx, id))
        await queueMail(tx, now, lessonChanged(booking.bookingId, before, after, booking, now));
    await recordActivity(tx, now, adminId, 'lesson_updated', { lessonId: id, detail: startOf(after) });
    return lesson;
  });
}

function startOf({ date, time }: LessonFacts): string {
  return `${formatDate(date, 'short')} ${shortTime(time)}`;
}

function isNews(before: LessonFacts, after: LessonFacts): boolean {
  return (['date', 'time', 'name', 'meeting_link'] as const).some((field) => before[field] !== after[field]);
}

/**
 * Deletes a lesson. Before its start every booking is cancelled, its credit returned and its family mailed;
 * afterwards the bookings stay as the attendance they gave. Throws lesson_not_found.
 */
export async function deleteLesson(db: Db, now: number, adminId: string, id: string): Promise<void> {
  await transact(db, async (tx) => {
    const lesson = await removeLesson(tx, now, id);
    if (lesson === null) throw new Refusal('lesson_not_found');
    await recordActivity(tx, now, adminId, 'lesson_deleted', { lessonId: id, detail: startOf(lesson) });
    if (lesson.starts_at <= now) return;
    for (const booking of await liveBookings(tx, id)) {
      await tx
        .updateTable('bookings')
        .set({ cancelled_at: now })
        .where('id', '=', booking.bookingId)
        .execute();
      await changeCredits(tx, now, booking.student_id, LESSON_CREDITS, {
        kind: 'refund',
        bookingId: booking.bookingId,
      });
      await queueMail(tx, now, lessonCancelled(booking.bookingId, lesson, booking, now));
    }
  });
}
