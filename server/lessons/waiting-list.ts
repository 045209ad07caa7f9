// Waiting lists of full lessons: how students leave them, and how they end. A transaction that
// changes a list must lock its lesson.
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';

import { isTold, recipientColumns } from '../families/recipients.ts';
import { type Context, Overtaken, transact, type Work } from '../engine/context.ts';
import type { Database, Tx } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import { lockLesson } from './spots.ts';
import { type LessonFacts, SPOTS_CHANGED } from './lessons.ts';
import { queueEmail } from '../email/queue.ts';
import { repeat } from '../repeat.ts';
import { waitingListEnded, waitingListMoved } from './waiting-emails.ts';

const SWEEP_EVERY_MS = 60_000;

interface Entry {
  readonly lessonId: string;
  readonly studentId: string;
}

const deleteEntry = prepare((db, param: Param<Entry>) =>
  db
    .deleteFrom('waiting_list_entries')
    .where('lesson_id', '=', param('lessonId'))
    .where('student_id', '=', param('studentId')),
);

/** Removes a student from a waiting list, if they are on it. The caller has locked the lesson. */
export async function removeFromWaitingList({ tx, announce }: Work, entry: Entry): Promise<void> {
  if ((await deleteEntry.run(tx, entry)) > 0) announce(SPOTS_CHANGED + entry.lessonId);
}

/**
 * Removes a family, or one of its students, from all waiting lists. The caller has locked the
 * lessons they waited for.
 */
export async function leaveWaitingLists(
  { tx, announce }: Work,
  { familyId, studentId }: { readonly familyId: string; readonly studentId?: string },
): Promise<void> {
  const left = await tx
    .deleteFrom('waiting_list_entries')
    .where('family_id', '=', familyId)
    .$if(studentId !== undefined, (own) => own.where('student_id', '=', studentId ?? ''))
    .returning('lesson_id')
    .execute();
  for (const { lesson_id } of left) announce(SPOTS_CHANGED + lesson_id);
}

/**
 * Ends the entries that a student made with their own sign-in, which has lost the right to book.
 * The caller has locked these lessons, and updated the student's row. Throws Overtaken when the
 * student has joined another list since.
 */
export async function endOwnEntries(
  work: Work,
  studentId: string,
  locked: ReadonlySet<string>,
): Promise<void> {
  for (const lessonId of await listOwnEntries(work.tx, studentId)) {
    if (!locked.has(lessonId)) throw new Overtaken();
    await removeFromWaitingList(work, { lessonId, studentId });
  }
}

/** Locks the lessons that a student waits for by their own sign-in, and returns them. */
export async function lockOwnEntries(work: Work, studentId: string): Promise<ReadonlySet<string>> {
  const lessons = await listOwnEntries(work.tx, studentId);
  for (const id of lessons) await lockLesson(work, id);
  return new Set(lessons);
}

async function listOwnEntries(tx: Tx, studentId: string): Promise<string[]> {
  const entries = await tx
    .selectFrom('waiting_list_entries')
    .select('lesson_id')
    .where('student_id', '=', studentId)
    .where('joined_by_student', '=', 1)
    .orderBy('lesson_id')
    .execute();
  return entries.map(({ lesson_id }) => lesson_id);
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
export async function emailWaitingList(
  work: Work,
  before: LessonFacts,
  lesson: LessonFacts,
): Promise<void> {
  for (const to of await listWaiting(work.tx, lesson.id))
    await queueEmail(work, waitingListMoved({ before, lesson }, to.studentId, to));
}

/** Ends the waiting list of a lesson that will not take place, and emails everybody on it. */
export async function endWaitingList(work: Work, lesson: LessonFacts): Promise<void> {
  const recipients = await listWaiting(work.tx, lesson.id);
  await dropWaitingList(work, lesson.id);
  for (const to of recipients) await queueEmail(work, waitingListEnded(lesson, to.studentId, to));
}

/** Ends a waiting list without emails, as when the lesson has started. */
export async function dropWaitingList({ tx }: Work, lessonId: string): Promise<void> {
  await tx.deleteFrom('waiting_list_entries').where('lesson_id', '=', lessonId).execute();
}

/** Ends the waiting lists of lessons that have started. */
export async function sweepWaitingLists(context: Context): Promise<void> {
  const started = await context.database.db
    .selectFrom('lessons')
    .select('id')
    // Worded like the partial index, so that the index is used.
    .where(sql<boolean>`waiting > 0`)
    .where('starts_at', '<=', context.now)
    .execute();
  for (const { id } of started)
    await transact(context, async (work) => {
      const lesson = await lockLesson(work, id);
      // Before the lock, the lesson could be moved to a later time.
      if (lesson !== null && lesson.starts_at <= work.now) await dropWaitingList(work, id);
    });
}

interface Sweeping {
  readonly database: Database;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** Sweeps now and every minute. The returned function stops it and waits for running work. */
export function startSweepingWaitingLists({ database, clock, log }: Sweeping): () => Promise<void> {
  return repeat({
    everyMs: SWEEP_EVERY_MS,
    work: () => sweepWaitingLists({ database, now: clock(), actor: null }),
    log,
    complaint: 'failed to end the waiting lists of started lessons; will retry',
  });
}
