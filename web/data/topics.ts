// The list of topics in the tutor's library.
import { queryOptions, useQuery } from '@tanstack/react-query';

import { listTopics } from '../../domain/topics/endpoints.ts';
import type { TopicSummary } from '../../domain/topics/topic-list.ts';
import { call } from '../transport/client.ts';

/** Every list of topics. */
export const TOPICS = ['admin', 'topics'] as const;

/** The topics in use, or those archived. */
export function topicsQuery(isArchived: boolean) {
  return queryOptions({
    queryKey: [...TOPICS, isArchived ? 'archived' : 'in use'],
    queryFn: ({ signal }) =>
      call(listTopics, { signal, query: { archived: isArchived ? 'true' : 'false' } }),
    select: ({ topics }) => topics,
    meta: { operation: { title: 'Error loading topics', text: 'Failed to load the topics' } },
  });
}

const none: readonly TopicSummary[] = [];

/**
 * The topics in use, and a way to find those of lessons, which keep topics that were archived
 * later.
 */
export function useTopics(ids: readonly (string | null)[]) {
  const { data: inUse } = useQuery(topicsQuery(false));
  const isMissing =
    inUse !== undefined && ids.some((id) => id !== null && inUse.every((topic) => topic.id !== id));
  const { data: archived = none } = useQuery({ ...topicsQuery(true), enabled: isMissing });
  const topics = inUse ?? none;
  const topicOf = (id: string | null): TopicSummary | undefined =>
    [...topics, ...archived].find((topic) => topic.id === id);
  return { inUse: topics, topicOf };
}
