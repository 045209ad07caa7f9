// Calls of the tutor in the room of a lesson.
import * as z from 'zod/mini';

import { endpoint, ok } from '../endpoint.ts';
import { lessonIdSchema } from '../entity-id.ts';
import * as letter from './letter.ts';
import * as room from './room.ts';
import { tutorRoomSchema } from './tutor-room.ts';

const lessonParams = z.object({ id: lessonIdSchema });

export const getTutorRoom = endpoint('GET', '/api/admin/lessons/{id}/room', {
  summary: 'Get the room of a lesson with its students and their answers',
  auth: 'admin',
  params: lessonParams,
  answer: ok({ room: tutorRoomSchema }),
  errors: ['lesson_not_found'],
});
/** Events of tutorRoomEventSchema. */
export const watchTutorRoom = endpoint('GET', '/api/admin/lessons/{id}/room/live', {
  summary: 'Stream who is in the room of a lesson and what they answer',
  auth: 'admin',
  params: lessonParams,
  answer: z.string(),
  stream: 'text/event-stream',
  errors: ['lesson_not_found', 'rate_limited'],
});
export const askQuestion = endpoint('POST', '/api/admin/lessons/{id}/asked', {
  summary: 'Ask a question of the topic in the lesson',
  auth: 'admin',
  params: lessonParams,
  body: room.askSchema,
  answer: ok({ asked: room.askedQuestionSchema }),
  status: 201,
  errors: ['lesson_not_found', 'item_not_found', 'room_closed', 'question_open', 'asked_before'],
});
export const changeAsked = endpoint('PUT', '/api/admin/lessons/{id}/asked/{askedId}', {
  summary: 'Close a question, ask it again or reveal its answer',
  auth: 'admin',
  params: z.object({ id: lessonIdSchema, askedId: room.askedQuestionIdSchema }),
  body: room.questionChangeSchema,
  answer: ok({ asked: room.askedQuestionSchema }),
  errors: ['asked_not_found', 'already_revealed', 'no_more_rounds', 'question_open'],
});
export const changeLetter = endpoint('PUT', '/api/admin/lessons/{id}/letter', {
  summary: 'Change, send or stop the letter to families after a lesson',
  auth: 'admin',
  params: lessonParams,
  body: letter.letterChangesSchema,
  answer: ok({ letter: letter.letterSchema }),
  errors: [
    'lesson_not_found',
    'lesson_not_over',
    'letter_sent',
    'too_late_to_send',
    'sentence_changed',
  ],
});
export const previewLetter = endpoint('POST', '/api/admin/lessons/{id}/letter/preview', {
  summary: "Preview a family's letter after a lesson",
  auth: 'admin',
  params: lessonParams,
  body: letter.letterDraftSchema,
  answer: ok(letter.letterPreviewShape),
  errors: ['lesson_not_found', 'student_not_found'],
});
