// Emails students on a waiting list when a spot has passed them by. The transaction that frees the
// spot only marks their entries: it locks the lesson, and a full list would mean hundreds of
// emails.
import { sql } from 'kysely';

import { findClashes } from '../../../domain/lessons/student-day.ts';
import { goesToWaitingList } from '../../../domain/lessons/waiting.ts';
import { toIso } from '../../../domain/time.ts';
import { type LockedLesson, withLesson } from '../../booking/locks.ts';
import { asDayLesson, readDayAround } from '../../booking/student-days.ts';
import { clashedEmail, passedOverEmail, spotOpenEmail } from '../../booking/waiting-emails.ts';
import { queueEmail } from '../../email/queue.ts';
import { type Context, transactEach, type Work } from '../../engine/context.ts';
import type { Db, Tx } from '../../engine/database.ts';
import { readLessonRecipients, readParents } from '../../people/recipients.ts';
import type { Job } from '../../process/repeat.ts';

const CHECK_EVERY_MS = 5000;

interface Entry {
  lesson_id: string;
  student_id: string;
}

/** Queues the due notices, each in its own transaction. */
export async function queueWaitingNotices(context: Context, signal?: AbortSignal): Promise<void> {
  const due = await dueNotices(context.database.db).execute();
  await transactEach(
    context,
    due,
    { complaint: 'notices were not queued', signal },
    (work, entry) =>
      withLesson(work, entry.lesson_id, (lesson) => queueNotice(work, lesson, entry)),
  );
}

/** A literal, so that SQLite recognises the partial index. */
const isClashDue = sql<boolean>`clash_notice = 'due'`;

const dueNotices = (db: Db) =>
  db
    .selectFrom('waiting_list_entries')
    .select(['lesson_id', 'student_id', 'number'])
    .where('due_notice', 'is not', null)
    .union(
      db
        .selectFrom('waiting_list_entries')
        .select(['lesson_id', 'student_id', 'number'])
        .where(isClashDue),
    )
    .orderBy('lesson_id')
    .orderBy('number');

async function queueNotice(work: Work, lesson: LockedLesson | null, entry: Entry): Promise<void> {
  const { tx, now } = work;
  // Until its move is settled, nobody knows what it has to offer.
  if (lesson === null || lesson.moved_from !== null) return;
  // Read again: before the lock, the entry could end, or another process could queue the notice.
  const notice = await readNotice(tx, entry);
  if (notice === null) return;
  await tx
    .updateTable('waiting_list_entries')
    .set({ due_notice: null })
    .where('lesson_id', '=', entry.lesson_id)
    .where('student_id', '=', entry.student_id)
    .execute();
  // The list of a lesson that has started ends soon, and its notices with it.
  if (lesson.starts_at <= now) return;
  if (notice.clash_notice === 'due') await tellOfClash(work, lesson, notice);
  if (notice.due_notice === 'passed_over') await emailPassedOver(work, lesson, notice);
  // If the lesson has moved since, its spots go to the waiting list again.
  else if (
    notice.due_notice === 'open' &&
    !goesToWaitingList({ starts_at: toIso(lesson.starts_at) }, now)
  )
    await emailOpen(work, lesson, entry.student_id);
}

async function readNotice(tx: Tx, { lesson_id, student_id }: Entry) {
  const entry = await tx
    .selectFrom('waiting_list_entries')
    .innerJoin('students', 'students.id', 'waiting_list_entries.student_id')
    .select([
      'waiting_list_entries.family_id as familyId',
      'students.id as id',
      'name',
      'due_notice',
      'clash_notice',
    ])
    .where('lesson_id', '=', lesson_id)
    .where('student_id', '=', student_id)
    .where((eb) => eb.or([eb('due_notice', 'is not', null), isClashDue]))
    .executeTakeFirst();
  return entry ?? null;
}

interface WaitingStudent {
  familyId: string;
  id: string;
  name: string;
}

/**
 * Emails the parents. If the clash has ended in the meantime, the next one will be told instead.
 */
async function tellOfClash(
  work: Work,
  lesson: LockedLesson,
  { familyId, ...student }: WaitingStudent,
): Promise<void> {
  const { tx, now } = work;
  const day = await readDayAround(tx, lesson, { familyId, studentId: student.id, now });
  const clashes = findClashes([asDayLesson(lesson)], day);
  await tx
    .updateTable('waiting_list_entries')
    .set({ clash_notice: clashes.length === 0 ? null : 'sent' })
    .where('lesson_id', '=', lesson.id)
    .where('student_id', '=', student.id)
    .execute();
  if (clashes.length === 0) return;
  for (const to of await readParents(tx, familyId))
    await queueEmail(work, clashedEmail(lesson, clashes, student, to));
}

async function emailPassedOver(
  work: Work,
  lesson: LockedLesson,
  { familyId, ...student }: WaitingStudent,
): Promise<void> {
  for (const to of await readParents(work.tx, familyId))
    await queueEmail(work, passedOverEmail(lesson, student, to));
}

async function emailOpen(work: Work, lesson: LockedLesson, studentId: string): Promise<void> {
  for (const to of await readLessonRecipients(work.tx, studentId))
    await queueEmail(work, spotOpenEmail(lesson, studentId, to));
}

export const waitingNoticesJob: Job = {
  everyMs: CHECK_EVERY_MS,
  work: queueWaitingNotices,
  complaint: 'failed to queue notices to waiting lists; will retry',
};
