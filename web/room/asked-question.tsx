// <AskedQuestion>: the question that the tutor asks in the lesson, from asking to the reveal.
import { useEffect, useId, useRef } from 'react';

import type { Answer, Attempt } from '../../domain/attempt.ts';
import type { FamilyAsked } from '../../domain/room-live.ts';
import type { KeptAnswer } from '../api/kept-answers.ts';
import { Card } from '../ui/card.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Rendered } from '../ui/rendered.tsx';
import { hasUnsavedInput } from '../ui/unsaved-input.ts';
import { AnswerForm } from './answer-form.tsx';
import { Bars } from './bars.tsx';
import { GivenAnswer } from './given-answer.tsx';
import { Feedback } from './marks.tsx';
import { PointTicks } from './point-ticks.tsx';
import { KeptLine } from './room-question.tsx';

const ANCHOR = 'asked';

interface AskedQuestionProps {
  readonly asked: FamilyAsked | null;
  readonly kept: KeptAnswer | undefined;
  readonly onAnswer: (asked: FamilyAsked, answer: Answer) => Promise<unknown>;
  readonly onMarked: (attempt: Attempt) => void;
}

export function AskedQuestion({ asked, kept, onAnswer, onMarked }: AskedQuestionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const textId = useId();
  const asking = asked === null ? null : `${asked.id} ${asked.round}`;
  const before = useRef(asking);
  useEffect(() => {
    if (before.current === asking) return;
    before.current = asking;
    // Somebody who is typing stays where they are; the message below tells them.
    if (asking !== null && !isTyping()) heading.current?.focus();
  }, [asking]);
  const isOpen = asked?.state === 'asked' && asked.own === null && kept === undefined;
  return (
    <>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 border-2! border-signal! p-5 sm:p-7">
        <h2 ref={heading} id={ANCHOR} tabIndex={-1} className="scroll-mt-6 text-heading">
          {asked?.round === 2 ? 'Your tutor asks again' : 'Your tutor asks'}
        </h2>
        <output className="block text-pencil">{describe(asked, kept)}</output>
        {asked !== null && (
          <div id={textId}>
            <Rendered html={asked.question.html} />
          </div>
        )}
        {asked !== null && isOpen && (
          <AnswerForm
            key={asking}
            question={asked.question}
            onAnswer={(answer) => onAnswer(asked, answer)}
            submitLabel="Send answer"
            describedBy={textId}
          />
        )}
        {asked !== null && !isOpen && <Outcome asked={asked} kept={kept} onMarked={onMarked} />}
      </Card>
      {isOpen && (
        <div className="sticky top-3 z-10 -mt-4 hidden justify-self-start has-[~*_:focus]:block">
          <LinkButton href={`#${ANCHOR}`} target="_self" className="lifted-shadow">
            To your tutor&apos;s question
          </LinkButton>
        </div>
      )}
    </>
  );
}

/** Whether somebody has typed something, or is about to. */
function isTyping(): boolean {
  const { activeElement } = document;
  return hasUnsavedInput() || (activeElement?.closest('form') ?? null) !== null;
}

function describe(asked: FamilyAsked | null, kept: KeptAnswer | undefined): string {
  if (asked === null)
    return 'Questions of your tutor appear here by themselves. Leave this page open.';
  if (asked.state === 'revealed') return 'This is the answer.';
  if (kept !== undefined && asked.own === null) return '';
  if (asked.own !== null) return 'Your answer is in. Your tutor will show the right one.';
  if (asked.state === 'closed') return 'Closed. Your tutor takes no more answers.';
  return asked.round === 2 ? 'Second round: answer once more.' : 'A new question: answer it now.';
}

type OutcomeProps = Pick<AskedQuestionProps, 'kept' | 'onMarked'> & { readonly asked: FamilyAsked };

function Outcome({ asked: { question, own, reveal, state }, kept, onMarked }: OutcomeProps) {
  const solution = reveal?.solution ?? null;
  const answer = own?.answer ?? kept?.answer ?? null;
  return (
    <>
      <output className="block empty:hidden">
        {own !== null && <Feedback attempt={own} hintHtml={null} triesLeft={0} />}
      </output>
      {(answer !== null || solution !== null || state === 'closed') && (
        <GivenAnswer question={question} answer={answer} solution={solution} />
      )}
      {own === null && kept !== undefined && <KeptLine />}
      {solution?.points !== undefined && (
        <PointTicks attempt={own} points={solution.points} onMarked={onMarked} />
      )}
      {reveal !== null && (
        <Bars distribution={reveal.distribution} solution={reveal.solution} own={own} />
      )}
    </>
  );
}
