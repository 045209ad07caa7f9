// Practice of questions that a student did not get right, in the boxes of Leitner: each right
// answer lengthens the pause before the question comes again.
import * as z from 'zod/mini';

import { itemIdSchema } from '../entity-id.ts';
import type { Result } from '../marking/marking.ts';
import { addDays } from '../time.ts';
import { lessonTopicSchema, preparedSchema } from '../topics/lesson-topic.ts';
import { newAttemptSchema, questionItemSchema, roomItemSchema, roomQuerySchema } from './room.ts';

/** After how many days a question in each box of the practice is due again. */
export const PRACTICE_BOX_DAYS = [1, 3, 7, 14, 28] as const;

/** The number of a box, from 1. */
export type Box = number;

/** Where a question goes once it is answered; null when it is learned. */
export function nextBox(box: Box, result: Result): Box | null {
  if (result !== 'right') return 1;
  return box < PRACTICE_BOX_DAYS.length ? box + 1 : null;
}

/** The UK date on which a question put into a box on this date is due. */
export function dueOn(box: Box, date: string): string {
  const days = PRACTICE_BOX_DAYS[box - 1];
  if (days === undefined) throw new RangeError(`there is no box ${box}`);
  return addDays(date, days);
}

/** `Item_ID`: the question to begin with, if it is due. */
export const practiceQuerySchema = z.extend(roomQuerySchema, {
  Item_ID: z.optional(itemIdSchema),
});

/** A question in a box; without box and date once it is learned. */
const practisedQuestionSchema = z.object({
  Item_ID: z.string(),
  box: z.nullable(z.int()),
  /** The UK date on which it is due. */
  due_on: z.nullable(z.string()),
});
export type PractisedQuestion = z.infer<typeof practisedQuestionSchema>;

/** What a student has answered of a topic, as the room of a lesson shows it. */
export const practiceTopicFields = { topic: lessonTopicSchema, items: z.array(questionItemSchema) };

export const practiceSchema = z.object({
  /** The questions due today, those due longest first. */
  due: z.array(roomItemSchema),
  /** The next UK date after today on which a question is due; null for none. */
  next_due_on: z.nullable(z.string()),
  /** The question that was asked for; null without one, or if the student never missed it. */
  item: z.nullable(
    z.object({
      id: z.string(),
      /** The UK date on which it is due; null once it is learned. */
      due_on: z.nullable(z.string()),
    }),
  ),
  /** The record of the topics that the student has met. */
  topics: z.array(
    z.extend(lessonTopicSchema, {
      prepared: preparedSchema,
      answered: z.int(),
      /** Questions whose first answer was right. */
      right_first: z.int(),
      /** Questions in a box, and out of the last one. */
      learning: z.int(),
      learned: z.int(),
      questions: z.array(practisedQuestionSchema),
    }),
  ),
});
export type Practice = z.infer<typeof practiceSchema>;

/** An answer to a question that is due. */
export const practiceAttemptSchema = newAttemptSchema;
