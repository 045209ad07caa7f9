// What students do in the room of a lesson: tick videos and slides, answer questions, and compare
// their own words with the points of a full answer.
import { fieldRefusal, Refusal } from '../../domain/errors.ts';
import { markPoints, type Result } from '../../domain/marking/marking.ts';
import type { QuestionItem, RoomItem } from '../../domain/rooms/room.ts';
import type { Answer, Attempt } from '../../domain/topics/attempt.ts';
import { chooseAttending, requestedStudent } from '../booking/attending.ts';
import { type Context, transact, type Work, GuardError } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import type { RequestKey } from '../engine/idempotency.ts';
import type { FamilyActor } from '../sessions/sessions.ts';
import type { StoredMarking } from '../topics/mark.ts';
import { questionOf, readItem } from '../topics/queries.ts';
import {
  type AttemptRow,
  questionColumns,
  attemptsOf,
  firstResult,
  isHidden,
  toAttempt,
} from './answers/attempts.ts';
import { storeAttempt, storeGuarded } from './answers/store-attempt.ts';
import { progressMessage, ROOM_CHANGED } from './live/announcements.ts';
import { readOpenSince } from './open-questions.ts';
import { lockDue, moveBox, startPractice } from './practice/boxes.ts';
import { readRoomEntry, type RoomEntry, viewItems } from './queries.ts';
import { lockStudents } from './students.ts';

/** The lesson, and the student if the family has several. */
export interface RequestedRoom {
  readonly lessonId: string;
  readonly studentId: string | undefined;
}

/**
 * Reads the entry of the student that a request names. Throws validation_failed when the student is
 * unclear, lesson_not_found or not_booked.
 */
export async function readRoomEntryOf(
  { actor, now }: Work<FamilyActor> | Context<FamilyActor>,
  db: Db,
  { lessonId, studentId }: RequestedRoom,
): Promise<RoomEntry> {
  const attending = await chooseStudentOf(actor, db, studentId);
  return readRoomEntry(db, { lessonId, studentId: attending }, now);
}

/**
 * Reads the entry for a write and locks its student, who cannot be removed until the commit. Throws
 * what readRoomEntryOf throws.
 */
export async function lockRoomEntry(
  work: Work<FamilyActor>,
  where: RequestedRoom,
): Promise<RoomEntry> {
  const entered = await readRoomEntryOf(work, work.tx, where);
  const { size } = await lockStudents(work, [entered.studentId]);
  if (size === 0) throw new Refusal('not_booked');
  return entered;
}

/**
 * Returns the student that a request names, or the only one. Throws validation_failed when that is
 * unclear.
 */
export async function chooseStudentOf(
  actor: FamilyActor,
  db: Db,
  studentId: string | undefined,
): Promise<string> {
  return (await chooseAttending(db, requestedStudent(actor, studentId))).studentId;
}

/** The item as the student sees it. Throws item_not_found unless they may see it now. */
async function findItem({ tx }: Work, entered: RoomEntry, itemId: string) {
  if (entered.topic === null) throw new Refusal('item_not_found');
  const item = await readItem(tx, { topicId: entered.topic.id, itemId });
  const [view] = await viewItems(tx, entered, [item]);
  if (view === undefined) throw new Refusal('item_not_found');
  return { item, view, topicId: entered.topic.id };
}

/** Marks a video or slides as done, or not done. Throws item_not_found for a question. */
export function tickItem(
  context: Context<FamilyActor>,
  where: RequestedRoom & { itemId: string },
  done: boolean,
): Promise<RoomItem> {
  return transact(context, async (work) => {
    const { tx, now, actor, announce } = work;
    const entered = await lockRoomEntry(work, where);
    const { view, topicId } = await findItem(work, entered, where.itemId);
    if (view.kind === 'question') throw new Refusal('item_not_found');
    const tick = { item_id: where.itemId, student_id: entered.studentId };
    await (done
      ? tx
          .insertInto('item_ticks')
          .values({ ...tick, family_id: actor.familyId, ticked_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      : tx
          .deleteFrom('item_ticks')
          .where((eb) => eb.and(tick))
          .execute());
    const { studentId } = entered;
    const result = done ? 'done' : null;
    announce(progressMessage({ topicId, studentId, itemId: where.itemId, result }));
    return { ...view, done };
  });
}

/**
 * Marks an answer and stores it as the student's next try. A repeat with the same key gets the
 * stored attempt. Throws item_not_found, question_open, already_answered, no_tries_left, or
 * validation_failed for an answer that cannot be read, which costs no try.
 */
export function giveAttempt(
  context: Context<FamilyActor>,
  where: RequestedRoom,
  { itemId, answer }: { itemId: string; answer: Answer },
  requestKey: RequestKey,
): Promise<{ attempt: Attempt; item: QuestionItem }> {
  return storeGuarded(context, async (work) => {
    const entered = await lockRoomEntry(work, where);
    const { lessonId, studentId } = entered;
    const { item, view, topicId } = await findItem(work, entered, itemId);
    if (item.kind !== 'question' || view.kind !== 'question') throw new Refusal('item_not_found');
    const place = {
      student_id: studentId,
      item_id: itemId,
      mode: 'room',
      lesson_id: lessonId,
      asked_id: null,
      round: null,
    } as const;
    const submission = { place, question: item.question, answer, requestKey };
    const { row, isRepeat } = await storeAttempt(work, submission, async () => {
      await requireTryAllowed(work, entered, view);
      return view.attempts.filter(({ mode }) => mode === 'room').length + 1;
    });
    const { result } = row;
    if (!isRepeat && result !== null) {
      if (firstResult(view.attempts) === null)
        work.announce(progressMessage({ topicId, studentId, itemId, result }));
      if (view.attempts.length === 0 && result !== 'right')
        await startPractice(work, [{ itemId, studentId, familyId: work.actor.familyId }]);
    }
    const after = await findItem(work, entered, itemId);
    if (after.view.kind !== 'question') throw new Error(`item ${itemId} is no question`);
    return { attempt: toAttempt(row, false), item: after.view };
  });
}

/** Throws why the question takes no try now. */
async function requireTryAllowed({ tx, now }: Work, { studentId }: RoomEntry, view: QuestionItem) {
  const openSince = await readOpenSince(tx, { studentId, itemIds: [view.id] }, now);
  if (openSince(view.id) !== null) throw new Refusal('question_open');
  if (view.attempts.some(({ mode, result }) => mode === 'room' && result === 'right'))
    throw new Refusal('already_answered');
  if (view.tries_left === 0) throw new Refusal('no_tries_left');
}

/**
 * Stores which points of a full answer the student has found in their own. Repeating it changes
 * nothing. Throws attempt_not_found, question_open, already_marked, or validation_failed for points
 * of another question.
 */
export function tickPoints(
  context: Context<FamilyActor>,
  attemptId: string,
  pointIds: string[],
): Promise<Attempt> {
  return storeGuarded(context, async (work) => {
    const { row, pointCount } = await readTickable(work, attemptId, pointIds);
    const marking = JSON.parse(row.marking) as StoredMarking;
    if (marking.points !== null) {
      if (new Set(marking.points).symmetricDifference(new Set(pointIds)).size > 0)
        throw new Refusal('already_marked');
      return toAttempt(row, false);
    }
    const key = { itemId: row.item_id, studentId: row.student_id };
    // Before the attempt, as by another answer in practice, which may delete it.
    const box = row.mode === 'revise' ? await lockDue(work, key) : null;
    const marked = {
      result: markPoints(pointCount, pointIds.length),
      marking: JSON.stringify({ ...marking, points: pointIds, keys: pointIds }),
    };
    const { numUpdatedRows } = await work.tx
      .updateTable('attempts')
      .set(marked)
      .where('id', '=', attemptId)
      .where('result', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new GuardError();
    await followMarking(work, { ...row, result: marked.result }, box);
    return toAttempt({ ...row, ...marked }, false);
  });
}

/**
 * Reads an attempt whose points the caller may tick, with its student locked, and how many points
 * the question has. Throws what tickPoints throws.
 */
async function readTickable(work: Work<FamilyActor>, attemptId: string, pointIds: string[]) {
  const { tx, now, actor } = work;
  const row = await attemptsOf(tx)
    .innerJoin('topic_items', 'topic_items.id', 'attempts.item_id')
    .leftJoin('asked_questions', 'asked_questions.id', 'asked_id')
    .leftJoin('lessons', 'lessons.id', 'attempts.lesson_id')
    .select([
      'student_id',
      'attempts.lesson_id as lesson_id',
      'topic_items.topic_id as topic_id',
      'content',
      ...questionColumns,
    ])
    .where('attempts.id', '=', attemptId)
    .where('family_id', '=', actor.familyId)
    .$if(actor.student !== null, (all) => all.where('student_id', '=', actor.student?.id ?? ''))
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('attempt_not_found');
  // First, as a removal does, which deletes the attempts next.
  if (!(await lockStudents(work, [row.student_id])).has(row.student_id))
    throw new Refusal('attempt_not_found');
  const open = { studentId: row.student_id, itemIds: [row.item_id] };
  const openSince = (await readOpenSince(tx, open, now))(row.item_id);
  if (openSince !== null || isHidden(row, openSince, now)) throw new Refusal('question_open');
  const question = questionOf(row);
  if (question.kind !== 'points') throw new Refusal('already_marked');
  const ids = new Set(pointIds);
  const isValid =
    ids.size === pointIds.length && ids.isSubsetOf(new Set(question.points.map(({ id }) => id)));
  if (!isValid) throw fieldRefusal('points', 'validation_failed', 'Name points of this question');
  return { row, pointCount: question.points.length };
}

/** Moves or starts practice, and announces the result, once the attempt `row` has one. */
async function followMarking(
  work: Work<FamilyActor>,
  row: Pick<AttemptRow, 'id' | 'item_id' | 'mode'> & {
    readonly result: Result;
    readonly student_id: string;
    readonly lesson_id: string | null;
    readonly topic_id: string;
  },
  box: Awaited<ReturnType<typeof lockDue>>,
): Promise<void> {
  const { mode, result } = row;
  const key = { itemId: row.item_id, studentId: row.student_id };
  const attempts = await listAttempts(work, key);
  if (mode === 'revise') {
    if (box !== null) await moveBox(work, key, { box, result });
  } else if (result !== 'right' && attempts[0]?.id === row.id)
    await startPractice(work, [{ ...key, familyId: work.actor.familyId }]);
  if (mode === 'live' && row.lesson_id !== null) work.announce(ROOM_CHANGED + row.lesson_id);
  const first = firstResult(attempts);
  if (mode !== 'revise' && first !== null)
    work.announce(progressMessage({ ...key, topicId: row.topic_id, result: first }));
}

/** The student's attempts at a question, oldest first. */
const listAttempts = ({ tx }: Work, { studentId, itemId }: { studentId: string; itemId: string }) =>
  attemptsOf(tx)
    .where('student_id', '=', studentId)
    .where('attempts.item_id', '=', itemId)
    .orderBy('given_at')
    .orderBy('attempts.id')
    .execute();
