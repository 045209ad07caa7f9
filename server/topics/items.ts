// Changes the items of a topic: its videos, slides and questions. Every change locks the topic
// first, so that the number and order of its items stay right. An item that changes or goes is
// locked too, and so is a question that is asked (server/rooms/live/ask.ts): what was asked stays
// as it is until it has been revealed.
import { fieldRefusal, Refusal } from '../../domain/errors.ts';
import { ROOM_MINUTES } from '../../domain/rooms/room.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import {
  type NewQuestion,
  newQuestionSchema,
  type TutorQuestion,
} from '../../domain/topics/question.ts';
import {
  type Item,
  type ItemChanges,
  type NewItem,
  type Topic,
  MAX_TOPIC_ITEMS,
} from '../../domain/topics/topic.ts';
import { newId } from '../base/ids.ts';
import { mayStartAfter } from '../booking/slips.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import { answerOnce, type RequestKey } from '../engine/idempotency.ts';
import { listItems, readItem, readTopic } from './queries.ts';

/** Announced with a topic's id appended, when it or its items changed. */
export const TOPIC_CHANGED = 'topic:';

/** Locks a topic until the commit. Throws topic_not_found. */
export async function lockTopic({ tx }: Work, id: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('topics')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Refusal('topic_not_found');
}

/** Locks a topic that changes, and announces the change. Throws topic_not_found. */
export async function touchTopic(work: Work, id: string): Promise<void> {
  await lockTopic(work, id);
  work.announce(TOPIC_CHANGED + id);
  await work.tx.updateTable('topics').set({ updated_at: work.now }).where('id', '=', id).execute();
}

/** Locks an item until the commit. */
export async function lockItem({ tx }: Work, itemId: string): Promise<void> {
  await tx
    .updateTable('topic_items')
    .set((eb) => ({ position: eb.ref('position') }))
    .where('id', '=', itemId)
    .execute();
}

/** Loaded before a transaction, because others would wait for that. Most servers never need it. */
const loadRenderer = () => import('./render-question.ts');
type Renderer = Awaited<ReturnType<typeof loadRenderer>>;

/** Adds an item after the others. Throws topic_not_found or too_many_items. */
export async function createItem(
  context: Context,
  topicId: string,
  item: NewItem,
  requestKey: RequestKey,
): Promise<Item> {
  const { renderQuestion } = await loadRenderer();
  const create = async (work: Work) => {
    await touchTopic(work, topicId);
    const { length } = await listItems(work.tx, topicId);
    if (length >= MAX_TOPIC_ITEMS) throw new Refusal('too_many_items');
    const stored =
      item.kind === 'question' ? { ...item, question: renderQuestion(item.question) } : item;
    const itemId = await insertItem(work, topicId, length, stored);
    return readItem(work.tx, { topicId, itemId });
  };
  return transact(context, (work) => answerOnce(work, requestKey, () => create(work)));
}

/** An item without its id. */
type ItemContent = Item extends infer One ? (One extends Item ? Omit<One, 'id'> : never) : never;

export async function insertItem(
  { tx, now }: Work,
  topic_id: string,
  position: number,
  item: ItemContent,
): Promise<string> {
  const id = newId();
  await tx
    .insertInto('topic_items')
    .values({ id, topic_id, position, kind: item.kind, content: contentOf(item), created_at: now })
    .execute();
  return id;
}

/**
 * The stored part of an item. server/lessons/preparation.ts relies on the order of a question's
 * keys: its use, then its kind.
 */
function contentOf(item: ItemContent): string {
  switch (item.kind) {
    case 'video':
      return JSON.stringify({ title: item.title, address: item.address, minutes: item.minutes });
    case 'slides':
      return JSON.stringify({ title: item.title, address: item.address });
    case 'question':
      return JSON.stringify({ use: item.use, question: item.question });
  }
}

interface ItemKey {
  topicId: string;
  itemId: string;
}

/**
 * Locks a topic and one of its items, and reads the item. Throws topic_not_found, item_not_found,
 * or question_open while a lesson asks it.
 */
async function lockUnaskedItem(work: Work, key: ItemKey): Promise<Item> {
  await touchTopic(work, key.topicId);
  await lockItem(work, key.itemId);
  const item = await readItem(work.tx, key);
  // Once a lesson is over, what it asked counts as revealed.
  const open = await work.tx
    .selectFrom('asked_questions')
    .innerJoin('lessons', 'lessons.id', 'lesson_id')
    .select('asked_questions.id')
    .where('item_id', '=', key.itemId)
    .where('state', '<>', 'revealed')
    .where((eb) => mayStartAfter(eb, work.now - ROOM_MINUTES.after * MINUTE_MS))
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (open !== undefined)
    throw new Refusal('question_open', {
      message: 'A lesson is asking this question. Please reveal its answer first.',
    });
  return item;
}

/**
 * Changes the given fields that items of this kind have; answers given stay as they were marked.
 * Throws topic_not_found, item_not_found, question_open, question_changed if the stored question is
 * neither `question_before` nor already the given one, or validation_failed for a question of
 * another kind.
 */
export async function updateItem(
  context: Context,
  key: ItemKey,
  changes: ItemChanges,
): Promise<Item> {
  const renderer = await loadRenderer();
  return transact(context, async (work) => {
    const item = withChanges(await lockUnaskedItem(work, key), changes, renderer);
    await work.tx
      .updateTable('topic_items')
      .set({ content: contentOf(item) })
      .where('id', '=', key.itemId)
      .execute();
    return item;
  });
}

/** Throws question_changed unless the stored question was typed like one of these. */
function requireSame(stored: TutorQuestion, questions: readonly NewQuestion[]): void {
  const typed = typedIn(newQuestionSchema.safeParse(stored).data);
  if (!questions.some((question) => typedIn(question) === typed))
    throw new Refusal('question_changed');
}

/** What was typed, without the ids, which new choices and points do not have yet. */
const typedIn = (question: NewQuestion | undefined) =>
  JSON.stringify(question, (key, value: unknown) => (key === 'id' ? undefined : value));

function withChanges(
  item: Item,
  { title, address, minutes, use, question, question_before: before }: ItemChanges,
  { renderQuestion }: Renderer,
): Item {
  switch (item.kind) {
    case 'video':
      return {
        ...item,
        title: title ?? item.title,
        address: address ?? item.address,
        minutes: minutes ?? item.minutes,
      };
    case 'slides':
      return { ...item, title: title ?? item.title, address: address ?? item.address };
    case 'question':
      if (question !== undefined && question.kind !== item.question.kind)
        throw fieldRefusal(
          'question.kind',
          'validation_failed',
          'A question stays of its kind. Please add a new one instead.',
        );
      if (question !== undefined && before !== undefined)
        requireSame(item.question, [before, question]);
      return {
        ...item,
        use: use ?? item.use,
        question: question === undefined ? item.question : renderQuestion(question, item.question),
      };
  }
}

/**
 * Deletes an item and returns it. Its row stays for the students who have answered it, or are
 * answering it at this moment. Throws topic_not_found, item_not_found or question_open.
 */
export function deleteItem(context: Context, key: ItemKey): Promise<Item> {
  return transact(context, async (work) => {
    const { tx, now } = work;
    const item = await lockUnaskedItem(work, key);
    await tx
      .updateTable('topic_items')
      .set({ deleted_at: now })
      .where('id', '=', key.itemId)
      .execute();
    await tx.deleteFrom('practice_boxes').where('item_id', '=', key.itemId).execute();
    const left = await listItems(tx, key.topicId);
    await writeOrder(
      work,
      left.map(({ id }) => id),
    );
    return item;
  });
}

/**
 * Orders the items of a topic. Throws topic_not_found, or validation_failed unless all are named.
 */
export function orderItems(context: Context, topicId: string, itemIds: string[]): Promise<Topic> {
  return transact(context, async (work) => {
    await touchTopic(work, topicId);
    const items = await listItems(work.tx, topicId);
    const isComplete =
      items.length === itemIds.length && items.every(({ id }) => itemIds.includes(id));
    if (!isComplete) throw fieldRefusal('Item_IDs', 'validation_failed', 'Name each item once');
    await writeOrder(work, itemIds);
    return readTopic(work.tx, topicId);
  });
}

async function writeOrder({ tx }: Work, itemIds: string[]): Promise<void> {
  for (const [position, id] of itemIds.entries())
    await tx.updateTable('topic_items').set({ position }).where('id', '=', id).execute();
}
