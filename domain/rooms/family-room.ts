// The room of a lesson for one student, and what the streams of rooms send.
import * as z from 'zod/mini';

import { attemptSchema } from '../topics/attempt.ts';
import { visibleQuestionSchema, solutionSchema } from '../topics/item.ts';
import { lessonTopicSchema } from '../topics/lesson-topic.ts';
import {
  questionStateSchema,
  distributionSchema,
  roomItemSchema,
  roomStateSchema,
  askedQuestionSchema,
  itemResultSchema,
} from './room.ts';
import { typedValuesSchema } from './typed-values.ts';

/** The question that the tutor is asking, as one student sees it. */
const familyQuestionSchema = z.object({
  id: z.string(),
  Item_ID: z.string(),
  round: z.int(),
  state: questionStateSchema,
  question: visibleQuestionSchema,
  /** The student's own answer in this round. */
  own: z.nullable(attemptSchema),
  /** Null until the tutor reveals the answer. */
  reveal: z.nullable(
    z.object({
      distribution: distributionSchema,
      values: typedValuesSchema,
      solution: solutionSchema,
    }),
  ),
});
export type FamilyQuestion = z.infer<typeof familyQuestionSchema>;

/** The room of a booked lesson for one student. */
export const roomSchema = z.object({
  Lesson_ID: z.string(),
  Lesson_Name: z.string(),
  starts_at: z.string(),
  state: roomStateSchema,
  Student_ID: z.string(),
  topic: z.nullable(lessonTopicSchema),
  items: z.array(roomItemSchema),
  /** The question being asked, or the last one that was. */
  asked: z.nullable(familyQuestionSchema),
  /** The path of the student's own join link, which opens and ends with the meeting. */
  join_link: z.nullable(z.string()),
  /** The group chat of the course; null when the tutor has none, or no address is confirmed. */
  chat_link: z.nullable(z.string()),
});
export type Room = z.infer<typeof roomSchema>;

/** Load the room again: its items, topic or state changed. */
const roomEventSchema = z.object({ kind: z.literal('room') });

export const familyRoomEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('asked'), asked: z.nullable(familyQuestionSchema) }),
  roomEventSchema,
]);
export type FamilyRoomEvent = z.infer<typeof familyRoomEventSchema>;

export const tutorRoomEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('asked'), asked: z.nullable(askedQuestionSchema) }),
  roomEventSchema,
  /** The ids of the students in the room. */
  z.object({ kind: z.literal('here'), here: z.array(z.string()) }),
  z.object({
    kind: z.literal('progress'),
    progress: z.object({
      Student_ID: z.string(),
      Item_ID: z.string(),
      /** Null when a video or slides are marked as not done again. */
      result: z.nullable(itemResultSchema),
    }),
  }),
]);
export type TutorRoomEvent = z.infer<typeof tutorRoomEventSchema>;
