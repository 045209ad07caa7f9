// <ResultMark>: what a student did with an item: a sign in a box, and its word.
import type { ItemResult } from '../../../domain/rooms/room.ts';

export type Result = ItemResult | 'answered';

interface Look {
  readonly sign: string;
  readonly word: string;
  /** The look of the box. */
  readonly className: string;
  /** The look of the sign alone. */
  readonly colour: string;
}

/** Until the reveal, right and wrong have no colours. */
const IN_INK = { className: 'border-rule bg-sheet', colour: 'text-ink' } as const;

/** A sign and a word for each result: never by colour alone. */
export const RESULTS: Readonly<Record<Result, Look>> = {
  right: {
    sign: '✓',
    word: 'right',
    className: 'border-positive bg-positive-wash text-positive',
    colour: 'text-positive',
  },
  partly: {
    sign: '◐',
    word: 'partly right',
    className: 'border-caution bg-caution-wash text-caution',
    colour: 'text-caution',
  },
  wrong: {
    sign: '✗',
    word: 'not right',
    className: 'border-negative bg-negative-wash text-negative',
    colour: 'text-negative',
  },
  done: {
    sign: '•',
    word: 'done',
    className: 'border-positive bg-positive-wash text-positive',
    colour: 'text-positive',
  },
  answered: { sign: '•', word: 'answered', ...IN_INK },
};

interface ResultMarkProps {
  result: Result | null;
  isInInk: boolean;
}

export function ResultMark({ result, isInInk }: ResultMarkProps) {
  if (result === null) return <span className="sr-only">nothing yet</span>;
  const { sign, word, className } = RESULTS[result];
  return (
    <>
      <Sign sign={sign} className={isInInk ? IN_INK.className : className} />
      <span className="sr-only">{word}</span>
    </>
  );
}

export function Sign({ sign, className }: { sign: string; className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-grid size-8 place-items-center rounded-sm border font-bold print:size-5 print:border-rule ${className}`}
    >
      {sign}
    </span>
  );
}
