// Answers of students to questions, and how they were marked.
import * as z from 'zod/mini';

import { entityId } from '../entity-id.ts';
import { LENGTHS } from '../limits.ts';
import type { Result } from '../marking/marking.ts';
import { QUESTION } from './item.ts';

export const attemptIdSchema = entityId('Attempt');

const ANSWER_MESSAGE = 'Answer is required';
/** The ids of the chosen choices; otherwise a typed number or a text. */
export const answerSchema = z.union(
  [
    z
      .array(z.string(), { error: ANSWER_MESSAGE })
      .check(z.maxLength(QUESTION.choices.max, { error: 'Choose fewer' })),
    z.string({ error: ANSWER_MESSAGE }).check(
      z.maxLength(LENGTHS.answer.max, {
        error: `Answer must be ${LENGTHS.answer.max} characters or fewer`,
      }),
    ),
  ],
  { error: ANSWER_MESSAGE },
);
export type Answer = z.infer<typeof answerSchema>;

export const resultSchema = z.enum(['right', 'partly', 'wrong']) satisfies z.ZodMiniType<Result>;

/** How an answer was marked. */
export const markingSchema = z.object({
  /** Null for points that the student has not compared yet, and live until the reveal. */
  result: z.nullable(resultSchema),
  reason: z.nullable(
    z.enum([
      'unit_missing',
      'unit_wrong',
      'too_few_figures',
      'too_many_figures',
      'known',
      'sign',
      'power_of_ten',
    ]),
  ),
  /** How a typed number was read; null for other questions. */
  read: z.nullable(z.object({ value: z.string(), unit: z.string(), figures: z.array(z.int()) })),
  /** The feedback to the chosen choices, by id, or to a known wrong value, without one. */
  feedback: z.array(z.object({ id: z.nullable(z.string()), html: z.string() })),
});
export type Marking = z.infer<typeof markingSchema>;

/** Before the lesson or after it, asked live, or in practice. */
export const modeSchema = z.enum(['room', 'live', 'revise']);

export const attemptSchema = z.extend(markingSchema, {
  /** Null, like the result and the reason, for a live answer until the reveal. */
  feedback: z.nullable(markingSchema.shape.feedback),
  id: z.string(),
  Item_ID: z.string(),
  mode: modeSchema,
  /** 1 or 2 of a question asked live, otherwise null. */
  round: z.nullable(z.int()),
  /** From 1. */
  try: z.int(),
  answer: answerSchema,
  given_at: z.string(),
});
export type Attempt = z.infer<typeof attemptSchema>;
