// Marks an answer to a stored question.
import { fieldRefusal } from '../../domain/errors.ts';
import { markChoice, markNumber, type Result } from '../../domain/marking/marking.ts';
import type { Answer, Marking } from '../../domain/topics/attempt.ts';
import type { TutorQuestion } from '../../domain/topics/question.ts';

/** What is stored of a marking; the result has a column of its own. */
export interface StoredMarking extends Omit<Marking, 'result'> {
  /** The misconceptions of the wrong choices or of the known wrong value, in the tutor's words. */
  readonly misconceptions: readonly string[];
  /** How the answer counts in a distribution: choice ids, a known value's place, or a word. */
  readonly keys: readonly string[];
  /** The points that the student has ticked; null until then and for other questions. */
  readonly points: readonly string[] | null;
}

interface MarkedAnswer {
  readonly result: Result | null;
  readonly marking: StoredMarking;
}

type Of<Kind extends TutorQuestion['kind']> = Extract<TutorQuestion, { kind: Kind }>;

const NOTHING: StoredMarking = {
  reason: null,
  read: null,
  feedback: [],
  misconceptions: [],
  keys: [],
  points: null,
};

/** Throws validation_failed for an answer that cannot be read or does not fit the question. */
export function mark(question: TutorQuestion, answer: Answer): MarkedAnswer {
  switch (question.kind) {
    case 'choice':
      return markChosen(question, answer);
    case 'number':
      return markTyped(question, answer);
    case 'points':
      return markText(answer);
  }
}

const answerRefusal = (message: string) => fieldRefusal('answer', 'validation_failed', message);

function markChosen({ choices, several }: Of<'choice'>, answer: Answer): MarkedAnswer {
  const ids = new Set(answer);
  const chosen = choices.filter(({ id }) => ids.has(id));
  const isValid = Array.isArray(answer) && answer.length > 0 && chosen.length === answer.length;
  if (!isValid) throw answerRefusal('Choose from the answers given');
  if (chosen.length > 1 && !several) throw answerRefusal('Choose one answer');
  const right = new Set(choices.filter(({ is_right }) => is_right).map(({ id }) => id));
  return {
    result: markChoice(right, ids),
    marking: {
      ...NOTHING,
      feedback: chosen
        .filter(({ feedback_html }) => feedback_html !== '')
        .map(({ id, feedback_html }) => ({ id, html: feedback_html })),
      misconceptions: namesIn(chosen),
      keys: chosen.map(({ id }) => id),
    },
  };
}

const namesIn = (parts: { misconception: string }[]): string[] =>
  parts.flatMap(({ misconception }) => (misconception === '' ? [] : [misconception]));

function markTyped(question: Of<'number'>, answer: Answer): MarkedAnswer {
  if (typeof answer !== 'string') throw answerRefusal('Type a number');
  const marked = markNumber(question, answer);
  if ('fault' in marked) throw answerRefusal(marked.fault);
  const { result, reason, read } = marked;
  const matched = marked.known === null ? [] : question.known.slice(marked.known, marked.known + 1);
  const key = marked.known === null ? (reason ?? (result === 'right' ? 'right' : 'other')) : null;
  return {
    result,
    marking: {
      ...NOTHING,
      reason,
      read: { ...read, figures: [...read.figures] },
      feedback: matched
        .filter(({ feedback_html }) => feedback_html !== '')
        .map(({ feedback_html }) => ({ id: null, html: feedback_html })),
      misconceptions: namesIn(matched),
      keys: [key ?? `known.${marked.known}`],
    },
  };
}

/** Points have no result until the student compares their answer with them. */
function markText(answer: Answer): MarkedAnswer {
  if (typeof answer !== 'string' || answer.trim() === '') throw answerRefusal('Write an answer');
  return { result: null, marking: NOTHING };
}
