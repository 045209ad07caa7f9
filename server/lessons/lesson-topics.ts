// Which topic a lesson may get. Locks the topics that are planned with, so that nobody archives or
// deletes one at the same time. Locks on topics are taken after those on lessons.
import { Refusal, TOPIC_ASKED } from '../../domain/errors.ts';
import type { Work } from '../engine/context.ts';
import { hasRowLocks } from '../engine/row-locks.ts';

/** Whether each of these topics is archived, by id. Missing topics do not exist. */
export type Topics = ReadonlyMap<string, { readonly isArchived: boolean }>;

/** Locks topics against being archived or deleted until the commit. Many can do so at once. */
export async function lockTopics({ tx }: Work, ids: (string | null)[]): Promise<Topics> {
  const topicIds = [...new Set(ids)].filter((id) => id !== null);
  if (topicIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('topics')
    .select(['id', 'archived_at'])
    .where('id', 'in', topicIds)
    .orderBy('id')
    .$if(hasRowLocks(tx), (topics) => topics.forShare())
    .execute();
  return new Map(rows.map(({ id, archived_at }) => [id, { isArchived: archived_at !== null }]));
}

/** Throws topic_not_found if a locked topic does not exist, or topic_archived. */
export async function requirePlannable(work: Work, ids: (string | null)[]): Promise<void> {
  const topics = await lockTopics(work, ids);
  const chosen = ids.filter((id) => id !== null).map((id) => topics.get(id));
  if (chosen.includes(undefined)) throw new Refusal('topic_not_found');
  if (chosen.some((topic) => topic?.isArchived)) throw new Refusal('topic_archived');
}

/** Throws topic_in_use if a question was asked in the lesson, which must be locked. */
export async function requireNoQuestion({ tx }: Work, lessonId: string): Promise<void> {
  const question = await tx
    .selectFrom('asked_questions')
    .select('id')
    .where('lesson_id', '=', lessonId)
    .limit(1)
    .executeTakeFirst();
  if (question !== undefined) throw new Refusal('topic_in_use', { message: TOPIC_ASKED });
}
