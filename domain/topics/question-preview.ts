// A question that the tutor is writing, to be shown as students will see it.
import * as z from 'zod/mini';

import { answerSchema } from '../rooms/attempt.ts';
import { newQuestionSchema } from './question.ts';

/** Choices without an id are c0, c1 and so on in the preview, and points p0, p1. */
export const questionPreviewSchema = z.object({
  question: newQuestionSchema,
  answer: z.optional(answerSchema),
});
export type QuestionPreview = z.infer<typeof questionPreviewSchema>;
