// <ResultMark>: right, partly right or not right, as a sign and a word. <Feedback>: what a student
// reads after an answer.
import type { Reason, Result } from '../../../domain/marking/marking.ts';
import type { Attempt } from '../../../domain/topics/attempt.ts';
import { Rendered } from '../../ui/rendered.tsx';

interface MarkStyle {
  readonly sign: string;
  readonly word: string;
  /** The class of its colour. */
  readonly colour: string;
  readonly box: string;
}

const looks: Readonly<Record<Result, MarkStyle>> = {
  right: {
    sign: '✓',
    word: 'Right',
    colour: 'text-positive',
    box: 'border-positive bg-positive-wash',
  },
  partly: {
    sign: '◐',
    word: 'Partly right',
    colour: 'text-caution',
    box: 'border-caution bg-caution-wash',
  },
  wrong: {
    sign: '✗',
    word: 'Not right',
    colour: 'text-negative',
    box: 'border-negative bg-negative-wash',
  },
};

export const styleOf = (result: Result): MarkStyle => looks[result];

export function ResultMark({ result }: { result: Result }) {
  const { sign, word, colour, box } = looks[result];
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-sm border px-2.5 py-0.5 font-bold ${colour} ${box}`}
    >
      <span aria-hidden="true">{sign}</span>
      {word}
    </span>
  );
}

/** Why a number is not right; a known wrong value has feedback of its own. */
const reasons: Readonly<Record<Exclude<Reason, 'known'>, Readonly<Record<Result, string>>>> = {
  unit_missing: both('The value is right. It needs its unit.'),
  unit_wrong: {
    right: '',
    partly: 'The value is right, but its unit is not.',
    wrong: 'The unit does not fit what is asked.',
  },
  too_few_figures: both('The value is right, but it has too few significant figures.'),
  too_many_figures: both('The value is right, but it has too many significant figures.'),
  sign: both('Right but for its sign.'),
  power_of_ten: both('The digits are right. Check the power of ten, or the prefix of the unit.'),
};

function both(text: string): Readonly<Record<Result, string>> {
  return { right: text, partly: text, wrong: text };
}

function explain({ result, reason, answer }: Attempt): string | null {
  if (result === null || result === 'right') return null;
  if (reason !== null) return reason === 'known' ? null : reasons[reason][result];
  return result === 'partly' && Array.isArray(answer)
    ? 'What you chose is right, but something is missing.'
    : null;
}

interface FeedbackProps {
  attempt: Attempt;
  /** After a first try, and while another is left. */
  hintHtml: string | null;
  triesLeft: number;
}

/**
 * For a live region: it changes as soon as the answer is marked. The feedback of choices stands in
 * their list once the solution shows.
 */
export function Feedback({ attempt, hintHtml, triesLeft }: FeedbackProps) {
  const { result, feedback } = attempt;
  if (result === null) return null;
  const reason = explain(attempt);
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <ResultMark result={result} />
        {triesLeft > 0 && (
          <span>You have {triesLeft === 1 ? 'one try' : `${triesLeft} tries`} left.</span>
        )}
      </p>
      {reason !== null && <p>{reason}</p>}
      {(feedback ?? [])
        .filter(({ id }) => id === null || triesLeft > 0)
        .map(({ id, html }) => (
          <Rendered key={id ?? ''} html={html} />
        ))}
      {hintHtml !== null && triesLeft > 0 && (
        <div className="border-l-4 border-signal pl-3">
          <p className="label-mark">Hint</p>
          <Rendered html={hintHtml} />
        </div>
      )}
    </div>
  );
}
