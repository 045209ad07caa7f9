// Changes and deletes lessons. Other modules decide what that means for the bookings.
import { fieldRefusal, Refusal } from '../../../domain/errors.ts';
import { needsEmail } from '../../../domain/lessons/lesson-plan.ts';
import {
  type AdminLesson,
  hasStarted,
  type LessonChanges,
} from '../../../domain/lessons/lesson.ts';
import { MAX_WAITING } from '../../../domain/lessons/waiting.ts';
import { formatDate, shortTime } from '../../../domain/time.ts';
import { recordActivity } from '../../activity/activities.ts';
import { startsAt } from '../../base/windows.ts';
import { changeSpots } from '../../booking/change-spots.ts';
import {
  lessonFactsOf,
  PLAN_CHANGED,
  readAdminLesson,
  toAdminLesson,
  wireColumns,
} from '../../booking/lessons.ts';
import { type LockedLesson, recordOpened, type Locks, withLocks } from '../../booking/locks.ts';
import { releaseRowsOfDeletedLesson, releaseExpired } from '../../booking/reservations.ts';
import { laterStart } from '../../booking/slips.ts';
import {
  deleteWaitingList,
  endStartedWaitingList,
  endWaitingList,
  notifyOfMove,
} from '../../booking/waiting-list.ts';
import { type Context, transact, type Work } from '../../engine/context.ts';
import type { AdminActor } from '../../sessions/sessions.ts';
import {
  cancelBookingsOfLesson,
  listBookingsOfRemovedStudents,
  listBookedFamilyIds,
} from '../bookings/cancel.ts';
import { revokeJoinLinks } from '../join-links/rotate-join-links.ts';
import { requireNoQuestion, requirePlannable } from '../lesson-topics.ts';
import { notifyOfChange } from './change-notices.ts';
import { settleBookings } from './settle-moves.ts';

/**
 * Changes the given fields. Emails the families who booked when the lesson is moved, renamed or
 * gets another meeting link, and the waiting list when it is moved, but not into the past. Promotes
 * students to spots that the change opens. Throws lesson_not_found, topic_not_found,
 * topic_archived, topic_in_use when a question of the topic was asked in the lesson, or
 * below_booked when Max_Students would drop below the active bookings plus the reserved spots.
 */
export async function updateLesson(
  context: Context<AdminActor>,
  id: string,
  changes: LessonChanges,
): Promise<AdminLesson> {
  await releaseExpired(context, [id]);
  return transact(context, async (work) => {
    const { tx, now, actor } = work;
    const after = await changeSpots(
      work,
      {
        lessons: [id],
        // A lesson that comes back from a slip offers the spots that it has. Students on its list
        // may have got another lesson then, so that any of them may be next.
        frees: (lesson) =>
          moves(lesson, changes)
            ? MAX_WAITING
            : Math.max(0, (changes.Max_Students ?? 0) - lesson.max_students),
        readBeforeFamilies: () => listBookingsOfRemovedStudents(tx, id),
        families: ({ beforeFamilies }) => beforeFamilies.map(({ family_id }) => family_id),
      },
      async (locks) => {
        const lesson = requireLessonToChange(locks, id);
        await endStartedWaitingList(work, id);
        const { before, after: admin } = await writeChanges(work, lesson, changes);
        if (admin.Max_Students > before.Max_Students) recordOpened(lesson);
        const facts = lessonFactsOf(admin);
        if (needsEmail(before, admin)) await notifyOfChange(work, lesson, facts);
        if (moves(lesson, changes)) {
          if (!hasStarted(admin, now)) await notifyOfMove(work, lesson, facts);
          if (facts.starts_at === lesson.moved_from) {
            await settleBookings(work, locks, { ...lesson, ...facts, moved_from: null });
            recordOpened(lesson);
          }
        }
        return admin;
      },
    );
    await recordActivity(work, {
      adminId: actor.id,
      kind: 'lesson_updated',
      lessonId: id,
      detail: startOf(after),
    });
    return readAdminLesson(tx, id, now);
  });
}

const newStart = (lesson: LockedLesson, { Date: date, Time: time }: LessonChanges): number =>
  startsAt(date ?? lesson.date, time ?? lesson.time);

const moves = (lesson: LockedLesson, changes: LessonChanges): boolean =>
  newStart(lesson, changes) !== lesson.starts_at;

/** The locked lesson. Throws lesson_not_found. */
function requireLessonToChange({ lessons }: Locks, id: string): LockedLesson {
  const lesson = lessons.get(id);
  if (lesson === undefined) throw new Refusal('lesson_not_found');
  return lesson;
}

/**
 * A lesson keeps the topic that it has, even if it was archived. Throws topic_not_found,
 * topic_archived, topic_in_use or below_booked.
 */
async function requireAllowed(
  work: Work,
  { id, booked, reserved }: LockedLesson,
  before: AdminLesson,
  {
    Max_Students: maxStudents = before.Max_Students,
    Topic_ID: topicId = before.Topic_ID,
  }: LessonChanges,
): Promise<void> {
  if (topicId !== before.Topic_ID) {
    await requirePlannable(work, [topicId]);
    await requireNoQuestion(work, id);
  }
  if (maxStudents < booked + reserved) throw fieldRefusal('Max_Students', 'below_booked');
}

async function writeChanges(work: Work, lesson: LockedLesson, changes: LessonChanges) {
  const { tx, now, announce } = work;
  const { id } = lesson;
  const before = await readAdminLesson(tx, id, now);
  await requireAllowed(work, lesson, before, changes);
  const starts_at = newStart(lesson, changes);
  announce(PLAN_CHANGED);
  const after = await tx
    .updateTable('lessons')
    // Kysely leaves undefined fields out of the statement.
    .set((eb) => ({
      date: changes.Date,
      time: changes.Time,
      starts_at,
      name: changes.Lesson_Name,
      meeting_link: changes.Meeting_Link,
      notes: changes.lesson_notes,
      topic_id: changes.Topic_ID,
      max_students: changes.Max_Students,
      ...(moves(lesson, changes) && {
        // The room closes again.
        room_closed_at: null,
        moved_at: now,
        moved_from: eb.fn<number | null>('nullif', [
          eb.fn.coalesce('moved_from', 'starts_at'),
          eb.val(starts_at),
        ]),
      }),
    }))
    .where('id', '=', id)
    .returning(wireColumns)
    .executeTakeFirstOrThrow();
  return { before, after: await toAdminLesson(tx, after, now) };
}

function startOf({ Date: date, Time: time }: Pick<AdminLesson, 'Date' | 'Time'>): string {
  return `${formatDate(date, 'short')}, ${shortTime(time)}`;
}

/**
 * Deletes a lesson. Before its start, cancels every booking, returns each credit unless it was
 * returned before, and emails the families and the waiting list. After its start, the bookings stay
 * as a record of attendance. Says whether they were cancelled. Throws lesson_not_found.
 */
export function deleteLesson(context: Context<AdminActor>, id: string): Promise<boolean> {
  return transact(context, (work) => {
    const { tx, now, actor, announce } = work;
    const isAhead = (lesson: LockedLesson) => laterStart(lesson) > now;
    return withLocks(
      work,
      {
        lessons: [id],
        readBeforeFamilies: async (lessons) =>
          [...lessons.values()].some(isAhead) ? listBookedFamilyIds(tx, id) : [],
        families: ({ beforeFamilies }) => beforeFamilies,
      },
      async (locks) => {
        const lesson = requireLessonToChange(locks, id);
        await tx
          .updateTable('lessons')
          .set({ deleted_at: now, booked: 0, free_booked: 0, reserved: 0, moved_from: null })
          .where('id', '=', id)
          .execute();
        announce(PLAN_CHANGED);
        await releaseRowsOfDeletedLesson(work, lesson);
        const detail = startOf({ Date: lesson.date, Time: lesson.time });
        const kind = 'lesson_deleted';
        await recordActivity(work, { adminId: actor.id, kind, lessonId: id, detail });
        if (isAhead(lesson)) {
          await cancelBookingsOfLesson(work, locks, lesson);
          await endWaitingList(work, lesson);
        } else {
          await revokeJoinLinks(work, { lesson_id: id });
          await deleteWaitingList(work, id);
        }
        return isAhead(lesson);
      },
    );
  });
}
