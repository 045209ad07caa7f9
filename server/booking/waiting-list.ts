// The entries of waiting lists: how students leave them, and how they end. A list changes only
// while its lesson is locked.
import { readActingAdmin } from '../auth/admins.ts';
import { queueEmail } from '../email/queue.ts';
import type { Work } from '../engine/context.ts';
import type { Tx } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import { isTold, recipientColumns } from '../people/recipients.ts';
import type { AdminActor } from '../sessions/sessions.ts';
import { type LessonFacts, SPOTS_CHANGED } from './lessons.ts';
import type { LockedLesson } from './locks.ts';
import { isSettled } from './slips.ts';
import { waitingListEndedEmail, waitingListMovedEmail } from './waiting-emails.ts';

const deleteEntry = prepare((db, param: Param<{ lessonId: string; studentId: string }>) =>
  db
    .deleteFrom('waiting_list_entries')
    .where('lesson_id', '=', param('lessonId'))
    .where('student_id', '=', param('studentId')),
);

/** Removes a student from a waiting list, if they are on it. */
export async function removeFromWaitingList(
  { tx, announce }: Work,
  { id }: LockedLesson,
  studentId: string,
): Promise<void> {
  if ((await deleteEntry.run(tx, { lessonId: id, studentId })) > 0) announce(SPOTS_CHANGED + id);
}

/**
 * Lists the students on the waiting list of a lesson with each email recipient. The lesson may be
 * deleted.
 */
function listWaiting(tx: Tx, lessonId: string) {
  return tx
    .selectFrom('waiting_list_entries')
    .innerJoin('students', 'students.id', 'waiting_list_entries.student_id')
    .innerJoin('people', 'people.family_id', 'waiting_list_entries.family_id')
    .select(['waiting_list_entries.student_id as studentId', ...recipientColumns])
    .where('lesson_id', '=', lessonId)
    .where(isTold)
    .orderBy('number')
    .orderBy('people.created_at')
    .orderBy('people.id')
    .execute();
}

/**
 * Queues an email to the waiting list of a moved lesson, showing it before and after. The entries
 * stay.
 */
export async function notifyOfMove(
  work: Work<AdminActor>,
  before: LessonFacts,
  lesson: LessonFacts,
): Promise<void> {
  const by = await readActingAdmin(work);
  for (const to of await listWaiting(work.tx, lesson.id))
    await queueEmail(work, waitingListMovedEmail({ before, lesson }, to.studentId, to, by));
}

/** Ends the waiting list of a lesson that will not take place, and emails everybody on it. */
export async function endWaitingList(work: Work<AdminActor>, lesson: LockedLesson): Promise<void> {
  const by = await readActingAdmin(work);
  const recipients = await listWaiting(work.tx, lesson.id);
  await deleteWaitingList(work, lesson.id);
  for (const to of recipients)
    await queueEmail(work, waitingListEndedEmail(lesson, to.studentId, to, by));
}

/** Ends the waiting list of a lesson that has started, without emails. */
export async function endStartedWaitingList({ tx, now }: Work, lessonId: string): Promise<void> {
  await tx
    .deleteFrom('waiting_list_entries')
    .where('lesson_id', 'in', (lesson) =>
      lesson
        .selectFrom('lessons')
        .select('lessons.id')
        .where('lessons.id', '=', lessonId)
        .where('starts_at', '<=', now)
        .where(isSettled),
    )
    .execute();
}

/** Ends a waiting list without emails. */
export async function deleteWaitingList({ tx }: Work, lessonId: string): Promise<void> {
  await tx.deleteFrom('waiting_list_entries').where('lesson_id', '=', lessonId).execute();
}
