// The lines of full lessons: how students leave them, and how they end. Whoever changes a line holds its lesson.
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';

import { isTold, recipientColumns } from '../accounts/recipient-store.ts';
import { type Context, Overtaken, transact, type Work } from '../db/context.ts';
import type { Database, Tx } from '../db/database.ts';
import { type Param, prepare } from '../db/prepared.ts';
import { holdLesson } from '../lessons/spot-store.ts';
import { type LessonFacts, SPOTS_CHANGED } from '../lessons/store.ts';
import { queueMail } from '../mail/store.ts';
import { repeat } from '../repeat.ts';
import { lineEnded, lineMoved } from './waiting-messages.ts';

const SWEEP_EVERY_MS = 60_000;

interface Place {
  readonly lessonId: string;
  readonly studentId: string;
}

const leaving = prepare((db, param: Param<Place>) =>
  db
    .deleteFrom('waiting_students')
    .where('lesson_id', '=', param('lessonId'))
    .where('student_id', '=', param('studentId')),
);

/** Takes a student out of a line, if they are in it. The caller holds the lesson. */
export async function takeOutOfLine({ tx, announce }: Work, place: Place): Promise<void> {
  if ((await leaving.run(tx, place)) > 0) announce(SPOTS_CHANGED + place.lessonId);
}

/** Takes a family, or one of its students, out of all lines. The caller holds the lessons that were theirs. */
export async function takeOutOfLines(
  { tx, announce }: Work,
  { familyId, studentId }: { readonly familyId: string; readonly studentId?: string },
): Promise<void> {
  const left = await tx
    .deleteFrom('waiting_students')
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
    await takeOutOfLine(work, { lessonId, studentId });
  }
}

/** Locks the lessons that a student waits for by their own sign-in, and returns them. */
export async function lockOwnEntries(work: Work, studentId: string): Promise<ReadonlySet<string>> {
  const lessons = await listOwnEntries(work.tx, studentId);
  for (const id of lessons) await holdLesson(work, id);
  return new Set(lessons);
}

async function listOwnEntries(tx: Tx, studentId: string): Promise<string[]> {
  const entries = await tx
    .selectFrom('waiting_students')
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
    .selectFrom('waiting_students')
    .innerJoin('students', 'students.id', 'waiting_students.student_id')
    .innerJoin('people', 'people.family_id', 'waiting_students.family_id')
    .select(['waiting_students.student_id as studentId', ...recipientColumns])
    .where('lesson_id', '=', lessonId)
    .where(isTold)
    .orderBy('number')
    .orderBy('people.created_at')
    .orderBy('people.id')
    .execute();
}

/** Queues an email to the line of a lesson that was moved, which it keeps: how it was, and how it is now. */
export async function emailLine(work: Work, before: LessonFacts, lesson: LessonFacts): Promise<void> {
  for (const to of await listWaiting(work.tx, lesson.id))
    await queueMail(work, lineMoved({ before, lesson }, to.studentId, to));
}

/** Ends the line of a lesson that will not take place, and tells everybody in it. */
export async function endLine(work: Work, lesson: LessonFacts): Promise<void> {
  const recipients = await listWaiting(work.tx, lesson.id);
  await dropLine(work, lesson.id);
  for (const to of recipients) await queueMail(work, lineEnded(lesson, to.studentId, to));
}

/** Ends the line of a lesson that has started: there is nothing left to wait for. */
export async function dropLine({ tx }: Work, lessonId: string): Promise<void> {
  await tx.deleteFrom('waiting_students').where('lesson_id', '=', lessonId).execute();
}

/** Ends the lines of the lessons that have started. */
export async function sweepLines(context: Context): Promise<void> {
  const started = await context.database.db
    .selectFrom('lessons')
    .select('id')
    // As the index says it, so that it is used.
    .where(sql<boolean>`waiting > 0`)
    .where('starts_at', '<=', context.now)
    .execute();
  for (const { id } of started)
    await transact(context, async (work) => {
      const lesson = await holdLesson(work, id);
      // Until it was held it could be moved ahead.
      if (lesson !== null && lesson.starts_at <= work.now) await dropLine(work, id);
    });
}

interface Sweeping {
  readonly database: Database;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** Sweeps now and every minute. The returned function stops it and waits for what is under way. */
export function startSweepingLines({ database, clock, log }: Sweeping): () => Promise<void> {
  return repeat({
    everyMs: SWEEP_EVERY_MS,
    work: () => sweepLines({ database, now: clock(), actor: null }),
    log,
    complaint: 'the waiting lists of lessons that have started were not ended; will try again',
  });
}
