// <RightAnswer>: the value of a number, and the explanation. The bars mark right choices.
import { Fragment } from 'react';

import type { Item } from '../../../domain/topics/topic.ts';
import { Rendered } from '../../ui/rendered.tsx';

interface RightAnswerProps {
  readonly item: Item | undefined;
  readonly hasExplanation?: boolean;
}

export function RightAnswer({ item, hasExplanation = true }: RightAnswerProps) {
  if (item?.kind !== 'question') return null;
  const { question } = item;
  return (
    <div className="grid grid-cols-1 content-start gap-[0.75em] empty:hidden">
      {question.kind === 'number' && (
        <p>
          <span className="font-bold text-positive">✓ Right answer:</span>{' '}
          <Value value={question.value} unit={question.unit} />
        </p>
      )}
      {hasExplanation && question.explanation_html !== '' && (
        <div className="grid grid-cols-1 gap-1">
          <p className="text-[0.8em] font-bold text-pencil">Explanation</p>
          <Rendered html={question.explanation_html} />
        </div>
      )}
    </div>
  );
}

const minus = (text: string) => text.replace('-', '−');

/** A value as the tutor typed it: '3.0e8' and 'm s^-1' with their powers raised. */
function Value({ value, unit }: { readonly value: string; readonly unit: string }) {
  const [mantissa = '', exponent] = value.split(/ ?[eE]\+?/);
  return (
    <b className="figures">
      {minus(mantissa)}
      {exponent !== undefined && (
        <>
          {' × 10'}
          <sup>{minus(exponent)}</sup>
        </>
      )}
      {unit.split(' ').map((factor) => {
        const [symbol, power] = factor.split(/(?:\^|\*\*)?[({]?([-−]?\d+)/);
        return (
          <Fragment key={factor}>
            {' '}
            {symbol}
            {power !== undefined && <sup>{minus(power)}</sup>}
          </Fragment>
        );
      })}
    </b>
  );
}
