// The room of a lesson: preparation before it, questions asked live, and looking back.
import * as z from 'zod/mini';

import { entityId, itemIdSchema } from '../entity-id.ts';
import { chosenStudentSchema } from '../people/student.ts';
import { instant } from '../text.ts';
import { MINUTE_MS } from '../time.ts';
import { answerSchema, attemptSchema, resultSchema } from '../topics/attempt.ts';
import {
  questionFields,
  slidesFields,
  videoFields,
  visibleQuestionSchema,
  solutionSchema,
} from '../topics/item.ts';
import { typedValuesSchema } from './typed-values.ts';

/** From how long before a lesson's start until how long after it questions are asked live. */
export const ROOM_MINUTES = { before: 15, after: 75 } as const;

export const roomStateSchema = z.enum(['before', 'live', 'after']);
export type RoomState = z.infer<typeof roomStateSchema>;

/** The state of the room at `now` (epoch milliseconds). */
export function roomState(lesson: { starts_at: string }, now: number): RoomState {
  const startsAt = Date.parse(lesson.starts_at);
  if (now < startsAt - ROOM_MINUTES.before * MINUTE_MS) return 'before';
  return now < startsAt + ROOM_MINUTES.after * MINUTE_MS ? 'live' : 'after';
}

export const questionItemSchema = z.object({
  ...questionFields,
  question: visibleQuestionSchema,
  attempts: z.array(attemptSchema),
  tries_left: z.int(),
  /** Shown after the first try that is not right. */
  hint_html: z.nullable(z.string()),
  solution: z.nullable(solutionSchema),
  /** Answered right, or no tries left. */
  done: z.boolean(),
});
export type QuestionItem = z.infer<typeof questionItemSchema>;

/** A part of the topic as a student sees it. */
export const roomItemSchema = z.discriminatedUnion('kind', [
  z.object({ ...videoFields, done: z.boolean() }),
  z.object({
    ...slidesFields,
    /** Null until the lesson is over. */
    address: z.nullable(z.string()),
    done: z.boolean(),
  }),
  questionItemSchema,
]);
export type RoomItem = z.infer<typeof roomItemSchema>;

/** The student; required when the family has several. */
const oneStudent = { Student_ID: chosenStudentSchema };
export const roomQuerySchema = z.object(oneStudent);
export const newAttemptSchema = z.object({
  ...oneStudent,
  Item_ID: itemIdSchema,
  answer: answerSchema,
});
export const tickSchema = z.object({
  ...oneStudent,
  done: z.boolean({ error: 'Must be true or false' }),
});
/** The points that the student finds in their own answer. */
export const tickedPointsSchema = z.object({
  points: z.array(z.string(), { error: 'Points must be a list' }),
});

export const askedQuestionIdSchema = entityId('Question');
export const askSchema = z.object({ Item_ID: itemIdSchema });
export const questionStateSchema = z.enum(['asked', 'closed', 'revealed'], {
  error: 'Choose asked, closed or revealed',
});
export type QuestionState = z.infer<typeof questionStateSchema>;
export const questionChangeSchema = z.object({ state: questionStateSchema });
export const newAnswerSchema = z.object({
  ...oneStudent,
  Asked_ID: askedQuestionIdSchema,
  /** The round that the answer is meant for. */
  round: z.int({ error: 'Round is required' }),
  answer: answerSchema,
});

/** How often each choice, point, known value or kind of mistake was given. */
export const distributionSchema = z.array(
  z.object({ key: z.string(), html: z.string(), count: z.int() }),
);
export type Distribution = z.infer<typeof distributionSchema>;

/** The other numbers stand on a scale. */
export const withoutOther = (distribution: Distribution): Distribution =>
  distribution.filter(({ key }) => key !== 'other');

/** A question asked in a lesson, as the tutor sees it. */
export const askedQuestionSchema = z.object({
  id: z.string(),
  Item_ID: z.string(),
  round: z.int(),
  state: questionStateSchema,
  asked_at: instant,
  /** Students who are booked, and who are in the room. */
  booked: z.int(),
  here: z.int(),
  answered: z.int(),
  /** The last answer in the lesson of each student who is booked; a result as in an attempt. */
  answers: z.array(
    z.object({ Student_ID: z.string(), round: z.int(), result: z.nullable(resultSchema) }),
  ),
  /** How many gave each answer in this round. A count of 0 may be missing. */
  distribution: distributionSchema,
  /** How many gave each answer in the first round; null in the first. */
  earlier: z.nullable(distributionSchema),
  /** The answers in this round; empty unless the question asks for a number. */
  values: typedValuesSchema,
  /** Those of the first round; null in the first. */
  earlier_values: z.nullable(typedValuesSchema),
});
export type AskedQuestion = z.infer<typeof askedQuestionSchema>;

/**
 * Why a question asked in a lesson cannot go into this state, or null when it can. Going into the
 * state that it has changes nothing.
 */
export function refuseQuestionChange(
  question: { state: QuestionState; round: number },
  to: QuestionState,
): 'already_revealed' | 'no_more_rounds' | null {
  if (question.state === to) return null;
  if (question.state === 'revealed') return 'already_revealed';
  return to === 'asked' && question.round > 1 ? 'no_more_rounds' : null;
}

/** What a student did with an item: a video or slides done, or the first answer to a question. */
export const itemResultSchema = z.union([z.literal('done'), resultSchema]);
export type ItemResult = z.infer<typeof itemResultSchema>;

/** A question that was asked in a lesson. Times are in epoch milliseconds. */
export interface QuestionFacts {
  readonly state: QuestionState;
  readonly asked_at: number;
  /** When the tutor revealed it; null before, and for questions of the first version. */
  readonly revealed_at: number | null;
  /** The start of the lesson. */
  readonly starts_at: number;
}

/** When the room of a lesson ends, which reveals all that was asked. */
export const roomEndsAt = (startsAt: number): number => startsAt + ROOM_MINUTES.after * MINUTE_MS;

/**
 * Whether the answer is shown to a student whose lessons have been asking the question since
 * `openSince` (null if none asks it): what was revealed before stays, and what another lesson
 * reveals meanwhile waits.
 */
export function isAnswerVisible(
  question: QuestionFacts,
  openSince: number | null,
  now: number,
): boolean {
  const at = revealedAt(question, now);
  return at !== null && (openSince === null || at <= openSince);
}

function revealedAt({ state, asked_at, revealed_at, starts_at }: QuestionFacts, now: number) {
  if (state === 'revealed') return revealed_at ?? asked_at;
  const end = roomEndsAt(starts_at);
  return now < end ? null : end;
}
