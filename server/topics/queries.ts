// Reads the library of topics.
import { Refusal } from '../../domain/errors.ts';
import { compareTopics, type TopicSummary } from '../../domain/topics/topic-list.ts';
import type { Item, Topic, TopicQuestion } from '../../domain/topics/topic.ts';
import type { Db } from '../engine/database.ts';

/** Lists the topics in use, or those archived, by course, reference and name. */
export async function listTopics(db: Db, isArchived: boolean): Promise<TopicSummary[]> {
  const topics = await db
    .selectFrom('topics')
    .select((eb) => [
      'id',
      'name',
      'course',
      'reference',
      eb
        .selectFrom('lessons')
        .select(({ fn }) => fn.countAll<number>().as('lessons'))
        .whereRef('topic_id', '=', 'topics.id')
        .where('deleted_at', 'is', null)
        .as('lessons'),
    ])
    .where('archived_at', isArchived ? 'is not' : 'is', null)
    .execute();
  const counts = await countItems(db);
  return topics
    .map(({ lessons, ...topic }) => ({
      ...topic,
      archived: isArchived,
      videos: counts.get(`${topic.id} video`) ?? 0,
      questions: counts.get(`${topic.id} question`) ?? 0,
      slides: counts.get(`${topic.id} slides`) ?? 0,
      lessons: lessons ?? 0,
    }))
    .toSorted(compareTopics);
}

/** The number of items of each topic and kind, under 'topic kind'. */
async function countItems(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('topic_items')
    .select(({ fn }) => ['topic_id', 'kind', fn.countAll<number>().as('found')])
    .where('deleted_at', 'is', null)
    .groupBy(['topic_id', 'kind'])
    .execute();
  return new Map(rows.map(({ topic_id, kind, found }) => [`${topic_id} ${kind}`, found]));
}

/** Reads a topic with its items in order. Throws topic_not_found. */
export async function readTopic(db: Db, id: string): Promise<Topic> {
  const topic = await db
    .selectFrom('topics')
    .select(['id', 'name', 'course', 'reference', 'archived_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (topic === undefined) throw new Refusal('topic_not_found');
  const { archived_at, ...fields } = topic;
  return { ...fields, archived: archived_at !== null, items: await listItems(db, id) };
}

/** Lists the items of a topic in order. */
export async function listItems(db: Db, topicId: string): Promise<Item[]> {
  const rows = await db
    .selectFrom('topic_items')
    .select(['id', 'kind', 'content'])
    .where('topic_id', '=', topicId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute();
  return rows.map(toItem);
}

interface ItemRow {
  readonly id: string;
  readonly kind: Item['kind'];
  readonly content: string;
}

/** The content was written from an Item of this kind. */
export const toItem = ({ id, kind, content }: ItemRow): Item =>
  ({ id, kind, ...(JSON.parse(content) as object) }) as Item;

/** The question of an item that is one. */
export const questionOf = ({ content }: Pick<ItemRow, 'content'>): TopicQuestion['question'] =>
  // The content was written from an item of this kind.
  (JSON.parse(content) as TopicQuestion).question;

/** Reads one item. Throws item_not_found, even for a deleted item or one of another topic. */
export async function readItem(
  db: Db,
  { topicId, itemId }: { topicId: string; itemId: string },
): Promise<Item> {
  const row = await db
    .selectFrom('topic_items')
    .select(['id', 'kind', 'content'])
    .where('id', '=', itemId)
    .where('topic_id', '=', topicId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('item_not_found');
  return toItem(row);
}
