// Questions asked live: the tutor asks, closes, asks again and reveals; students answer. Answers
// and changes of state lock the question's row, so that no answer counts after the question was
// closed.
import { Refusal } from '../../../domain/errors.ts';
import {
  type AskedQuestion,
  type QuestionState,
  refuseQuestionChange,
  roomState,
} from '../../../domain/rooms/room.ts';
import { DAY_MS, toIso } from '../../../domain/time.ts';
import type { Answer, Attempt } from '../../../domain/topics/attempt.ts';
import { newId } from '../../base/ids.ts';
import { type Context, type Work, runGuarded } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import type { RequestKey } from '../../engine/idempotency.ts';
import { hasRowLocks } from '../../engine/row-locks.ts';
import type { AdminActor, FamilyActor } from '../../sessions/sessions.ts';
import { lockItem } from '../../topics/items.ts';
import { questionOf, readItem } from '../../topics/queries.ts';
import { attemptsOf, firstResult, isHidden, toAttempt } from '../answers/attempts.ts';
import { storeAttempt, storeGuarded } from '../answers/store-attempt.ts';
import { lockRoomEntry, type RequestedRoom } from '../commands.ts';
import { readOpenFor, readOpenSince } from '../open-questions.ts';
import { startPractice } from '../practice/boxes.ts';
import { roomStart } from '../room-start.ts';
import { progressMessage, ROOM_CHANGED } from './announcements.ts';
import { readQuestion } from './questions.ts';

/**
 * Asks a question of the lesson's topic, while these students are present. Throws lesson_not_found,
 * item_not_found, room_closed, question_open or asked_before.
 */
export async function askQuestion(
  context: Context<AdminActor>,
  { lessonId, itemId }: { lessonId: string; itemId: string },
  present: ReadonlySet<string>,
): Promise<AskedQuestion> {
  const id = newId();
  const ask = async (work: Work) => {
    const { tx, now, announce } = work;
    // The tutor may be changing or deleting it: one of the two waits, then sees what the other did.
    await lockItem(work, itemId);
    await requireAskable(tx, { lessonId, itemId }, now);
    await tx
      .insertInto('asked_questions')
      .values({ id, lesson_id: lessonId, item_id: itemId, state: 'asked', asked_at: now })
      .execute();
    announce(ROOM_CHANGED + lessonId);
    return readQuestion(tx, { lessonId, askedId: id }, { now, present });
  };
  // Unique indexes decide between two admins who ask at once.
  return runGuarded(context, ask, async () => {
    await requireAskable(context.database.db, { lessonId, itemId }, context.now);
  });
}

async function requireAskable(
  db: Db,
  { lessonId, itemId }: { lessonId: string; itemId: string },
  now: number,
): Promise<void> {
  const lesson = await db
    .selectFrom('lessons')
    .select(['starts_at', 'moved_from', 'topic_id'])
    .where('id', '=', lessonId)
    .where('deleted_at', 'is', null)
    // Until the commit, the lesson gets no other topic.
    .$if(hasRowLocks(db), (rows) => rows.forNoKeyUpdate())
    .executeTakeFirst();
  if (lesson === undefined) throw new Refusal('lesson_not_found');
  if (lesson.topic_id === null) throw new Refusal('item_not_found');
  const { kind } = await readItem(db, { topicId: lesson.topic_id, itemId });
  if (kind !== 'question') throw new Refusal('item_not_found');
  if (roomState({ starts_at: toIso(roomStart(lesson, now)) }, now) !== 'live')
    throw new Refusal('room_closed');
  const question = await db
    .selectFrom('asked_questions')
    .select(['item_id', 'state'])
    .where('lesson_id', '=', lessonId)
    .execute();
  if (question.some(({ state }) => state === 'asked')) throw new Refusal('question_open');
  if (question.some(({ item_id }) => item_id === itemId)) throw new Refusal('asked_before');
}

interface QuestionKey {
  lessonId: string;
  askedId: string;
}

/**
 * Locks a question that was asked in a lesson, for a change or for an answer. Answers of a class do
 * not wait for each other: unique indexes refuse a second one. Throws asked_not_found.
 */
async function lockQuestion(
  { tx, now }: Work,
  { lessonId, askedId }: QuestionKey,
  purpose: 'answer' | 'change',
) {
  const row = await tx
    .selectFrom('asked_questions')
    .select(['item_id', 'round', 'state', 'asked_at', 'revealed_at'])
    .where('id', '=', askedId)
    .where('lesson_id', '=', lessonId)
    .$if(hasRowLocks(tx), (rows) =>
      purpose === 'answer' ? rows.forShare() : rows.forNoKeyUpdate(),
    )
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('asked_not_found');
  const lesson = await tx
    .selectFrom('lessons')
    .select(['starts_at', 'moved_from'])
    .where('id', '=', lessonId)
    .executeTakeFirstOrThrow();
  const isOver = roomState({ starts_at: toIso(roomStart(lesson, now)) }, now) === 'after';
  return {
    ...row,
    state: isOver ? ('revealed' as const) : row.state,
    facts: { ...row, ...lesson },
  };
}

/**
 * Closes, asks again or reveals a question, while these students are present. Throws
 * asked_not_found, already_revealed, no_more_rounds, or question_open while another one is asked.
 */
export async function changeAsked(
  context: Context<AdminActor>,
  key: QuestionKey,
  state: QuestionState,
  present: ReadonlySet<string>,
): Promise<AskedQuestion> {
  const change = async (work: Work) => {
    const { tx, now, announce } = work;
    const question = await lockQuestion(work, key, 'change');
    const reason = refuseQuestionChange(question, state);
    if (reason !== null) throw new Refusal(reason);
    if (question.state !== state) {
      await tx
        .updateTable('asked_questions')
        .set({
          state,
          round: state === 'asked' ? 2 : question.round,
          revealed_at: state === 'revealed' ? now : null,
        })
        .where('id', '=', key.askedId)
        .execute();
      if (state === 'revealed') await endAsking(work, key.lessonId, question.item_id);
      announce(ROOM_CHANGED + key.lessonId);
    }
    return readQuestion(tx, key, { now, present });
  };
  return runGuarded(context, change, async () => {
    // The unique index refuses a second open question of the lesson.
    throw new Refusal('question_open');
  });
}

/** For how long after a lesson its open pages are still updated when another lesson reveals. */
const TOLD_MS = DAY_MS;

/**
 * Starts the practice of students whose first answer ever was given live and is not right, unless
 * another lesson asks them the question. Tells the rooms of other lessons that have asked it: what
 * they have revealed may now be shown.
 */
export async function endAsking(work: Work, lessonId: string, itemId: string): Promise<void> {
  const { tx, now, announce } = work;
  const others = await tx
    .selectFrom('asked_questions')
    .innerJoin('lessons', 'lessons.id', 'lesson_id')
    .select('lesson_id')
    .where('item_id', '=', itemId)
    .where('lesson_id', '<>', lessonId)
    .where('starts_at', '>', now - TOLD_MS)
    .execute();
  for (const other of others) announce(ROOM_CHANGED + other.lesson_id);
  const openFor = await readOpenFor(tx, itemId, now);
  const attempts = await tx
    .selectFrom('attempts')
    .select(['student_id', 'family_id', 'asked_id', 'result'])
    .where('item_id', '=', itemId)
    .orderBy('given_at')
    .orderBy('id')
    .execute();
  const first = new Map(attempts.toReversed().map((attempt) => [attempt.student_id, attempt]));
  const missed = [...first.values()].filter(
    ({ student_id, asked_id, result }) =>
      asked_id !== null &&
      result !== null &&
      result !== 'right' &&
      openFor(student_id, now) === null,
  );
  await startPractice(
    work,
    missed.map(({ student_id, family_id }) => ({
      itemId,
      studentId: student_id,
      familyId: family_id,
    })),
  );
}

/**
 * Stores a student's answer to the question that is asked now; the first one counts. A repeat with
 * the same key gets the stored attempt. Throws asked_not_found, question_closed, already_answered,
 * or validation_failed for an answer that cannot be read.
 */
export function answerAsked(
  context: Context<FamilyActor>,
  where: RequestedRoom,
  { askedId, round, answer }: { askedId: string; round: number; answer: Answer },
  requestKey: RequestKey,
): Promise<Attempt> {
  return storeGuarded(context, async (work) => {
    const { tx, now, announce } = work;
    const { lessonId, studentId } = await lockRoomEntry(work, where);
    const { item_id, ...live } = await lockQuestion(work, { lessonId, askedId }, 'answer');
    const { content, topic_id } = await tx
      .selectFrom('topic_items')
      .select(['content', 'topic_id'])
      .where('id', '=', item_id)
      .executeTakeFirstOrThrow();
    const question = questionOf({ content });
    const before = await attemptsOf(tx)
      .select('asked_id')
      .where('student_id', '=', studentId)
      .where('item_id', '=', item_id)
      .execute();
    const place = {
      student_id: studentId,
      item_id,
      mode: 'live',
      lesson_id: lessonId,
      asked_id: askedId,
      round,
    } as const;
    const submission = { place, question, answer, requestKey };
    const { row, isRepeat } = await storeAttempt(work, submission, async () => {
      if (live.state !== 'asked' || live.round !== round) throw new Refusal('question_closed');
      const earlier = before.filter(({ asked_id }) => asked_id === askedId);
      if (earlier.some((attempt) => attempt.round === round)) throw new Refusal('already_answered');
      return earlier.length + 1;
    });
    if (!isRepeat) {
      announce(ROOM_CHANGED + lessonId);
      const { result } = row;
      if (result !== null && firstResult(before) === null)
        announce(progressMessage({ topicId: topic_id, studentId, itemId: item_id, result }));
    }
    const openSince = await readOpenSince(tx, { studentId, itemIds: [item_id] }, now);
    return toAttempt(row, isHidden(live.facts, openSince(item_id), now));
  });
}
