// <LiveQuestion>: the question that the tutor asks in the lesson, from asking to the reveal.
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';

import type { FamilyQuestion } from '../../../domain/rooms/family-room.ts';
import { withoutOther } from '../../../domain/rooms/room.ts';
import type { Answer, Attempt } from '../../../domain/topics/attempt.ts';
import type { UnsentAnswer } from '../../data/unsent-answers.ts';
import { AnswerForm, type Drafts } from '../../parts/questions/answer-form.tsx';
import { DistributionBars, GivenAnswer } from '../../parts/questions/given-answer.tsx';
import { Feedback } from '../../parts/questions/marks.tsx';
import { PointTicks, UnsentLine } from '../../parts/questions/room-question.tsx';
import { Card } from '../../ui/card.tsx';
import { hasUnsavedInput } from '../../ui/forms/unsaved-input.ts';
import { useChange } from '../../ui/hooks/hooks.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Rendered } from '../../ui/rendered.tsx';

/** Lazy: only a number that is asked needs it. It is fetched before the reveal. */
const loadScale = () => import('../../parts/questions/class-scale.tsx');
const ClassScale = lazy(loadScale);

const ANCHOR = 'asked';

interface LiveQuestionProps {
  asked: FamilyQuestion | null;
  unsent: UnsentAnswer | undefined;
  drafts: Drafts;
  onAnswer: (asked: FamilyQuestion, answer: Answer) => Promise<unknown>;
  onMarked: (attempt: Attempt) => void;
}

export function LiveQuestion({ asked, unsent, drafts, onAnswer, onMarked }: LiveQuestionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const textId = useId();
  const isNumber = asked?.question.kind === 'number';
  useEffect(() => {
    if (isNumber) void loadScale();
  }, [isNumber]);
  const asking = asked === null ? null : `${asked.id} ${asked.round}`;
  /** Somebody who is typing stays where they are; a link tells them. */
  const [isElsewhere, setElsewhere] = useState(false);
  useChange(asking, () => {
    setElsewhere(isTyping());
    if (asking === null || isTyping()) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  });
  const isOpen = asked?.state === 'asked' && asked.own === null && unsent === undefined;
  useChange(isOpen, () => {
    // The form that had the focus is gone.
    if (!isOpen && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
  });
  return (
    <>
      <Card
        className={`grid grid-cols-1 ${asked === null ? waitingClass : 'gap-4 p-4 sm:p-7'} ${isOpen ? 'border-l-4 border-l-signal' : ''}`}
        onFocus={() => setElsewhere(false)}
      >
        <h2
          ref={heading}
          id={ANCHOR}
          tabIndex={-1}
          className={`scroll-mt-6 ${asked === null ? 'font-sans text-base font-bold' : 'text-heading'}`}
        >
          {titleOf(asked)}
        </h2>
        <output className="block text-pencil empty:hidden">{describe(asked, unsent)}</output>
        {asked !== null && (
          <div id={textId}>
            <Rendered html={asked.question.html} />
          </div>
        )}
        {asked !== null && isOpen && (
          <AnswerForm
            key={asking}
            question={asked.question}
            drafts={drafts}
            draftId={asking ?? ''}
            onAnswer={(answer) => onAnswer(asked, answer)}
            submitLabel="Send answer"
            describedBy={textId}
          />
        )}
        {asked !== null && !isOpen && <Outcome asked={asked} unsent={unsent} onMarked={onMarked} />}
      </Card>
      {isOpen && isElsewhere && (
        <div className="sticky top-3 z-10 -mt-4 self-start">
          <LinkButton href={`#${ANCHOR}`} target="_self" className="lifted-shadow">
            To your tutor&apos;s question
          </LinkButton>
        </div>
      )}
    </>
  );
}

/**
 * A line beside an edge, until there is a question: the same element, whose output is announced.
 */
const waitingClass =
  'rounded-none! border-0! border-l-4! border-l-rule! bg-transparent! pl-4 shadow-none!';

/** Whether somebody has typed something, or is about to. */
function isTyping(): boolean {
  const { activeElement } = document;
  return hasUnsavedInput() || (activeElement?.closest('form') ?? null) !== null;
}

function titleOf(question: FamilyQuestion | null): string {
  if (question === null) return 'Your tutor has not asked yet';
  if (question.state !== 'asked') return 'Your tutor asked';
  if (question.own !== null) return 'Answer sent';
  return question.round === 2 ? 'Your tutor asks again' : 'Your tutor asks';
}

function describe(asked: FamilyQuestion | null, unsent: UnsentAnswer | undefined): string {
  if (asked === null) return 'Questions appear here by themselves. Leave this page open.';
  if (asked.state === 'revealed') return "Here's the answer.";
  if (unsent !== undefined && asked.own === null) return '';
  if (asked.state === 'closed') return 'Closed. Wait for the answer.';
  if (asked.own !== null) return 'Your answer is in. Your tutor will show the right one.';
  return asked.round === 2 ? 'Second round: answer once more.' : 'A new question: answer it now.';
}

type OutcomeProps = Pick<LiveQuestionProps, 'unsent' | 'onMarked'> & {
  asked: FamilyQuestion;
};

function Outcome({ asked: { question, own, reveal, state }, unsent, onMarked }: OutcomeProps) {
  const solution = reveal?.solution ?? null;
  const answer = own?.answer ?? unsent?.answer ?? null;
  return (
    <>
      <output className="block empty:hidden">
        {own !== null && <Feedback attempt={own} hintHtml={null} triesLeft={0} />}
      </output>
      {answer === null && solution !== null && <p className="label-mark">Not answered</p>}
      {(answer !== null || solution !== null || state === 'closed') && (
        <GivenAnswer
          question={question}
          answer={answer}
          sentAt={own?.given_at}
          solution={solution}
          distribution={reveal?.distribution}
        />
      )}
      {own === null && unsent !== undefined && <UnsentLine />}
      {solution?.points !== undefined && own?.result === null && (
        <PointTicks attempt={own} points={solution.points} onMarked={onMarked} />
      )}
      {reveal?.solution.right !== undefined && (
        <>
          <Suspense>
            <ClassScale
              right={reveal.solution.right}
              values={reveal.values}
              own={own?.read ?? null}
              isRevealed
            />
          </Suspense>
          <DistributionBars
            title="What the class answered"
            distribution={withoutOther(reveal.distribution)}
            own={own}
          />
        </>
      )}
      {reveal !== null && question.kind === 'points' && own?.result !== null && (
        <DistributionBars
          title="A full answer, and how many had each point"
          distribution={reveal.distribution}
          own={own}
        />
      )}
    </>
  );
}
