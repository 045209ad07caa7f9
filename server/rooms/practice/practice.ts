// Practice between lessons: the questions due today, answers to them, and the record by topic.
import { Refusal } from '../../../domain/errors.ts';
import type { Practice } from '../../../domain/rooms/practice.ts';
import type { QuestionItem } from '../../../domain/rooms/room.ts';
import { ukDate } from '../../../domain/time.ts';
import type { Answer, Attempt } from '../../../domain/topics/attempt.ts';
import { countPrepared, type LessonTopic } from '../../../domain/topics/lesson-topic.ts';
import type { TopicQuestion } from '../../../domain/topics/topic.ts';
import type { Context, Work } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import type { RequestKey } from '../../engine/idempotency.ts';
import type { FamilyActor } from '../../sessions/sessions.ts';
import { listItems, toItem } from '../../topics/queries.ts';
import { viewQuestion } from '../../topics/view.ts';
import { questionColumns, attemptsOf, isHidden, toAttempt } from '../answers/attempts.ts';
import { storeAttempt, storeGuarded } from '../answers/store-attempt.ts';
import { chooseStudentOf } from '../commands.ts';
import { readOpenSince } from '../open-questions.ts';
import { viewAnsweredQuestions } from '../queries.ts';
import { lockStudents } from '../students.ts';
import { lockDue, moveBox } from './boxes.ts';

const MAX_PRACTICE_DUE = 20;

interface Learner {
  studentId: string;
  familyId: string;
}

/**
 * What a student has to practise at `now` (epoch milliseconds), the item that was asked for first,
 * and how far they have come.
 */
export async function readPractice(
  db: Db,
  { studentId, familyId }: Learner,
  itemId: string | undefined,
  now: number,
): Promise<Practice> {
  const today = ukDate(now);
  const boxes = await db
    .selectFrom('practice_boxes')
    .innerJoin('topic_items', 'topic_items.id', 'item_id')
    .select(['topic_items.id as id', 'topic_id', 'kind', 'content', 'box', 'due_on'])
    .where('student_id', '=', studentId)
    .where('deleted_at', 'is', null)
    .orderBy('due_on')
    .orderBy('topic_items.id')
    .execute();
  const due = boxes.filter(({ due_on }) => due_on !== null && due_on <= today);
  const itemIds = due.map(({ id }) => id);
  const openSince = await readOpenSince(db, { studentId, itemIds }, now);
  const next = boxes.find(({ due_on }) => due_on !== null && due_on > today);
  const item = boxes.find(({ id }) => id === itemId);
  return {
    due: due
      .filter(({ id }) => openSince(id) === null)
      .toSorted((one, other) => Number(other.id === itemId) - Number(one.id === itemId))
      .slice(0, MAX_PRACTICE_DUE)
      .map((row) => viewQuestion(toItem(row) as TopicQuestion, [], 'not asked')),
    next_due_on: next?.due_on ?? null,
    item: item === undefined ? null : { id: item.id, due_on: item.due_on },
    topics: await readRecord(db, { studentId, familyId }, boxes, now),
  };
}

/** The topics of the lessons that the student has booked. */
const topicsOf = (db: Db, { studentId, familyId }: Learner) =>
  db
    .selectFrom('topics')
    .select(['id', 'name', 'reference'])
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('bookings')
        .innerJoin('lessons', 'lessons.id', 'bookings.lesson_id')
        .select('topic_id')
        .where('family_id', '=', familyId)
        .where('student_id', '=', studentId)
        .where('cancelled_at', 'is', null)
        .where('lessons.deleted_at', 'is', null)
        .where('topic_id', 'is not', null)
        .$castTo<{ topic_id: string }>(),
    );

/** What a student has answered of a topic. Throws topic_not_found. */
export async function readPracticeTopic(
  db: Db,
  learner: Learner,
  topicId: string,
  now: number,
): Promise<{ topic: LessonTopic; items: QuestionItem[] }> {
  const topic = await topicsOf(db, learner).where('id', '=', topicId).executeTakeFirst();
  if (topic === undefined) throw new Refusal('topic_not_found');
  const items = await listItems(db, topicId);
  return { topic, items: await viewAnsweredQuestions(db, learner.studentId, items, now) };
}

/** Those of its lessons, with their counts. */
async function readRecord(
  db: Db,
  { studentId, familyId }: Learner,
  boxes: { id: string; topic_id: string; box: number | null; due_on: string | null }[],
  now: number,
): Promise<Practice['topics']> {
  const topics = await topicsOf(db, { studentId, familyId }).orderBy('name').execute();
  const record: Practice['topics'] = [];
  for (const topic of topics) {
    const own = boxes.filter(({ topic_id }) => topic_id === topic.id);
    record.push({
      ...topic,
      ...(await countTopic(db, topic.id, studentId, now)),
      learning: own.filter(({ box }) => box !== null).length,
      learned: own.filter(({ box }) => box === null).length,
      questions: own.map(({ id, box, due_on }) => ({ Item_ID: id, box, due_on })),
    });
  }
  return record;
}

/** How much of a topic the student has prepared and answered, deleted questions included. */
async function countTopic(db: Db, topicId: string, studentId: string, now: number) {
  const rows = await db
    .selectFrom('topic_items')
    .select(['id', 'kind', 'content', 'deleted_at'])
    .where('topic_id', '=', topicId)
    .execute();
  const items = rows.filter(({ deleted_at }) => deleted_at === null).map(toItem);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return { prepared: { done: 0, all: 0 }, answered: 0, right_first: 0 };
  const ticks = await db
    .selectFrom('item_ticks')
    .select('item_id')
    .where('student_id', '=', studentId)
    .where('item_id', 'in', ids)
    .execute();
  const openSince = await readOpenSince(db, { studentId, itemIds: ids }, now);
  const answers = await attemptsOf(db)
    .leftJoin('asked_questions', 'asked_questions.id', 'asked_id')
    .leftJoin('lessons', 'lessons.id', 'attempts.lesson_id')
    .select(questionColumns)
    .where('student_id', '=', studentId)
    .where('attempts.item_id', 'in', ids)
    .where('mode', '<>', 'revise')
    .orderBy('given_at')
    .orderBy('attempts.id')
    .execute();
  // Counting an answer before its reveal would say whether it is right.
  const attempts = answers.filter((row) => !isHidden(row, openSince(row.item_id), now));
  const ticked = new Set(ticks.map(({ item_id }) => item_id));
  const doingsAt = (id: string) => {
    const tries = attempts.filter(({ item_id, mode }) => item_id === id && mode === 'room');
    const isRight = tries.some(({ result }) => result === 'right');
    return { isTicked: ticked.has(id), isRight, tries: tries.length };
  };
  const first = new Map(attempts.toReversed().map((attempt) => [attempt.item_id, attempt.result]));
  return {
    prepared: countPrepared(items.map((part) => ({ part, doings: doingsAt(part.id) }))),
    answered: first.size,
    right_first: [...first.values()].filter((result) => result === 'right').length,
  };
}

/**
 * Marks an answer to a question that is due, and moves the question on. A repeat with the same key
 * gets the stored attempt. Throws item_not_found, question_open, not_due, or validation_failed for
 * an answer that cannot be read.
 */
export function practise(
  context: Context<FamilyActor>,
  { studentId, itemId, answer }: { studentId: string | undefined; itemId: string; answer: Answer },
  requestKey: RequestKey,
): Promise<{ attempt: Attempt; item: QuestionItem }> {
  return storeGuarded(context, async (work) => {
    const { tx, now, actor } = work;
    const attending = await chooseStudentOf(actor, tx, studentId);
    if (!(await lockStudents(work, [attending])).has(attending)) throw new Refusal('not_due');
    const item = await findPractisedItem(tx, attending, itemId);
    const key = { itemId, studentId: attending };
    const box = await lockDue(work, key);
    const place = {
      student_id: attending,
      item_id: itemId,
      mode: 'revise',
      lesson_id: null,
      asked_id: null,
      round: null,
    } as const;
    const submission = { place, question: item.question, answer, requestKey };
    const { row, isRepeat } = await storeAttempt(work, submission, async () => {
      const openSince = await readOpenSince(tx, { studentId: attending, itemIds: [itemId] }, now);
      if (openSince(itemId) !== null) throw new Refusal('question_open');
      if (box === null) throw new Refusal('not_due');
      await deleteUncompared(work, key);
      return 1;
    });
    // Points move the question once the student has compared them.
    if (!isRepeat && box !== null && row.result !== null)
      await moveBox(work, key, { box, result: row.result });
    const attempt = toAttempt(row, false);
    return { attempt, item: viewQuestion(item, [attempt], 'revealed') };
  });
}

/**
 * Deletes a text in practice whose points were not compared. The question is still due, so that
 * another text takes its place: otherwise one student could store any number of them.
 */
async function deleteUncompared(
  { tx }: Work,
  { itemId, studentId }: { itemId: string; studentId: string },
): Promise<void> {
  await tx
    .deleteFrom('attempts')
    .where('student_id', '=', studentId)
    .where('item_id', '=', itemId)
    .where('mode', '=', 'revise')
    .where('result', 'is', null)
    .execute();
}

/** A question that the student has practised or is to practise. Throws item_not_found. */
async function findPractisedItem(
  db: Db,
  studentId: string,
  itemId: string,
): Promise<TopicQuestion> {
  const row = await db
    .selectFrom('practice_boxes')
    .innerJoin('topic_items', 'topic_items.id', 'item_id')
    .select(['topic_items.id as id', 'kind', 'content'])
    .where('student_id', '=', studentId)
    .where('item_id', '=', itemId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('item_not_found');
  return toItem(row) as TopicQuestion;
}
