// Calls of a family about the room of a lesson and a student's practice.
import * as z from 'zod/mini';

import { endpoint, ok } from '../endpoint.ts';
import { entityId, lessonIdSchema, itemIdSchema } from '../entity-id.ts';
import * as attempt from '../topics/attempt.ts';
import { roomSchema } from './family-room.ts';
import * as practice from './practice.ts';
import * as room from './room.ts';

const lessonParams = z.object({ id: lessonIdSchema });

export const getRoom = endpoint('GET', '/api/lessons/{id}/room', {
  summary: 'Get the room of a booked lesson for one student',
  auth: 'family',
  students: 'all',
  params: lessonParams,
  query: room.roomQuerySchema,
  answer: ok({ room: roomSchema }),
  errors: ['lesson_not_found', 'not_booked'],
});
export const tickItem = endpoint('PUT', '/api/lessons/{id}/items/{itemId}', {
  summary: 'Mark a video or slides as done',
  auth: 'family',
  students: 'all',
  params: z.object({ id: lessonIdSchema, itemId: itemIdSchema }),
  body: room.tickSchema,
  answer: ok({ item: room.roomItemSchema }),
  errors: ['lesson_not_found', 'not_booked', 'item_not_found'],
});
export const giveAttempt = endpoint('POST', '/api/lessons/{id}/attempts', {
  summary: 'Answer a question',
  auth: 'family',
  students: 'all',
  accountLimit: 'answer',
  idempotent: true,
  params: lessonParams,
  body: room.newAttemptSchema,
  answer: ok({ attempt: attempt.attemptSchema, item: room.roomItemSchema }),
  status: 201,
  errors: [
    'lesson_not_found',
    'not_booked',
    'item_not_found',
    'question_open',
    'already_answered',
    'no_tries_left',
  ],
});
export const tickPoints = endpoint('PUT', '/api/attempts/{id}', {
  summary: "Tick the points that the student's own answer contains",
  auth: 'family',
  students: 'all',
  params: z.object({ id: attempt.attemptIdSchema }),
  body: room.tickedPointsSchema,
  answer: ok({ attempt: attempt.attemptSchema }),
  errors: ['attempt_not_found', 'question_open', 'already_marked'],
});
export const answerAsked = endpoint('POST', '/api/lessons/{id}/answers', {
  summary: 'Answer the question that the tutor is asking',
  auth: 'family',
  students: 'all',
  accountLimit: 'answer',
  idempotent: true,
  params: lessonParams,
  body: room.newAnswerSchema,
  answer: ok({ attempt: attempt.attemptSchema }),
  status: 201,
  errors: [
    'lesson_not_found',
    'not_booked',
    'asked_not_found',
    'question_closed',
    'already_answered',
  ],
});
/** Events of familyRoomEventSchema. */
export const watchRoom = endpoint('GET', '/api/lessons/{id}/room/live', {
  summary: 'Stream what happens in the room of a booked lesson',
  auth: 'family',
  students: 'all',
  params: lessonParams,
  query: room.roomQuerySchema,
  answer: z.string(),
  stream: 'text/event-stream',
  errors: ['lesson_not_found', 'not_booked', 'rate_limited'],
});
export const getPractice = endpoint('GET', '/api/practice', {
  summary: 'Get the questions due for practice and the record by topic',
  auth: 'family',
  students: 'all',
  query: practice.practiceQuerySchema,
  answer: ok({ practice: practice.practiceSchema }),
});
export const getPracticeTopic = endpoint('GET', '/api/practice/topics/{id}', {
  summary: 'Get what a student has answered of a topic',
  auth: 'family',
  students: 'all',
  params: z.object({ id: entityId('Topic') }),
  query: room.roomQuerySchema,
  answer: ok(practice.practiceTopicFields),
  errors: ['topic_not_found'],
});
export const practise = endpoint('POST', '/api/practice/attempts', {
  summary: 'Answer a question that is due for practice',
  auth: 'family',
  students: 'all',
  accountLimit: 'answer',
  idempotent: true,
  body: practice.practiceAttemptSchema,
  answer: ok({ attempt: attempt.attemptSchema, item: room.roomItemSchema }),
  status: 201,
  errors: ['item_not_found', 'question_open', 'not_due'],
});
