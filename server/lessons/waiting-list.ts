// The lines of full lessons: how students leave them, and how they end. Whoever changes a line
// holds its lesson.
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
import { waitingListEnded, lineMoved } from './waiting-emails.ts';

const SWEEP_EVERY_MS = 60_000;

interface Place {
  readonly lessonId: string;
  readonly studentId: string;
}

const leaving = prepare((db, param: Param<Place>) =>
  db
    .deleteFrom('waiting_list_entries')
    .where('lesson_id', '=', param('lessonId'))
    .where('student_id', '=', param('studentId')),
);

/** Takes a student out of a line, if they are in it. The caller holds the lesson. */
export async function removeFromWaitingList(
  { tx, announce }: Work,
  position: Place,
): Promise<void> {
  if ((await leaving.run(tx, position)) > 0) announce(SPOTS_CHANGED + position.lessonId);
}

/**
 * Takes a family, or one of its students, out of all lines. The caller holds the lessons that were
 * theirs.
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
 * Ends what a student waits for by their own sign-in, which has lost the right to. The caller has
 * locked these lessons, and written to the student's row. Throws Overtaken where one was joined
 * since.
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

/** Those in the line of a lesson, be it deleted by now, with each person who hears of it. */
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
 * Queues an email to the line of a lesson that was moved, which it keeps: how it was, and how it is
 * now.
 */
export async function emailLine(
  work: Work,
  before: LessonFacts,
  lesson: LessonFacts,
): Promise<void> {
  for (const to of await listWaiting(work.tx, lesson.id))
    await queueEmail(work, lineMoved({ before, lesson }, to.studentId, to));
}

/** Ends the line of a lesson that will not take place, and tells everybody in it. */
export async function endWaitingList(work: Work, lesson: LessonFacts): Promise<void> {
  const recipients = await listWaiting(work.tx, lesson.id);
  await dropWaitingList(work, lesson.id);
  for (const to of recipients) await queueEmail(work, waitingListEnded(lesson, to.studentId, to));
}

/** Ends the line of a lesson that has started: there is nothing left to wait for. */
export async function dropWaitingList({ tx }: Work, lessonId: string): Promise<void> {
  await tx.deleteFrom('waiting_list_entries').where('lesson_id', '=', lessonId).execute();
}

/** Ends the lines of the lessons that have started. */
export async function sweepWaitingLists(context: Context): Promise<void> {
  const started = await context.database.db
    .selectFrom('lessons')
    .select('id')
    // As the index says it, so that it is used.
    .where(sql<boolean>`waiting > 0`)
    .where('starts_at', '<=', context.now)
    .execute();
  for (const { id } of started)
    await transact(context, async (work) => {
      const lesson = await lockLesson(work, id);
      // Until it was held it could be moved ahead.
      if (lesson !== null && lesson.starts_at <= work.now) await dropWaitingList(work, id);
    });
}

interface Sweeping {
  readonly database: Database;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** Sweeps now and every minute. The returned function stops it and waits for what is under way. */
export function startSweepingWaitingLists({ database, clock, log }: Sweeping): () => Promise<void> {
  return repeat({
    everyMs: SWEEP_EVERY_MS,
    work: () => sweepWaitingLists({ database, now: clock(), actor: null }),
    log,
    complaint: 'the waiting lists of lessons that have started were not ended; will try again',
  });
}
