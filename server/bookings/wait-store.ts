// Joining and leaving the line of a full lesson.
import { sql } from 'kysely';

import { Refusal } from '../../domain/errors.ts';
import { refuseWaiting } from '../../domain/waiting.ts';
import { type Context, transact, type Work } from '../db/context.ts';
import { holdLesson } from '../lessons/spot-store.ts';
import { readBookable, SPOTS_CHANGED } from '../lessons/store.ts';
import { guarded } from '../db/guarded.ts';
import { settleLapsed } from './lapse-store.ts';
import { takeOutOfLine } from './line-store.ts';
import type { Booker } from './store.ts';
import { chooseAttending, type Whom } from './take-store.ts';

/** The lesson that somebody waits for, and the student, where one is named. */
interface Wanted {
  readonly lessonId: string;
  readonly studentId?: string | undefined;
}

const whomOf = ({ familyId, student }: Booker, studentId: string | undefined): Whom => ({
  familyId,
  ownStudent: student?.id ?? null,
  studentId,
});

/**
 * Puts a student at the end of the line. Returns their position, 1 for the first. Throws validation_failed where it is unclear
 * who waits, else the first reason against it: lesson_not_found, lesson_started, already_booked, already_waiting, not_full or line_full.
 */
export async function joinLine(
  context: Context<Booker>,
  { lessonId, studentId }: Wanted,
): Promise<{ position: number }> {
  const whom = whomOf(context.actor, studentId);
  // Places that are kept no longer go to those who wait already.
  await settleLapsed(context, [lessonId]);
  const join = async (work: Work) => {
    // Nobody takes or frees a spot of it, or joins its line, until the commit: what is read now stays so.
    await holdLesson(work, lessonId);
    const attending = await chooseAttending(work.tx, whom);
    const place = { lessonId, studentId: attending, familyId: whom.familyId };
    await requireWaitable(work, place);
    await enter(work, place);
    // One who was removed while the row was entered.
    await chooseAttending(work.tx, { ...whom, studentId: attending });
    return { position: await readPosition(work, place) };
  };
  return guarded(context, join, async () => {
    await chooseAttending(context.database.db, whom);
  });
}

interface Place {
  readonly lessonId: string;
  readonly studentId: string;
  readonly familyId: string;
}

/** Throws the first reason why this student may not join the line. The lesson is held, if it is there. */
async function requireWaitable({ tx, now }: Work, { lessonId, studentId, familyId }: Place): Promise<void> {
  const lesson = await readBookable(tx, { id: lessonId, familyId, studentId, now });
  if (lesson === null) throw new Refusal('lesson_not_found');
  const place = await tx
    .selectFrom('waiting_students')
    .select('number')
    .where('lesson_id', '=', lessonId)
    .where('student_id', '=', studentId)
    .executeTakeFirst();
  const { waiting: waitingCount } = await tx
    .selectFrom('lessons')
    .select('waiting')
    .where('id', '=', lessonId)
    .executeTakeFirstOrThrow();
  const reason = refuseWaiting({ ...lesson, isWaiting: place !== undefined, waitingCount }, now);
  if (reason !== null) throw new Refusal(reason);
}

async function enter({ tx, now, announce }: Work, { lessonId, studentId, familyId }: Place): Promise<void> {
  announce(SPOTS_CHANGED + lessonId);
  await tx
    .insertInto('waiting_students')
    .values((eb) => ({
      lesson_id: lessonId,
      student_id: studentId,
      family_id: familyId,
      number: eb
        .selectFrom('waiting_students as others')
        .select(sql<number>`coalesce(max(others.number), 0) + 1`.as('next'))
        .where('others.lesson_id', '=', lessonId),
      joined_at: now,
    }))
    .execute();
}

async function readPosition({ tx }: Work, { lessonId, studentId }: Place): Promise<number> {
  const { position } = await tx
    .selectFrom('waiting_students')
    .select(({ fn }) => fn.countAll<number>().as('position'))
    .where('lesson_id', '=', lessonId)
    .where('number', '<=', (eb) =>
      eb
        .selectFrom('waiting_students as own')
        .select('own.number')
        .where('own.lesson_id', '=', lessonId)
        .where('own.student_id', '=', studentId),
    )
    .executeTakeFirstOrThrow();
  return position;
}

/** Takes a student out of the line, if they are in it. Throws lesson_not_found, or validation_failed as joinLine. */
export async function leaveLine(context: Context<Booker>, { lessonId, studentId }: Wanted): Promise<void> {
  await transact(context, async (work) => {
    const lesson = await holdLesson(work, lessonId);
    const attending = await chooseAttending(work.tx, whomOf(context.actor, studentId));
    if (lesson === null) throw new Refusal('lesson_not_found');
    await takeOutOfLine(work, { lessonId, studentId: attending });
  });
}
