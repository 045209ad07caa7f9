// Changing and deleting a lesson. What either means for those who have booked it is up to bookings.
import { Refusal, refuseField } from '../../domain/errors.ts';
import { type AdminLesson, hasStarted, type LessonChanges } from '../../domain/lesson.ts';
import { isNews } from '../../domain/lesson-plan.ts';
import { formatDate, shortTime } from '../../domain/time.ts';
import { goesToWaitingList } from '../../domain/waiting.ts';
import type { AdminActor } from '../auth/sessions.ts';
import { recordActivity } from '../activity/activities.ts';
import { forgetEarlierVisits } from './join-links.ts';
import { endJoinLinks, endBookingsOfDeleted, endBookingsOfRemoved } from './end-bookings.ts';
import { forgetReservations } from './reservations.ts';
import { releaseExpired } from './expired-reservations.ts';
import { dropWaitingList, emailLine, endWaitingList } from './waiting-list.ts';
import { emailChange } from './change-notices.ts';
import { promoteFromWaitingList } from './promotion.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import type { Tx } from '../engine/database.ts';
import { factsOf, PLAN_CHANGED, readAdminLesson, toAdminLesson, wireColumns } from './lessons.ts';
import { startsAt } from '../uk-clock.ts';

/**
 * Changes the given fields; the families who have booked it are emailed when it moves, is renamed
 * or gets another link, its line when it moves. Spots that this gives to the line are booked for
 * it. Throws lesson_not_found, or below_booked when Max_Students would drop below the live bookings
 * and the places that are kept.
 */
export async function updateLesson(
  context: Context<AdminActor>,
  id: string,
  changes: LessonChanges,
): Promise<AdminLesson> {
  await releaseExpired(context, [id]);
  return transact(context, async (work) => {
    const { before, after } = await writeChanges(work, id, changes);
    if (before.starts_at !== after.starts_at) await forgetEarlierVisits(work, factsOf(after));
    if (isNews(before, after)) await emailChange(work, factsOf(before), factsOf(after));
    if (hasStarted(before, work.now) || hasStarted(after, work.now))
      await dropWaitingList(work, id);
    else if (before.starts_at !== after.starts_at)
      await emailLine(work, factsOf(before), factsOf(after));
    const ended = hasStarted(after, work.now) ? 0 : await endBookingsOfRemoved(work, id);
    // Otherwise the line was served with what has ended.
    if (ended === 0 && hasMoreForLine(before, after, work.now))
      await promoteFromWaitingList(work, [id]);
    await recordActivity(work, {
      adminId: work.actor.id,
      kind: 'lesson_updated',
      lessonId: id,
      detail: startOf(after),
    });
    return readAdminLesson(work.tx, id, work.now);
  });
}

/**
 * Whether spots may go to the line that could not before: there are more of them, or those that
 * were open to all are its again.
 */
function hasMoreForLine(before: AdminLesson, after: AdminLesson, now: number): boolean {
  const isLinesAgain = !goesToWaitingList(before, now) && goesToWaitingList(after, now);
  return isLinesAgain || after.Max_Students > before.Max_Students;
}

/** Writes to a lesson that was not deleted, and returns it. */
const writeLesson = (tx: Tx, id: string) =>
  tx
    .updateTable('lessons')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(wireColumns);

async function writeChanges(
  { tx, now, announce }: Work,
  id: string,
  changes: LessonChanges,
): Promise<{ before: AdminLesson; after: AdminLesson }> {
  // Writing first holds the row: what it returns stays true until the commit.
  const row = await writeLesson(tx, id).set({ updated_at: now }).executeTakeFirst();
  if (row === undefined) throw new Refusal('lesson_not_found');
  announce(PLAN_CHANGED);
  const before = await toAdminLesson(tx, row, now);
  const { Date: date, Time: time, Max_Students: max_students } = changes;
  if (max_students !== undefined && max_students < row.bookedCount + row.reserved)
    throw refuseField('Max_Students', 'below_booked');
  const after = await writeLesson(tx, id)
    // What is undefined is no part of the statement.
    .set({
      date,
      time,
      starts_at: startsAt(date ?? before.Date, time ?? before.Time),
      name: changes.Lesson_Name,
      meeting_link: changes.Meeting_Link,
      notes: changes.lesson_notes,
      max_students,
    })
    .executeTakeFirstOrThrow();
  return { before, after: await toAdminLesson(tx, after, now) };
}

function startOf({ Date: date, Time }: Pick<AdminLesson, 'Date' | 'Time'>): string {
  return `${formatDate(date, 'short')} ${shortTime(Time)}`;
}

/**
 * Deletes a lesson. Before its start every booking is cancelled, its credit returned unless it came
 * back before, and its family emailed, as is its line; afterwards the bookings stay as the
 * attendance they gave. Throws lesson_not_found.
 */
export async function deleteLesson(context: Context<AdminActor>, id: string): Promise<void> {
  await transact(context, async (work) => {
    const { tx, now, actor, announce } = work;
    const row = await writeLesson(tx, id)
      .set({ deleted_at: now, updated_at: now, booked: 0, reserved: 0 })
      .executeTakeFirst();
    if (row === undefined) throw new Refusal('lesson_not_found');
    announce(PLAN_CHANGED);
    await forgetReservations(work, id);
    const lesson = await toAdminLesson(tx, row, now);
    const detail = startOf(lesson);
    await recordActivity(work, { adminId: actor.id, kind: 'lesson_deleted', lessonId: id, detail });
    if (row.starts_at > now) {
      await endBookingsOfDeleted(work, factsOf(lesson));
      await endWaitingList(work, factsOf(lesson));
    } else {
      await endJoinLinks(work, { lesson_id: id });
      await dropWaitingList(work, id);
    }
  });
}
