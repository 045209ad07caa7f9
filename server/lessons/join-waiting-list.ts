// Joins and leaves the waiting list of a full lesson.
import { sql } from 'kysely';

import { ONE_WAITS_WITHOUT_CREDIT, Refusal } from '../../domain/errors.ts';
import { LESSON_CREDITS, MAX_WAITING } from '../../domain/limits.ts';
import { refuseWaiting } from '../../domain/waiting.ts';
import { readLessonRecipients } from '../families/recipients.ts';
import { lockBalance, readBalance } from '../credits/ledger.ts';
import { type Context, Overtaken, transact, type Work } from '../engine/context.ts';
import type { Tx } from '../engine/database.ts';
import { lockLesson } from './spots.ts';
import { type LessonFacts, readBookable, SPOTS_CHANGED } from './lessons.ts';
import { guarded } from '../engine/guarded.ts';
import { queueEmail } from '../email/queue.ts';
import { releaseExpired } from './expired-reservations.ts';
import { removeFromWaitingList } from './waiting-list.ts';
import type { Booker } from './book.ts';
import { chooseAttending, type Whom } from './make-booking.ts';
import { crowdedOut } from './waiting-emails.ts';

/** The lesson to wait for, and the student if one is given. */
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
 * Adds a student to the end of the waiting list. If the list is full, they replace the last student
 * without a credit. Returns their position, 1 for the first. Throws validation_failed when the
 * student is unclear, forbidden for a student who has lost the right to book, otherwise the first
 * of: lesson_not_found, lesson_started, already_booked, already_waiting, not_full,
 * insufficient_credits or waiting_list_full.
 */
export async function joinWaitingList(
  context: Context<Booker>,
  { lessonId, studentId }: Wanted,
): Promise<{ position: number }> {
  const whom = whomOf(context.actor, studentId);
  // Expired reservations go to the students who are already waiting.
  await releaseExpired(context, [lessonId]);
  const join = async (work: Work) => {
    // Until the commit, the lock stops spots being booked or freed and the list being joined, so
    // what is read now stays true.
    const lesson = await lockLesson(work, lessonId);
    const attending = await chooseAttending(work.tx, whom);
    const entry = { lessonId, studentId: attending, familyId: whom.familyId };
    const isOwn = whom.ownStudent !== null;
    if (isOwn) await requireRightToBook(work, attending);
    const { crowded } = await requireMayWait(work, entry);
    if (lesson !== null && crowded !== null)
      await crowdOut(work, { lesson, ...crowded, by: whom.familyId });
    await insertEntry(work, entry, isOwn);
    // Check again: the student may have been removed during the insert.
    await chooseAttending(work.tx, { ...whom, studentId: attending });
    return { position: await readPosition(work, entry) };
  };
  return guarded(context, join, async () => {
    await chooseAttending(context.database.db, whom);
  });
}

interface NewEntry {
  readonly lessonId: string;
  readonly studentId: string;
  readonly familyId: string;
}

/**
 * Locks the student's row, so that neither the right to book nor the sign-in can end before the
 * entry exists to end with it. Throws forbidden when either is gone.
 */
async function requireRightToBook({ tx }: Work, studentId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('students')
    .set((eb) => ({ may_book: eb.ref('may_book') }))
    .where('id', '=', studentId)
    .where('may_book', '=', 1)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Refusal('forbidden');
}

/** The entry that is replaced. */
interface Crowded {
  readonly studentId: string;
  readonly familyId: string;
}

/**
 * Throws the first reason why this student may not join the waiting list. Returns the entry to
 * replace when the list is full. The lesson, if it exists, is locked.
 */
async function requireMayWait(
  { tx, now }: Work,
  { lessonId, studentId, familyId }: NewEntry,
): Promise<{ crowded: Crowded | null }> {
  const lesson = await readBookable(tx, { id: lessonId, familyId, studentId, now });
  if (lesson === null) throw new Refusal('lesson_not_found');
  const own = await tx
    .selectFrom('waiting_list_entries')
    .select('student_id')
    .where('family_id', '=', familyId)
    .where('lesson_id', '=', lessonId)
    .execute();
  const { waiting } = await tx
    .selectFrom('lessons')
    .select('waiting')
    .where('id', '=', lessonId)
    .executeTakeFirstOrThrow();
  const Credits = await readBalance(tx, familyId);
  const replacesOne = waiting >= MAX_WAITING && Credits >= LESSON_CREDITS;
  const crowded = replacesOne ? await findCrowded(tx, lessonId) : null;
  const facts = {
    ...lesson,
    isWaiting: own.some(({ student_id }) => student_id === studentId),
    ownCount: own.length,
    waitingCount: crowded === null ? waiting : waiting - 1,
  };
  const reason = refuseWaiting(facts, { Credits }, now);
  if (reason === 'insufficient_credits')
    throw new Refusal(reason, { message: ONE_WAITS_WITHOUT_CREDIT });
  if (reason !== null) throw new Refusal(reason);
  return { crowded };
}

/** The last entry whose family has no credit; null when all families have one. */
async function findCrowded(tx: Tx, lessonId: string): Promise<Crowded | null> {
  const last = await tx
    .selectFrom('waiting_list_entries')
    .innerJoin('balances', 'balances.family_id', 'waiting_list_entries.family_id')
    .select(['student_id as studentId', 'waiting_list_entries.family_id as familyId'])
    .where('lesson_id', '=', lessonId)
    .where('credits', '<', LESSON_CREDITS)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ?? null;
}

/**
 * Removes the replaced student from the waiting list and emails them. Throws Overtaken when a
 * credit was bought or spent since the entry was chosen. The caller has locked the lesson, and no
 * balance.
 */
async function crowdOut(
  work: Work,
  {
    lesson,
    studentId,
    familyId,
    by,
  }: Crowded & { readonly lesson: LessonFacts; readonly by: string },
): Promise<void> {
  const { tx } = work;
  for (const id of [familyId, by].toSorted()) {
    const { credits } = await lockBalance(tx, id);
    if (credits >= LESSON_CREDITS !== (id === by)) throw new Overtaken();
  }
  await removeFromWaitingList(work, { lessonId: lesson.id, studentId });
  for (const to of await readLessonRecipients(tx, studentId))
    await queueEmail(work, crowdedOut(lesson, studentId, to));
}

async function insertEntry(
  { tx, now, announce }: Work,
  { lessonId, studentId, familyId }: NewEntry,
  isOwn: boolean,
): Promise<void> {
  announce(SPOTS_CHANGED + lessonId);
  await tx
    .insertInto('waiting_list_entries')
    .values((eb) => ({
      lesson_id: lessonId,
      student_id: studentId,
      family_id: familyId,
      number: eb
        .selectFrom('waiting_list_entries as others')
        .select(sql<number>`coalesce(max(others.number), 0) + 1`.as('next'))
        .where('others.lesson_id', '=', lessonId),
      joined_at: now,
      joined_by_student: Number(isOwn),
    }))
    .execute();
}

async function readPosition({ tx }: Work, { lessonId, studentId }: NewEntry): Promise<number> {
  const { position } = await tx
    .selectFrom('waiting_list_entries')
    .select(({ fn }) => fn.countAll<number>().as('position'))
    .where('lesson_id', '=', lessonId)
    .where('number', '<=', (eb) =>
      eb
        .selectFrom('waiting_list_entries as own')
        .select('own.number')
        .where('own.lesson_id', '=', lessonId)
        .where('own.student_id', '=', studentId),
    )
    .executeTakeFirstOrThrow();
  return position;
}

/**
 * Removes a student from the waiting list, if they are on it. Throws lesson_not_found, or
 * validation_failed like joinWaitingList.
 */
export async function leaveWaitingList(
  context: Context<Booker>,
  { lessonId, studentId }: Wanted,
): Promise<void> {
  await transact(context, async (work) => {
    const lesson = await lockLesson(work, lessonId);
    const attending = await chooseAttending(work.tx, whomOf(context.actor, studentId));
    if (lesson === null) throw new Refusal('lesson_not_found');
    await removeFromWaitingList(work, { lessonId, studentId: attending });
  });
}
