// What the tutor and students see alike of a topic's items.
import * as z from 'zod/mini';

/** The parts of a question. */
export const QUESTION = {
  choices: { min: 2, max: 6 },
  points: { min: 1, max: 6 },
  known: { max: 6 },
  figures: { min: 1, max: 6 },
  tolerancePercent: { default: 1, max: 20 },
  misconception: { max: 100 },
} as const;

/** Whether students answer a question before the lesson or when the tutor asks it live. */
export const useSchema = z.enum(['before', 'live'], { error: 'Choose before or live' });

export const videoFields = {
  id: z.string(),
  kind: z.literal('video'),
  title: z.string(),
  address: z.string(),
  minutes: z.int(),
};
/** Students get no address before the lesson is over. */
export const slidesFields = { id: z.string(), kind: z.literal('slides'), title: z.string() };
export const questionFields = { id: z.string(), kind: z.literal('question'), use: useSchema };

/** A choice or point as students see it. */
const part = { id: z.string(), html: z.string() };

/** What a question asks, without anything that gives the answer away. */
export const visibleQuestionSchema = z.object({
  kind: z.enum(['choice', 'number', 'points']),
  html: z.string(),
  /** Whether several choices may be right. */
  several: z.boolean(),
  choices: z.array(z.object(part)),
  /** The unit of a number; null when students must give it themselves. */
  unit_html: z.nullable(z.string()),
  unit_asked: z.boolean(),
  figures_asked: z.boolean(),
});
export type VisibleQuestion = z.infer<typeof visibleQuestionSchema>;

/** The right answer to a number, and how far from it an answer is still right. */
const rightValueSchema = z.object({
  value: z.string(),
  unit: z.string(),
  tolerance_percent: z.number(),
});
export type RightValue = z.infer<typeof rightValueSchema>;

/** A number of the question: the answer is the right one times this power of it. */
const ratioSchema = z.object({ value: z.string(), unit: z.string(), power: z.int() });

/** The right answer, for those whose own answer is final. */
export const solutionSchema = z.object({
  choices: z.optional(
    z.array(z.object({ ...part, is_right: z.boolean(), feedback_html: z.string() })),
  ),
  value_html: z.optional(z.string()),
  right: z.optional(rightValueSchema),
  /** What explains the student's own wrong number, if anything does. */
  ratio: z.optional(ratioSchema),
  points: z.optional(z.array(z.object(part))),
  explanation_html: z.string(),
});
export type Solution = z.infer<typeof solutionSchema>;
