// <GivenAnswer>: what a student answered, beside the solution once they may see it.
// <DistributionBars>: how the class answered.
import type { ReactNode } from 'react';

import type { Distribution } from '../../../domain/rooms/room.ts';
import { ukTime } from '../../../domain/time.ts';
import type { Answer, Attempt } from '../../../domain/topics/attempt.ts';
import type { VisibleQuestion, Solution } from '../../../domain/topics/item.ts';
import { Rendered } from '../../ui/rendered.tsx';
import { plainHtml, plainText, Quantity, readFor, readTyped } from './number-field.tsx';

interface GivenAnswerProps {
  question: VisibleQuestion;
  /** Null when the student gave none. */
  answer: Answer | null;
  /** When the tutor got it: until the solution shows, it is marked as sent. */
  sentAt?: string | undefined;
  solution: Solution | null;
  /** How often the class chose each choice, once that is revealed. */
  distribution?: Distribution | undefined;
}

export function GivenAnswer({
  question,
  answer,
  sentAt,
  solution,
  distribution,
}: GivenAnswerProps) {
  const isSent = sentAt !== undefined && solution === null;
  return (
    <div className="grid grid-cols-1 gap-4">
      {question.kind === 'choice' ? (
        <ChosenList
          question={question}
          chosen={answer ?? []}
          sentAt={sentAt}
          solution={solution}
          distribution={distribution}
        />
      ) : (
        <dl className="flex flex-wrap gap-x-12 gap-y-3">
          {answer !== null && (
            <div className={isSent ? `w-full rounded-md px-3.5 py-2.5 ${sentClass}` : ''}>
              <dt className={isSent ? '' : 'text-pencil'}>Your answer</dt>
              <dd className="font-bold whitespace-pre-line wrap-anywhere">
                <Typed question={question} text={String(answer)} />
                {isSent && <SentLine at={sentAt} />}
              </dd>
            </div>
          )}
          {solution?.value_html !== undefined && !isSame(question, answer, solution.value_html) && (
            <div>
              <dt className="text-pencil">Right answer</dt>
              <dd className="font-bold">
                <Rendered as="span" html={solution.value_html} />
              </dd>
            </div>
          )}
        </dl>
      )}
      {solution?.ratio !== undefined && <RatioLine ratio={solution.ratio} />}
      {solution !== null && solution.explanation_html !== '' && (
        <div>
          <h3 className="mb-1 font-sans label-mark">Explanation</h3>
          <Rendered html={solution.explanation_html} />
        </div>
      )}
    </div>
  );
}

/** Filled with ink: right and wrong have colours of their own. */
const sentClass = 'bg-ink text-paper';

function SentLine({ at }: { at: string }) {
  return (
    <span className="figures mt-1 block text-sm font-bold">
      <span aria-hidden="true">✓ </span>Sent {ukTime(Date.parse(at))}
    </span>
  );
}

/** Whether the right value reads like the student's own, letter for letter. */
function isSame(question: VisibleQuestion, answer: Answer | null, valueHtml: string): boolean {
  if (answer === null) return false;
  const reading = readFor(question, String(answer));
  return !('fault' in reading) && plainText(reading, question.unit_html) === plainHtml(valueHtml);
}

/** A number as it was read, anything else as typed. */
function Typed({ question, text }: { question: VisibleQuestion; text: string }) {
  if (question.kind !== 'number') return text;
  const reading = readFor(question, text);
  return 'fault' in reading ? text : <Quantity reading={reading} unitHtml={question.unit_html} />;
}

/** 'Yours is 1/15 of it: 15 m/s is in the question.' */
function RatioLine({ ratio: { value, unit, power } }: { ratio: NonNullable<Solution['ratio']> }) {
  const number = readTyped(value, null);
  const quantity = readTyped(`${value} ${unit}`, unit);
  if ('fault' in number || 'fault' in quantity) return null;
  const isInBrackets = number.exponent !== null;
  const factor = (
    <>
      {isInBrackets && '('}
      <Quantity reading={number} unitHtml={null} />
      {isInBrackets && ')'}
      {Math.abs(power) > 1 && <sup>{Math.abs(power)}</sup>}
    </>
  );
  return (
    <p>
      Yours is {power < 0 ? <>1/{factor} of it</> : <>{factor} times it</>}:{' '}
      <Quantity reading={quantity} unitHtml={null} /> is in the question.
    </p>
  );
}

type ChosenListProps = Omit<GivenAnswerProps, 'answer'> & { chosen: Answer };

function ChosenList({
  question: { choices },
  chosen,
  sentAt,
  solution,
  distribution,
}: ChosenListProps) {
  const rows =
    solution?.choices ??
    choices.map((choice) => ({ ...choice, is_right: null, feedback_html: '' }));
  const list = (
    <ul className="lettered overflow-hidden rounded-md border border-rule">
      {rows.map(({ id, html, is_right: isRight, feedback_html }) => {
        const isOwn = chosen.includes(id);
        const isSent = isOwn && sentAt !== undefined && solution === null;
        const look = isSent ? sentClass : isRight === true ? 'bg-positive-wash' : '';
        return (
          <li key={id} className={`border-b border-line px-3.5 py-2.5 last:border-b-0 ${look}`}>
            {distribution === undefined ? (
              <Rendered className="letter" html={html} />
            ) : (
              <Bar of={id} distribution={distribution} isRight={isRight === true}>
                <Rendered className="letter" html={html} />
              </Bar>
            )}
            {isSent && <SentLine at={sentAt} />}
            {!isSent && (isOwn || isRight === true) && (
              <p className="mt-1 flex flex-wrap gap-x-4 text-sm font-bold">
                {isRight === true && <span className="text-positive">✓ Right answer</span>}
                {isOwn && (
                  <span className={isRight === false ? 'text-negative' : ''}>
                    {isRight === false && '✗ '}Your answer
                  </span>
                )}
              </p>
            )}
            {feedback_html !== '' && (
              <Rendered className="mt-1 text-note text-pencil" html={feedback_html} />
            )}
          </li>
        );
      })}
    </ul>
  );
  if (distribution === undefined) return list;
  return (
    <div>
      <h3 className="mb-1 font-sans label-mark">What the class answered</h3>
      {list}
    </div>
  );
}

interface DistributionBarsProps {
  title: string;
  distribution: Distribution;
  own: Attempt | null;
}

export function DistributionBars({ title, distribution, own }: DistributionBarsProps) {
  const ownKey = ownKeyOf(own, distribution);
  if (distribution.length === 0) return null;
  return (
    <div>
      <h3 className="mb-1 font-sans label-mark">{title}</h3>
      <ul className="grid grid-cols-1 gap-3">
        {distribution.map(({ key, html }) => (
          <li key={key}>
            <Bar of={key} distribution={distribution} isRight={key === 'right'}>
              <Rendered html={html} />
            </Bar>
            {key === ownKey && <p className="mt-0.5 text-sm font-bold">Your answer</p>}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface BarProps {
  /** The key of the answer. */
  of: string;
  distribution: Distribution;
  isRight: boolean;
  children: ReactNode;
}

/**
 * <Bar>: how often an answer was given in the class. <DistributionBars>: all answers to a number,
 * and the points of a full answer; choices have their bars where they stand. Counts, without names.
 */
function Bar({ of, distribution, isRight, children }: BarProps) {
  const max = Math.max(1, ...distribution.map(({ count }) => count));
  const count = distribution.find(({ key }) => key === of)?.count ?? 0;
  return (
    <>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">{children}</div>
        <span className="shrink-0 font-bold figures">
          {count}
          <span className="sr-only"> {count === 1 ? 'answer' : 'answers'}</span>
        </span>
      </div>
      <div className="mt-1 h-3 rounded-sm border border-rule bg-sheet">
        <div
          className={`filled h-full ${isRight ? 'bg-positive' : 'bg-rule'}`}
          style={{ width: `${(100 * count) / max}%` }}
        />
      </div>
    </>
  );
}

/** How the student's own number was counted, as far as the marking says. */
function ownKeyOf(own: Attempt | null, distribution: Distribution): string | undefined {
  if (own === null || own.result === null) return undefined;
  if (own.result === 'right') return 'right';
  if (own.reason !== 'known') return own.reason ?? 'other';
  const wrongValues = distribution.filter(({ key }) => key.startsWith('known.'));
  return wrongValues.length === 1 ? wrongValues[0]?.key : undefined;
}
