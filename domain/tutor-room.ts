// The room of a lesson as the tutor sees it.
import * as z from 'zod/mini';

import { lessonTopicSchema } from './lesson-topic.ts';
import { askedSchema, roomStateSchema } from './room.ts';
import { itemResultSchema } from './room-live.ts';
import { itemSchema } from './topic.ts';

export const tutorRoomSchema = z.object({
  lesson: z.object({
    id: z.string(),
    Lesson_Name: z.string(),
    starts_at: z.string(),
    state: roomStateSchema,
    Meeting_Link: z.string(),
  }),
  topic: z.nullable(lessonTopicSchema),
  items: z.array(itemSchema),
  /** The students who are booked, by name. */
  students: z.array(
    z.object({
      Student_ID: z.string(),
      Student_Name: z.string(),
      /** When the join link was used; null before. */
      joined_at: z.nullable(z.string()),
      here: z.boolean(),
      /** By item, first answers ever, without practice. */
      results: z.record(z.string(), itemResultSchema),
    }),
  ),
  /** The questions asked in the lesson, oldest first. */
  asked: z.array(askedSchema),
  /** Questions by first answers, those with the most answers that are not right first. */
  missed: z.array(
    z.object({
      Item_ID: z.string(),
      right: z.int(),
      partly: z.int(),
      wrong: z.int(),
      misconceptions: z.array(z.object({ text: z.string(), count: z.int() })),
    }),
  ),
  /** Students with the most first answers that are not right. */
  help: z.array(z.string()),
});
export type TutorRoom = z.infer<typeof tutorRoomSchema>;
