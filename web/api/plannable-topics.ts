// The topics that the tutor can plan a lesson with.
import { queryOptions } from '@tanstack/react-query';

import * as endpoints from '../../domain/endpoints.ts';
import { call } from './transport/client.ts';

/** The topics in use, by course, reference and name. */
export const plannableTopicsQuery = queryOptions({
  queryKey: ['admin', 'topics', 'plannable'],
  queryFn: ({ signal }) => call(endpoints.listTopics, { signal, query: { archived: 'false' } }),
  select: ({ topics }) => topics,
  meta: { operation: { title: 'Error Loading Topics', text: 'Failed to load the topics' } },
});
