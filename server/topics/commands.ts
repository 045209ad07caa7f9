// Changes the library of topics.
import { Refusal } from '../../domain/errors.ts';
import {
  copyName,
  type NewTopic,
  type Topic,
  type TopicChanges,
} from '../../domain/topics/topic.ts';
import { newId } from '../base/ids.ts';
import { type Context, transact, type Work, runGuarded } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { answerOnce, type RequestKey } from '../engine/idempotency.ts';
import { insertItem, lockTopic, touchTopic } from './items.ts';
import { readTopic } from './queries.ts';

export function createTopic(
  context: Context,
  topic: NewTopic,
  requestKey: RequestKey,
): Promise<Topic> {
  return transact(context, (work) =>
    answerOnce(work, requestKey, async () => readTopic(work.tx, await insertTopic(work, topic))),
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

/** Changes the given fields. Throws topic_not_found. */
export function updateTopic(
  context: Context,
  id: string,
  { archived, ...changes }: TopicChanges,
): Promise<Topic> {
  return transact(context, async (work) => {
    await touchTopic(work, id);
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
  return transact(context, (work) => answerOnce(work, requestKey, () => duplicate(work)));
}

/**
 * Deletes a topic with its items. Throws topic_not_found, or topic_in_use while a lesson has it or
 * once anybody has answered in it.
 */
export function deleteTopic(context: Context, id: string): Promise<void> {
  const remove = async (work: Work) => {
    const { tx } = work;
    await touchTopic(work, id);
    // Deleted lessons are not shown with a topic any more.
    await tx
      .updateTable('lessons')
      .set({ topic_id: null })
      .where('topic_id', '=', id)
      .where('deleted_at', 'is not', null)
      .execute();
    await requireUnused(tx, id);
    // Unanswered questions asked in deleted lessons do not keep a topic in use.
    const items = tx.selectFrom('topic_items').select('id').where('topic_id', '=', id);
    await tx.deleteFrom('practice_boxes').where('item_id', 'in', items).execute();
    await tx.deleteFrom('asked_questions').where('item_id', 'in', items).execute();
    await tx.deleteFrom('topics').where('id', '=', id).execute();
  };
  // A lesson that gets the topic at this moment, or an answer, refers to what was deleted.
  return runGuarded(context, remove, () => requireUnused(context.database.db, id));
}

async function requireUnused(db: Db, topicId: string): Promise<void> {
  const lesson = await db
    .selectFrom('lessons')
    .select('id')
    .where('topic_id', '=', topicId)
    .limit(1)
    .executeTakeFirst();
  const attempt = await db
    .selectFrom('attempts')
    .innerJoin('topic_items', 'topic_items.id', 'item_id')
    .select('attempts.id')
    .where('topic_id', '=', topicId)
    .limit(1)
    .executeTakeFirst();
  if (lesson !== undefined || attempt !== undefined) throw new Refusal('topic_in_use');
}
