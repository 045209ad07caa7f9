// Shows a question that is not saved as students would see it.
import type { FieldFault } from '../../domain/errors.ts';
import type { Marking } from '../../domain/topics/attempt.ts';
import type { VisibleQuestion, Solution } from '../../domain/topics/item.ts';
import type { QuestionPreview } from '../../domain/topics/question.ts';
import { mark } from './mark.ts';
import { viewVisible, viewSolution } from './view.ts';

/**
 * Throws validation_failed with a detail for each text with a faulty formula, or for an answer that
 * cannot be read.
 */
export async function previewQuestion({ question: typed, answer }: QuestionPreview): Promise<{
  question: VisibleQuestion;
  solution: Solution;
  outcome: Marking | null;
  notices?: FieldFault[];
}> {
  const { renderUnsavedQuestion } = await import('./render-question.ts');
  const { question, notices } = renderUnsavedQuestion(typed);
  return {
    question: viewVisible(question),
    solution: viewSolution(question),
    outcome: answer === undefined ? null : outcomeOf(question, answer),
    ...(notices.length === 0 ? {} : { notices }),
  };
}

function outcomeOf(...args: Parameters<typeof mark>): Marking {
  const { result, marking } = mark(...args);
  const { reason, read, feedback } = marking;
  return { result, reason, read, feedback: [...feedback] };
}
