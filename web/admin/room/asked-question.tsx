// <AskedQuestionPart>: a question with its answers, <Earlier> those asked before, <NextUp> the one
// that is asked next. <RoundBars> and <RightAnswer> are shown to the class, too.
import { Fragment, lazy, Suspense } from 'react';

import { type AskedQuestion, type Distribution, withoutOther } from '../../../domain/rooms/room.ts';
import type { Item, TopicQuestion } from '../../../domain/topics/topic.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Rendered } from '../../ui/rendered.tsx';

// Lazy: only the answers to a number need it.
const ClassScale = lazy(() => import('../../parts/questions/class-scale.tsx'));

/** At a desk the steps are the foot of the card above them. */
const CARD =
  'grid grid-cols-1 gap-4 border-2! p-4 sm:p-6 lg:has-[+section]:rounded-b-none lg:has-[+section]:border-b-0!';

interface AskedQuestionPartProps {
  question: AskedQuestion;
  /** In the lesson, from 1. */
  number: number;
  /** Undefined for a question that was deleted from the topic. */
  item: Item | undefined;
}

export function AskedQuestionPart({ question, number, item }: AskedQuestionPartProps) {
  return (
    <Card className={`${CARD} ${question.state === 'asked' ? 'border-signal!' : 'border-rule!'}`}>
      <h2 className="label-mark font-sans">
        Question {number}, {question.state === 'asked' ? 'asked now' : 'asked last'}
        {question.round === 2 && ', second round'}
      </h2>
      <QuestionText item={item} className="text-lg" />
      <NumberScale question={question} item={item} />
      <RoundBars question={question} item={item} />
      <NobodyLine question={question} />
      {question.state === 'revealed' && <RightAnswer item={item} />}
    </Card>
  );
}

export function NextUp({ item }: { item: TopicQuestion }) {
  return (
    <Card className={`${CARD} border-rule! print:hidden`}>
      <h2 className="label-mark font-sans">Next question</h2>
      <QuestionText item={item} className="text-lg" />
    </Card>
  );
}

interface QuestionTextProps {
  item: Item | undefined;
  className?: string;
}

export function QuestionText({ item, className = '' }: QuestionTextProps) {
  if (item?.kind !== 'question')
    return <p className="text-pencil">This question is no longer in the topic.</p>;
  return <Rendered className={className} html={item.question.text_html} />;
}

interface EarlierProps {
  questions: readonly AskedQuestion[];
  numberOf: (question: AskedQuestion) => number;
  itemOf: (itemId: string) => Item | undefined;
  onReveal: (askedId: string) => void;
  busy: boolean;
}

export function Earlier({ questions, numberOf, itemOf, onReveal, busy }: EarlierProps) {
  if (questions.length === 0) return null;
  return (
    <section aria-labelledby="earlier" className="grid grid-cols-1 gap-3">
      <h2 id="earlier" className="text-heading">
        Asked in this lesson
      </h2>
      <ol className="grid grid-cols-1 gap-6">
        {questions.map((one) => {
          const item = itemOf(one.Item_ID);
          return (
            <li
              key={one.id}
              className="grid grid-cols-1 gap-3 border-t border-line pt-3 break-inside-avoid"
            >
              <p className="-mb-2 label-mark">
                Question {numberOf(one)}
                {one.round === 2 && ', two rounds'}
              </p>
              <QuestionText item={item} />
              <NumberScale question={one} item={item} />
              <RoundBars question={one} item={item} />
              <NobodyLine question={one} />
              {one.state === 'revealed' && <RightAnswer item={item} hasExplanation={false} />}
              {one.state !== 'revealed' && (
                <div className="print:hidden">
                  <Button variant="secondary" busy={busy} onClick={() => onReveal(one.id)}>
                    Reveal this answer
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface AnswersProps {
  question: AskedQuestion;
  item: Item | undefined;
}

/** <NumberScale>: the numbers that were typed, around the right one. */
export function NumberScale({ question, item }: AnswersProps) {
  if (item?.kind !== 'question' || item.question.kind !== 'number') return null;
  return (
    <Suspense>
      <ClassScale
        right={item.question}
        values={question.values}
        earlier={question.earlier_values}
        isRevealed={question.state === 'revealed'}
      />
    </Suspense>
  );
}

/** Whether there is no answer in any round. */
const isUnanswered = ({ answered, earlier }: AskedQuestion): boolean =>
  answered === 0 && (earlier ?? []).every(({ count }) => count === 0);

function NobodyLine({ question }: Pick<AnswersProps, 'question'>) {
  if (question.state === 'asked' || !isUnanswered(question)) return null;
  return <p className="text-pencil">Nobody answered.</p>;
}

/**
 * <RoundBars>: how often each answer was given, round 1 and 2 above each other. The right answers
 * are marked once they are revealed.
 */
export function RoundBars({ question, item }: AnswersProps) {
  const distribution = withoutOther(question.distribution);
  const earlier = question.earlier && withoutOther(question.earlier);
  const isChoice = item?.kind === 'question' && item.question.kind === 'choice';
  const right = question.state === 'revealed' ? rightKeys(item) : new Set<string>();
  const rows = [...distribution];
  for (const row of earlier ?? [])
    if (!rows.some(({ key }) => key === row.key)) rows.push({ ...row, count: 0 });
  // Bars that wait for the first answer stand there, so that nothing moves when it comes.
  const hasBars = question.state === 'asked' || !isUnanswered(question);
  const [List, Row, Term] = hasBars
    ? (['dl', 'div', 'dt'] as const)
    : (['ul', 'li', 'div'] as const);
  const max = Math.max(1, ...rows.map(({ key, count }) => Math.max(count, countOf(earlier, key))));
  if (rows.length === 0) return null;
  return (
    <List className="lettered grid grid-cols-1 content-start gap-[0.6em]">
      {rows.map(({ key, html, count }) => {
        const isRight = right.has(key);
        return (
          <Row key={key} className="grid grid-cols-1 gap-0.5">
            <Term className="flex items-baseline gap-2">
              <Rendered
                className={`min-w-0 ${isChoice ? 'letter' : ''} ${isRight ? 'font-bold' : ''}`}
                html={html}
              />
              {isRight && (
                <span className="shrink-0 font-bold text-positive">
                  ✓<span className={key === 'right' ? 'sr-only' : ''}> Right</span>
                </span>
              )}
            </Term>
            {hasBars && (
              <dd className="m-0 grid grid-cols-1 leading-tight">
                {earlier !== null && (
                  <Bar label="Round 1" count={countOf(earlier, key)} max={max} look="fill-rule" />
                )}
                <Bar
                  label={earlier === null ? null : 'Round 2'}
                  count={count}
                  max={max}
                  look={isRight ? 'fill-positive' : 'fill-ink'}
                />
              </dd>
            )}
          </Row>
        );
      })}
    </List>
  );
}

/** Every point of a full answer is right, so none is marked. */
export function rightKeys(item: Item | undefined): ReadonlySet<string> {
  if (item?.kind !== 'question') return new Set();
  const { question } = item;
  if (question.kind === 'number') return new Set(['right']);
  if (question.kind === 'points') return new Set();
  return new Set(question.choices.filter(({ is_right }) => is_right).map(({ id }) => id));
}

export const countOf = (distribution: Distribution | null, key: string): number =>
  distribution?.find((row) => row.key === key)?.count ?? 0;

interface BarProps {
  /** The round; null when there is one alone. */
  label: string | null;
  count: number;
  max: number;
  look: string;
}

function Bar({ label, count, max, look }: BarProps) {
  return (
    <div className="flex items-center gap-2">
      {label !== null && <span className="w-[4.5em] shrink-0 text-[0.875em]">{label}</span>}
      <svg
        aria-hidden="true"
        className="h-[0.75em] min-w-0 flex-1 print:border print:border-rule"
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
      >
        <rect width="100" height="10" className="fill-faint" />
        <rect width={(count / max) * 100} height="10" className={look} />
      </svg>
      <span className="figures w-[1.5em] shrink-0 text-right font-bold">
        {count}
        <span className="sr-only"> {count === 1 ? 'answer' : 'answers'}</span>
      </span>
    </div>
  );
}

interface RightAnswerProps {
  item: Item | undefined;
  hasExplanation?: boolean;
}

/** <RightAnswer>: the value of a number, and the explanation. The bars mark right choices. */
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
function Value({ value, unit }: { value: string; unit: string }) {
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
