// Lists that several of the tutor's screens show: topics, families, and emails that could not be
// delivered. Every query reports its own failures as toasts.
import { queryOptions, useQuery } from '@tanstack/react-query';

import * as endpoints from '../../domain/endpoints.ts';
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

/** The list of families, for the tutor. */
export const FAMILIES = ['admin', 'families'] as const;
/** Each is followed by the family's id. */
export const FAMILY_RECORDS = ['admin', 'family'] as const;

/** Every family, newest account first. */
export const familiesQuery = queryOptions({
  queryKey: FAMILIES,
  queryFn: ({ signal }) => call(endpoints.listFamilies, { signal }),
  // The API calls families students.
  select: ({ students: families }) => families,
  meta: { operation: { title: 'Error Loading Data', text: 'Failed to load students' } },
});

/**
 * The tutor's activity log and the undelivered emails. Every hook reports its own failures and
 * successes as toasts.
 */
export const ACTIVITIES = ['admin', 'activities'] as const;

export const UNDELIVERED = ['admin', 'undelivered-emails'] as const;

/** Failed emails first, then those that wait for a retry. */
export const undeliveredEmailsQuery = queryOptions({
  queryKey: UNDELIVERED,
  queryFn: ({ signal }) => call(endpoints.listUndeliveredEmails, { signal }),
  select: ({ emails }) => emails,
  // The queue keeps changing without this page.
  staleTime: 0,
  meta: { operation: { title: 'Error Loading Data', text: 'Failed to load undelivered emails' } },
});
