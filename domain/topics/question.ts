// Questions of a topic: what the tutor writes, and what of it students see.
import * as z from 'zod/mini';

import { entityId } from '../entity-id.ts';
import { LENGTHS } from '../limits.ts';
import { markNumber } from '../marking/marking.ts';
import { MAX_TYPED, readNumber } from '../marking/number-reading.ts';
import { NUMBERS } from '../marking/ratio.ts';
import { readUnit } from '../marking/unit.ts';
import { paragraph } from '../text.ts';
import { answerSchema } from './attempt.ts';
import { QUESTION } from './item.ts';

/** Markdown with formulas in dollar signs. */
function markdown(label: string, { min, max }: { min: number; max: number }) {
  const tooLong = `${label} must be ${max} characters or fewer`;
  const missing = `${label} is missing`;
  return paragraph({ length: max, message: tooLong }, missing).check(
    z.minLength(min, { error: missing }),
  );
}

const MISCONCEPTION_MESSAGE = `A misconception must be ${QUESTION.misconception.max} characters or fewer`;
const misconception = z
  .string({ error: MISCONCEPTION_MESSAGE })
  .check(z.trim(), z.maxLength(QUESTION.misconception.max, { error: MISCONCEPTION_MESSAGE }));
const flag = z.boolean({ error: 'Must be true or false' });

/** Absent for a part that is new; an id sent back stays. */
const partId = z.optional(entityId('Part'));

const shared = {
  text: markdown('The question', LENGTHS.questionText),
  hint: z._default(markdown('The hint', LENGTHS.hint), ''),
  explanation: z._default(markdown('The explanation', LENGTHS.explanation), ''),
};

const choice = z.object({
  id: partId,
  text: markdown('The choice', LENGTHS.choice),
  is_right: flag,
  feedback: z._default(markdown('The feedback', LENGTHS.feedback), ''),
  misconception: z._default(misconception, ''),
});

const CHOICES_MESSAGE = `Give ${QUESTION.choices.min} to ${QUESTION.choices.max} choices`;
const choiceQuestion = z
  .object({
    kind: z.literal('choice'),
    ...shared,
    /** Whether more than one choice may be right. */
    several: z._default(flag, false),
    choices: z
      .array(choice, { error: CHOICES_MESSAGE })
      .check(
        z.minLength(QUESTION.choices.min, { error: CHOICES_MESSAGE }),
        z.maxLength(QUESTION.choices.max, { error: CHOICES_MESSAGE }),
      ),
  })
  .check(({ value, issues }) => {
    const right = value.choices.filter(({ is_right }) => is_right).length;
    const addIssue = (message: string) =>
      issues.push({ code: 'custom', input: value, path: ['choices'], message });
    if (right === 0) addIssue('Mark a choice as right');
    else if (right === value.choices.length && right > 1) addIssue('Mark a choice as wrong');
    else if (right > 1 && !value.several) addIssue('Mark one choice as right, or allow several');
  });

const knownValue = z.object({
  /** In the unit of the answer, typed without it. */
  value: z.string({ error: 'Type a number' }).check(z.trim()),
  feedback: z._default(markdown('The feedback', LENGTHS.feedback), ''),
  misconception: z._default(misconception, ''),
});

const FIGURES_MESSAGE = `Figures go from ${QUESTION.figures.min} to ${QUESTION.figures.max}`;
const figureCount = z
  .int({ error: FIGURES_MESSAGE })
  .check(
    z.gte(QUESTION.figures.min, { error: FIGURES_MESSAGE }),
    z.lte(QUESTION.figures.max, { error: FIGURES_MESSAGE }),
  );
const TOLERANCE_MESSAGE = `The tolerance goes from 0 to ${QUESTION.tolerancePercent.max} percent`;
const KNOWN_MESSAGE = `Give up to ${QUESTION.known.max} wrong values`;

const numberQuestion = z
  .object({
    kind: z.literal('number'),
    ...shared,
    value: z.string({ error: 'Type a number' }).check(z.trim()),
    /** Empty for a plain number. */
    unit: z._default(z.string({ error: 'Type a unit' }).check(z.trim()), ''),
    /** Whether an answer without its unit is only partly right. */
    unit_asked: z._default(flag, false),
    tolerance_percent: z._default(
      z
        .number({ error: TOLERANCE_MESSAGE })
        .check(
          z.gte(0, { error: TOLERANCE_MESSAGE }),
          z.lte(QUESTION.tolerancePercent.max, { error: TOLERANCE_MESSAGE }),
        ),
      QUESTION.tolerancePercent.default,
    ),
    /** The significant figures asked for; null when they do not count. */
    figures: z._default(
      z.nullable(
        z
          .object({ min: figureCount, max: figureCount })
          .check(z.refine(({ min, max }) => min <= max, { error: FIGURES_MESSAGE })),
      ),
      null,
    ),
    /** Expected wrong values, each with its feedback. */
    known: z._default(
      z
        .array(knownValue, { error: KNOWN_MESSAGE })
        .check(z.maxLength(QUESTION.known.max, { error: KNOWN_MESSAGE })),
      [],
    ),
  })
  .check(({ value, issues }) => {
    for (const { path, message } of findNumberFaults(value))
      issues.push({ code: 'custom', input: value, path, message });
  });

const POINTS_MESSAGE = `Give ${QUESTION.points.min} to ${QUESTION.points.max} points`;
const pointsQuestion = z.object({
  kind: z.literal('points'),
  ...shared,
  /** What a full answer says; students compare their own answer with them. */
  points: z
    .array(z.object({ id: partId, text: markdown('The point', LENGTHS.point) }), {
      error: POINTS_MESSAGE,
    })
    .check(
      z.minLength(QUESTION.points.min, { error: POINTS_MESSAGE }),
      z.maxLength(QUESTION.points.max, { error: POINTS_MESSAGE }),
    ),
});

/** A question as the tutor writes it. */
export const newQuestionSchema = z.discriminatedUnion(
  'kind',
  [choiceQuestion, numberQuestion, pointsQuestion],
  { error: 'Choose a kind of question' },
);
export type NewQuestion = z.infer<typeof newQuestionSchema>;

type NumberParts = Pick<
  z.infer<typeof numberQuestion>,
  'value' | 'unit' | 'tolerance_percent' | 'figures' | 'unit_asked' | 'known'
>;

interface Fault {
  readonly path: (string | number)[];
  readonly message: string;
}

/** The values and the unit must be readable, in one way only, and known wrong values be wrong. */
function findNumberFaults(question: NumberParts): Fault[] {
  const faults: Fault[] = [];
  const valueFault = faultOfValue(question.value);
  if (valueFault !== null) faults.push({ path: ['value'], message: valueFault });
  const unitFault = faultOfUnit(question.unit);
  if (unitFault !== null) faults.push({ path: ['unit'], message: unitFault });
  const isReadable = valueFault === null && unitFault === null;
  for (const [index, { value }] of question.known.entries()) {
    const fault = faultOfValue(value) ?? (isReadable ? faultOfKnownValue(question, value) : null);
    if (fault !== null) faults.push({ path: ['known', index, 'value'], message: fault });
  }
  return faults;
}

function faultOfValue(value: string): string | null {
  const read = readNumber(value);
  if ('fault' in read) return read.fault;
  return read.rest === '' ? null : 'Type the number without a unit.';
}

function faultOfUnit(unit: string): string | null {
  // Spaces count too: the unit is stored and shown as it was typed.
  if (unit.length > MAX_TYPED) return 'That unit is too long.';
  const units = readUnit(unit);
  if ('fault' in units) return units.fault;
  const spellings = units.map(({ text }) => text);
  return spellings.length > 1 && /[\d⁰¹²³⁴-⁹]/.test(unit)
    ? `This can be read in several ways. Type ${spellings.toReversed().join(' or ')}.`
    : null;
}

function faultOfKnownValue(question: NumberParts, value: string): string | null {
  const marked = markNumber({ ...question, unit_asked: false, known: [] }, value);
  return 'fault' in marked || marked.result === 'wrong'
    ? null
    : 'This value is right, or right but for its figures.';
}

const tutorTexts = {
  text: z.string(),
  text_html: z.string(),
  hint: z.string(),
  hint_html: z.string(),
  explanation: z.string(),
  explanation_html: z.string(),
};
const withFeedback = {
  feedback: z.string(),
  feedback_html: z.string(),
  misconception: z.string(),
};

/** A question as the tutor sees it: what was typed, and what it looks like. */
export const tutorQuestionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('choice'),
    ...tutorTexts,
    several: z.boolean(),
    choices: z.array(
      z.object({
        id: z.string(),
        text: z.string(),
        text_html: z.string(),
        is_right: z.boolean(),
        ...withFeedback,
      }),
    ),
  }),
  z.object({
    kind: z.literal('number'),
    ...tutorTexts,
    value: z.string(),
    unit: z.string(),
    unit_asked: z.boolean(),
    tolerance_percent: z.number(),
    figures: z.nullable(z.object({ min: z.int(), max: z.int() })),
    known: z.array(z.object({ value: z.string(), ...withFeedback })),
  }),
  z.object({
    kind: z.literal('points'),
    ...tutorTexts,
    points: z.array(z.object({ id: z.string(), text: z.string(), text_html: z.string() })),
  }),
]);
export type TutorQuestion = z.infer<typeof tutorQuestionSchema>;

/** Choices without an id are c0, c1 and so on in the preview, and points p0, p1. */
export const questionPreviewSchema = z.object({
  question: newQuestionSchema,
  answer: z.optional(answerSchema),
});
export type QuestionPreview = z.infer<typeof questionPreviewSchema>;

/** Powers of ten, exponents and indices: their digits are no figures. */
const NOT_FIGURES =
  /\s*(?:\\times|\\cdot|[×·*x])\s*10\s*(?:\^|\*\*)?\s*(?:\{[^}]*\}|\(?[-−]?\d+\)?|[⁻⁺⁰¹²³⁴-⁹]+)|[\^_](?:\{[^}]*\}|[-−]?\w)|(?<=\d)[eE][-+−]?\d+/g;

/** Null when there is no number. An integer counts with all its digits. */
export function proposeFigures(
  text: string,
): { readonly min: number; readonly max: number } | null {
  const counts = [...text.replaceAll(NOT_FIGURES, '').matchAll(NUMBERS)].flatMap(([number]) => {
    const read = readNumber(number);
    return 'fault' in read || read.digits === 0n ? [] : [read.figures[1]];
  });
  if (counts.length === 0) return null;
  const { min, max } = QUESTION.figures;
  const figures = Math.min(max, ...counts);
  return { min: Math.max(min, figures - 1), max: figures };
}
