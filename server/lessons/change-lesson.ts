// Changes and deletes lessons. Other modules decide what that means for the bookings.
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
import { dropWaitingList, emailWaitingList, endWaitingList } from './waiting-list.ts';
import { emailChange } from './change-notices.ts';
import { promoteFromWaitingList } from './promotion.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import type { Tx } from '../engine/database.ts';
import { factsOf, PLAN_CHANGED, readAdminLesson, toAdminLesson, wireColumns } from './lessons.ts';
import { startsAt } from '../uk-clock.ts';

/**
 * Changes the given fields. Emails the families who booked when the lesson is moved, renamed or
 * gets another meeting link, and the waiting list when it is moved. Promotes students to spots that
 * the change opens. Throws lesson_not_found, or below_booked when Max_Students would drop below the
 * active bookings plus the reserved spots.
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
      await emailWaitingList(work, factsOf(before), factsOf(after));
    const ended = hasStarted(after, work.now) ? 0 : await endBookingsOfRemoved(work, id);
    // If bookings ended, their spots have already been offered to the waiting list.
    if (ended === 0 && opensSpotsForWaitingList(before, after, work.now))
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
 * Whether the change makes spots available to the waiting list: there are more spots, or the lesson
 * is far enough ahead again for spots to go to the list first.
 */
function opensSpotsForWaitingList(before: AdminLesson, after: AdminLesson, now: number): boolean {
  const goesToListAgain = !goesToWaitingList(before, now) && goesToWaitingList(after, now);
  return goesToListAgain || after.Max_Students > before.Max_Students;
}

/** Updates a lesson that was not deleted, and returns the row. */
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
  // The first write locks the row, so what it returns stays true until the commit.
  const row = await writeLesson(tx, id).set({ updated_at: now }).executeTakeFirst();
  if (row === undefined) throw new Refusal('lesson_not_found');
  announce(PLAN_CHANGED);
  const before = await toAdminLesson(tx, row, now);
  const { Date: date, Time: time, Max_Students: max_students } = changes;
  if (max_students !== undefined && max_students < row.bookedCount + row.reserved)
    throw refuseField('Max_Students', 'below_booked');
  const after = await writeLesson(tx, id)
    // Kysely leaves undefined fields out of the statement.
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
 * Deletes a lesson. Before its start, cancels every booking, returns each credit unless it was
 * returned before, and emails the families and the waiting list. After its start, the bookings stay
 * as a record of attendance. Throws lesson_not_found.
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
