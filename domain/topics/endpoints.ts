// The list of topics. Pages that choose a topic load no more calls of the library.
import * as z from 'zod/mini';

import { endpoint, ok } from '../endpoint.ts';
import { topicListSchema, topicSummarySchema } from './topic-list.ts';

export const listTopics = endpoint('GET', '/api/admin/topics', {
  summary: 'List topics by course, reference and name; archived ones apart',
  auth: 'admin',
  query: topicListSchema,
  answer: ok({ topics: z.array(topicSummarySchema) }),
});
