// The tutor's library of topics.
import { queryOptions } from '@tanstack/react-query';

import * as endpoints from '../../domain/endpoints.ts';
import { call } from './transport/client.ts';

const TOPICS = ['admin', 'topics'] as const;

/** The topics in use, or those archived. */
export function topicsQuery(isArchived: boolean) {
  return queryOptions({
    queryKey: [...TOPICS, isArchived ? 'archived' : 'in use'],
    queryFn: ({ signal }) =>
      call(endpoints.listTopics, { signal, query: { archived: isArchived ? 'true' : 'false' } }),
    select: ({ topics }) => topics,
    meta: { operation: { title: 'Error Loading Topics', text: 'Failed to load the topics' } },
  });
}
