// Calls of the tutor about the topics of the library and their items.
import * as z from 'zod/mini';

import { ok, endpoint } from '../endpoint.ts';
import { itemIdSchema } from '../entity-id.ts';
import { markingSchema } from './attempt.ts';
import { visibleQuestionSchema, solutionSchema } from './item.ts';
import { questionPreviewSchema } from './question.ts';
import * as topic from './topic.ts';

const oneTopic = ok({ topic: topic.topicSchema });
const oneItem = ok({ item: topic.itemSchema });
const topicParams = z.object({ id: topic.topicIdSchema });
const itemParams = z.object({ id: topic.topicIdSchema, itemId: itemIdSchema });

export const createTopic = endpoint('POST', '/api/admin/topics', {
  summary: 'Create a topic',
  auth: 'admin',
  idempotent: true,
  body: topic.newTopicSchema,
  answer: oneTopic,
  status: 201,
});
export const getTopic = endpoint('GET', '/api/admin/topics/{id}', {
  summary: 'Get a topic with its videos, questions and slides',
  auth: 'admin',
  params: topicParams,
  answer: oneTopic,
  errors: ['topic_not_found'],
});
export const updateTopic = endpoint('PUT', '/api/admin/topics/{id}', {
  summary: 'Change a topic, or archive it',
  auth: 'admin',
  params: topicParams,
  body: topic.topicChangesSchema,
  answer: oneTopic,
  errors: ['topic_not_found'],
});
export const duplicateTopic = endpoint('POST', '/api/admin/topics/{id}/duplicate', {
  summary: 'Copy a topic with its items',
  auth: 'admin',
  idempotent: true,
  params: topicParams,
  answer: oneTopic,
  status: 201,
  errors: ['topic_not_found'],
});
export const deleteTopic = endpoint('DELETE', '/api/admin/topics/{id}', {
  summary: 'Delete a topic that no lesson has and nobody has answered in',
  auth: 'admin',
  params: topicParams,
  answer: ok({}),
  errors: ['topic_not_found', 'topic_in_use'],
});
export const createItem = endpoint('POST', '/api/admin/topics/{id}/items', {
  summary: 'Add a video, slides or a question to a topic',
  auth: 'admin',
  idempotent: true,
  params: topicParams,
  body: topic.newItemSchema,
  answer: oneItem,
  status: 201,
  errors: ['topic_not_found', 'too_many_items'],
});
export const updateItem = endpoint('PUT', '/api/admin/topics/{id}/items/{itemId}', {
  summary: 'Change a video, slides or a question',
  auth: 'admin',
  params: itemParams,
  body: topic.itemChangesSchema,
  answer: oneItem,
  errors: ['topic_not_found', 'item_not_found', 'question_open', 'question_changed'],
});
export const deleteItem = endpoint('DELETE', '/api/admin/topics/{id}/items/{itemId}', {
  summary: 'Delete a video, slides or a question',
  auth: 'admin',
  params: itemParams,
  answer: oneItem,
  errors: ['topic_not_found', 'item_not_found', 'question_open'],
});
export const orderItems = endpoint('PUT', '/api/admin/topics/{id}/order', {
  summary: 'Put the items of a topic into another order',
  auth: 'admin',
  params: topicParams,
  body: topic.itemOrderSchema,
  answer: oneTopic,
  errors: ['topic_not_found'],
});
export const previewQuestion = endpoint('POST', '/api/admin/questions/preview', {
  summary: 'Render an unsaved question as students see it, and mark an answer',
  auth: 'admin',
  accountLimit: 'preview',
  body: questionPreviewSchema,
  answer: ok({
    question: visibleQuestionSchema,
    solution: solutionSchema,
    outcome: z.nullable(markingSchema),
    /** Texts that are not shown as they were typed; absent when all are. */
    notices: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
  }),
});
