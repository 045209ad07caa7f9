// Changes the library of topics. Every change of a topic's items locks the topic first, so that
// their number and order stay right.
import { Refusal, refuseField } from '../../domain/errors.ts';
import { MAX_TOPIC_ITEMS } from '../../domain/limits.ts';
import {
  copyName,
  type Item,
  type ItemChanges,
  type NewItem,
  type NewTopic,
  type Topic,
  type TopicChanges,
} from '../../domain/topic.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import { newId } from '../ids.ts';
import { once, type RequestKey } from '../idempotency.ts';
import { listItems, readItem, readTopic } from './queries.ts';
import { renderQuestion } from './render-question.ts';

export function createTopic(
  context: Context,
  topic: NewTopic,
  requestKey: RequestKey,
): Promise<Topic> {
  return transact(context, (work) =>
    once(work, requestKey, async () => readTopic(work.tx, await insertTopic(work, topic))),
  );
}

async function insertTopic({ tx, now }: Work, topic: NewTopic): Promise<string> {
  const id = newId();
  await tx
    .insertInto('topics')
    .values({ id, ...topic, archived_at: null, created_at: now, updated_at: now })
    .execute();
  return id;
}

/** Announced with a topic's id appended, when it or its items changed. */
export const TOPIC_CHANGED = 'topic:';

/** Locks a topic until the commit, to change it. Throws topic_not_found. */
async function lockTopic({ tx, now, announce }: Work, id: string): Promise<void> {
  announce(TOPIC_CHANGED + id);
  const { numUpdatedRows } = await tx
    .updateTable('topics')
    .set({ updated_at: now })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Refusal('topic_not_found');
}

/** Changes the given fields. Throws topic_not_found. */
export function updateTopic(
  context: Context,
  id: string,
  { archived, ...changes }: TopicChanges,
): Promise<Topic> {
  return transact(context, async (work) => {
    await lockTopic(work, id);
    await work.tx
      .updateTable('topics')
      .set({
        ...changes,
        updated_at: work.now,
        ...(archived === undefined ? {} : { archived_at: archived ? work.now : null }),
      })
      .where('id', '=', id)
      .execute();
    return readTopic(work.tx, id);
  });
}

/** Copies a topic with its items. Throws topic_not_found. */
export function duplicateTopic(
  context: Context,
  id: string,
  requestKey: RequestKey,
): Promise<Topic> {
  const duplicate = async (work: Work) => {
    await lockTopic(work, id);
    const { name, course, reference, items } = await readTopic(work.tx, id);
    const copy = await insertTopic(work, { name: copyName(name), course, reference });
    for (const [position, item] of items.entries()) await insertItem(work, copy, position, item);
    return readTopic(work.tx, copy);
  };
  return transact(context, (work) => once(work, requestKey, () => duplicate(work)));
}

/** Deletes a topic with its items. Throws topic_not_found, or topic_in_use while a lesson has it. */
export function deleteTopic(context: Context, id: string): Promise<void> {
  return transact(context, async (work) => {
    const { tx } = work;
    await lockTopic(work, id);
    // Deleted lessons are not shown with a topic any more.
    await tx
      .updateTable('lessons')
      .set({ topic_id: null })
      .where('topic_id', '=', id)
      .where('deleted_at', 'is not', null)
      .execute();
    const lesson = await tx
      .selectFrom('lessons')
      .select('id')
      .where('topic_id', '=', id)
      .limit(1)
      .executeTakeFirst();
    if (lesson !== undefined) throw new Refusal('topic_in_use');
    await tx.deleteFrom('topics').where('id', '=', id).execute();
  });
}

/** Adds an item after the others. Throws topic_not_found or too_many_items. */
export function createItem(
  context: Context,
  topicId: string,
  item: NewItem,
  requestKey: RequestKey,
): Promise<Item> {
  const create = async (work: Work) => {
    await lockTopic(work, topicId);
    const { length } = await listItems(work.tx, topicId);
    if (length >= MAX_TOPIC_ITEMS) throw new Refusal('too_many_items');
    const stored =
      item.kind === 'question' ? { ...item, question: renderQuestion(item.question) } : item;
    const itemId = await insertItem(work, topicId, length, stored);
    return readItem(work.tx, { topicId, itemId });
  };
  return transact(context, (work) => once(work, requestKey, () => create(work)));
}

/** An item without its id. */
type Content = Item extends infer One ? (One extends Item ? Omit<One, 'id'> : never) : never;

async function insertItem(
  { tx, now }: Work,
  topic_id: string,
  position: number,
  item: Content,
): Promise<string> {
  const id = newId();
  await tx
    .insertInto('topic_items')
    .values({ id, topic_id, position, kind: item.kind, content: contentOf(item), created_at: now })
    .execute();
  return id;
}

/** The stored part of an item. */
function contentOf(item: Content): string {
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
  readonly topicId: string;
  readonly itemId: string;
}

/**
 * Changes the given fields that items of this kind have. Throws topic_not_found, item_not_found, or
 * validation_failed for a question of another kind.
 */
export function updateItem(context: Context, key: ItemKey, changes: ItemChanges): Promise<Item> {
  return transact(context, async (work) => {
    await lockTopic(work, key.topicId);
    const item = changed(await readItem(work.tx, key), changes);
    await work.tx
      .updateTable('topic_items')
      .set({ content: contentOf(item) })
      .where('id', '=', key.itemId)
      .execute();
    return item;
  });
}

function changed(item: Item, { title, address, minutes, use, question }: ItemChanges): Item {
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
        throw refuseField(
          'question.kind',
          'validation_failed',
          'A question stays of its kind. Please add a new one instead.',
        );
      return {
        ...item,
        use: use ?? item.use,
        question: question === undefined ? item.question : renderQuestion(question, item.question),
      };
  }
}

/** Deletes an item and returns it. Throws topic_not_found or item_not_found. */
export function deleteItem(context: Context, key: ItemKey): Promise<Item> {
  return transact(context, async (work) => {
    await lockTopic(work, key.topicId);
    const item = await readItem(work.tx, key);
    await work.tx.deleteFrom('topic_items').where('id', '=', key.itemId).execute();
    const left = await listItems(work.tx, key.topicId);
    await writeOrder(
      work,
      left.map(({ id }) => id),
    );
    return item;
  });
}

/** Orders the items of a topic. Throws topic_not_found, or validation_failed unless all are named. */
export function orderItems(
  context: Context,
  topicId: string,
  itemIds: readonly string[],
): Promise<Topic> {
  return transact(context, async (work) => {
    await lockTopic(work, topicId);
    const items = await listItems(work.tx, topicId);
    const isComplete =
      items.length === itemIds.length && items.every(({ id }) => itemIds.includes(id));
    if (!isComplete) throw refuseField('Item_IDs', 'validation_failed', 'Name each item once');
    await writeOrder(work, itemIds);
    return readTopic(work.tx, topicId);
  });
}

async function writeOrder({ tx }: Work, itemIds: readonly string[]): Promise<void> {
  for (const [position, id] of itemIds.entries())
    await tx.updateTable('topic_items').set({ position }).where('id', '=', id).execute();
}
