// A question while it is written: with the fields of every kind, so that changing the kind loses
// nothing, and what of it is saved or previewed.
import * as z from 'zod/mini';

import { QUESTION } from '../../../domain/topics/item.ts';
import { type NewQuestion, newQuestionSchema } from '../../../domain/topics/question.ts';
import { newItemSchema, type TopicQuestion } from '../../../domain/topics/topic.ts';

export type Kind = NewQuestion['kind'];

export interface ChoiceDraft {
  id?: string | undefined;
  text: string;
  is_right: boolean;
  feedback: string;
  misconception: string;
}

export interface QuestionDraft {
  kind: Kind;
  text: string;
  hint: string;
  explanation: string;
  several: boolean;
  choices: ChoiceDraft[];
  value: string;
  unit: string;
  unit_asked: boolean;
  tolerance_percent: number;
  figures: { min: number; max: number } | null;
  known: { value: string; feedback: string; misconception: string }[];
  points: { id?: string | undefined; text: string }[];
}

/** The form's values, under the names that the server's faults use. */
export interface Draft {
  use: 'before' | 'live';
  question: QuestionDraft;
}

export const emptyChoice: ChoiceDraft = {
  text: '',
  is_right: false,
  feedback: '',
  misconception: '',
};
export const emptyKnown = { value: '', feedback: '', misconception: '' };
export const emptyPoint = { text: '' };

const empty: QuestionDraft = {
  kind: 'choice',
  text: '',
  hint: '',
  explanation: '',
  several: false,
  choices: [{ ...emptyChoice, is_right: true }, emptyChoice, emptyChoice, emptyChoice],
  value: '',
  unit: '',
  unit_asked: false,
  tolerance_percent: QUESTION.tolerancePercent.default,
  figures: null,
  known: [],
  points: [emptyPoint, emptyPoint],
};

/** What the form starts with; null for a new question. */
export const draftOf = (item: TopicQuestion | null): Draft =>
  item === null
    ? { use: 'before', question: empty }
    : { use: item.use, question: { ...empty, ...typedIn(item.question) } };

type QuestionInput = z.input<typeof newQuestionSchema>;

/** The fields of the question's kind alone, as they are sent. */
function typedIn(question: QuestionDraft | TopicQuestion['question']): QuestionInput & NewQuestion {
  const { text, hint, explanation } = question;
  const shared = { text, hint, explanation };
  switch (question.kind) {
    case 'choice':
      return {
        kind: 'choice',
        ...shared,
        several: question.several,
        choices: question.choices.map(({ id, text: words, is_right, feedback, misconception }) => ({
          id,
          text: words,
          is_right,
          feedback,
          misconception,
        })),
      };
    case 'number':
      return {
        kind: 'number',
        ...shared,
        value: question.value,
        unit: question.unit,
        unit_asked: question.unit_asked,
        tolerance_percent: question.tolerance_percent,
        figures: question.figures,
        known: question.known.map(({ value, feedback, misconception }) => ({
          value,
          feedback,
          misconception,
        })),
      };
    case 'points':
      return {
        kind: 'points',
        ...shared,
        points: question.points.map(({ id, text: words }) => ({ id, text: words })),
      };
  }
}

/** The item that a draft is saved as. */
const itemOf = ({ use, question }: Draft): z.input<typeof newItemSchema> => ({
  kind: 'question',
  use,
  question: typedIn(question),
});

/** Checks a draft as the server will. */
export const draftSchema = z.pipe(z.transform(itemOf), newItemSchema);

/** The question of a draft; undefined if it is not complete, or later rules refuse it. */
export const questionOf = ({ question }: Draft): NewQuestion | undefined =>
  newQuestionSchema.safeParse(typedIn(question)).data;

/** Whether two drafts would be saved as the same question. */
export const isSameDraft = (one: Draft, other: Draft): boolean =>
  JSON.stringify(itemOf(one)) === JSON.stringify(itemOf(other));

const filled = (text: string, placeholder: string): string =>
  text.trim() === '' ? placeholder : text;

/**
 * The question with something in each empty field, so that it can be shown before it is complete.
 * Nothing changes its place, because faults name places.
 */
function fillIn(question: QuestionDraft): QuestionDraft {
  const { choices } = question;
  const hasRight = choices.some(({ is_right }) => is_right);
  const isAllRight = choices.every(({ is_right }) => is_right);
  return {
    ...question,
    text: filled(question.text, '…'),
    choices: choices.map((choice, index) => ({
      ...choice,
      text: filled(choice.text, '…'),
      is_right: index === 0 ? choice.is_right || !hasRight : choice.is_right && !isAllRight,
    })),
    value: filled(question.value, '1'),
    known: question.known.map((known, index) => ({
      ...known,
      // Far from every answer.
      value: filled(known.value, `9.87e${90 + index}`),
    })),
    points: question.points.map((point) => ({ ...point, text: filled(point.text, '…') })),
  };
}

interface DraftReading {
  /** Null while a field is at fault. */
  readonly question: NewQuestion | null;
  /** Whether nothing had to be filled in. */
  readonly isComplete: boolean;
  /** The message for each faulty field, by its name in the form. */
  readonly faults: ReadonlyMap<string, string>;
}

/** Reads a draft for its preview. Empty fields are no faults. */
export function readDraft(draft: QuestionDraft): DraftReading {
  const read = newQuestionSchema.safeParse(typedIn(fillIn(draft)));
  const isComplete = newQuestionSchema.safeParse(typedIn(draft)).success;
  if (read.success) return { question: read.data, isComplete, faults: new Map() };
  const faults = read.error.issues.map(
    ({ path, message }) => [['question', ...path].join('.'), message] as const,
  );
  return { question: null, isComplete, faults: new Map(faults) };
}
