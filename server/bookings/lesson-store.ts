// What a lesson's change or end means for those who have booked it.
import { formatDate, shortTime } from '../../domain/time.ts';
import { Refusal } from '../../domain/errors.ts';
import type { AdminLesson, LessonChanges } from '../../domain/lesson.ts';
import { recordActivity } from '../activity/store.ts';
import { type EndedBooking, returnCredit } from '../credits/return-store.ts';
import { type Db, transact, type Tx } from '../db/index.ts';
import { changeLesson, freeSpot, removeLesson } from '../lessons/store.ts';
import { lessonCancelled, lessonChanged, type LessonFacts } from '../mail/lesson-messages.ts';
import { queueMail } from '../mail/store.ts';
import { familyColumns } from './store.ts';

/** The order in which balances are held. */
const byStudent = (a: EndedBooking, b: EndedBooking) => (a.student_id < b.student_id ? -1 : 1);

/** The live bookings of one lesson with those who are told. */
function liveBookings(tx: Tx, lessonId: string) {
  return tx
    .selectFrom('bookings')
    .innerJoin('students', 'students.id', 'bookings.student_id')
    .select(['bookings.id as bookingId', ...familyColumns])
    .where('lesson_id', '=', lessonId)
    .where('cancelled_at', 'is', null)
    .where('deleted_at', 'is', null)
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
    const ended = after.starts_at > now ? await endBookingsOfClosed(tx, now, id) : 0;
    if (isNews(before, after))
      for (const booking of await liveBookings(tx, id))
        await queueMail(tx, now, lessonChanged(booking.bookingId, before, after, booking, now));
    await recordActivity(tx, now, adminId, 'lesson_updated', { lessonId: id, detail: startOf(after) });
    return { ...lesson, bookedCount: lesson.bookedCount - ended };
  });
}

/**
 * An account that was closed once a lesson had begun keeps no place in it when it is moved ahead. Answers how many
 * bookings ended. The caller holds the lesson.
 */
async function endBookingsOfClosed(tx: Tx, now: number, lessonId: string): Promise<number> {
  const ended = await tx
    .updateTable('bookings')
    .set({ cancelled_at: now })
    .where('lesson_id', '=', lessonId)
    .where('cancelled_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('students')
          .select('students.id')
          .whereRef('students.id', '=', 'bookings.student_id')
          .where('deleted_at', 'is not', null),
      ),
    )
    .returning(['id', 'student_id', 'charged'])
    .execute();
  for (const booking of ended.toSorted(byStudent)) {
    await freeSpot(tx, now, lessonId, 0);
    await returnCredit(tx, now, booking, { kind: 'refund' });
  }
  return ended.length;
}

function startOf({ date, time }: LessonFacts): string {
  return `${formatDate(date, 'short')} ${shortTime(time)}`;
}

function isNews(before: LessonFacts, after: LessonFacts): boolean {
  return (['date', 'time', 'name', 'meeting_link'] as const).some((field) => before[field] !== after[field]);
}

/** Cancels every live booking of a lesson, whose row the caller holds. */
function endBookings(tx: Tx, now: number, lessonId: string): Promise<EndedBooking[]> {
  return tx
    .updateTable('bookings')
    .set({ cancelled_at: now })
    .where('lesson_id', '=', lessonId)
    .where('cancelled_at', 'is', null)
    .returning(['id', 'student_id', 'charged'])
    .execute();
}

/**
 * Deletes a lesson. Before its start every booking is cancelled, its credit returned unless it came back before, and
 * its family mailed; afterwards the bookings stay as the attendance they gave. Throws lesson_not_found.
 */
export async function deleteLesson(db: Db, now: number, adminId: string, id: string): Promise<void> {
  await transact(db, async (tx) => {
    const lesson = await removeLesson(tx, now, id);
    if (lesson === null) throw new Refusal('lesson_not_found');
    await recordActivity(tx, now, adminId, 'lesson_deleted', { lessonId: id, detail: startOf(lesson) });
    if (lesson.starts_at <= now) return;
    const families = new Map((await liveBookings(tx, id)).map((family) => [family.bookingId, family]));
    for (const booking of (await endBookings(tx, now, id)).toSorted(byStudent)) {
      const { credit } = await returnCredit(tx, now, booking, { kind: 'refund' });
      const family = families.get(booking.id);
      if (family !== undefined)
        await queueMail(tx, now, lessonCancelled(booking.id, lesson, family, credit, now));
    }
  });
}
