// <RoomQuestion>: one question that a student answers alone: its text, the form, the feedback and,
// once the answer is final, the solution.
import { useId, useRef } from 'react';

import type { QuestionItem } from '../../../domain/rooms/room.ts';
import type { Answer, Attempt } from '../../../domain/topics/attempt.ts';
import type { UnsentAnswer } from '../../data/unsent-answers.ts';
import { useChange } from '../../ui/hooks/use-change.ts';
import { Notice } from '../../ui/notice.tsx';
import { Rendered } from '../../ui/rendered.tsx';
import { AnswerForm, type Drafts } from './answer-form.tsx';
import { GivenAnswer } from './given-answer.tsx';
import { Feedback } from './marks.tsx';
import { PointTicks } from './point-ticks.tsx';

interface RoomQuestionProps {
  readonly item: QuestionItem;
  /** The answer that waits to be sent, if any. */
  readonly unsent: UnsentAnswer | undefined;
  readonly drafts: Drafts;
  readonly onAnswer: (answer: Answer) => Promise<unknown>;
  readonly onMarked: (attempt: Attempt) => void;
}

/** Whether the student has answered in their own words and has not compared them yet. */
export function needsTicks({ solution, attempts }: QuestionItem): boolean {
  const last = attempts.at(-1);
  return solution?.points !== undefined && last !== undefined && last.result === null;
}

export function RoomQuestion({ item, unsent, drafts, onAnswer, onMarked }: RoomQuestionProps) {
  const textId = useId();
  const root = useRef<HTMLDivElement>(null);
  const outcome = useRef<HTMLOutputElement>(null);
  const { question, attempts, tries_left, hint_html, solution, done } = item;
  const last = attempts.at(-1) ?? null;
  const hasForm = !done && unsent === undefined;
  useChange(`${hasForm} ${attempts.length} ${last?.result}`, () => {
    const { activeElement, body } = document;
    // The form that had the focus is gone.
    if (activeElement === body) outcome.current?.focus();
    else if (root.current?.contains(activeElement) === true)
      outcome.current?.scrollIntoView({ block: 'nearest' });
  });
  return (
    <div ref={root} className="grid grid-cols-1 gap-4">
      <div id={textId}>
        <Rendered html={question.html} />
      </div>
      <div className="order-2">
        {hasForm ? (
          <AnswerForm
            // A second try starts with the first one still there.
            key={item.id}
            question={question}
            drafts={drafts}
            draftId={item.id}
            onAnswer={onAnswer}
            submitLabel={question.kind === 'points' ? 'Compare with a full answer' : 'Check'}
            describedBy={textId}
          />
        ) : (
          <GivenAnswer
            question={question}
            answer={unsent?.answer ?? last?.answer ?? null}
            solution={unsent === undefined ? solution : null}
          />
        )}
      </div>
      {/* A final result stands before its solution, a try before the next one beneath its form. */}
      <output
        ref={outcome}
        tabIndex={-1}
        className={`scroll-my-4 empty:hidden ${hasForm ? 'order-3' : 'order-1'}`}
      >
        {unsent !== undefined && <UnsentLine />}
        {unsent === undefined && last !== null && (
          <Feedback attempt={last} hintHtml={hint_html} triesLeft={tries_left} />
        )}
        {unsent === undefined && needsTicks(item) && 'Now compare your answer with a full one.'}
      </output>
      {solution?.points !== undefined && (
        <div className="order-4">
          <PointTicks attempt={last} points={solution.points} onMarked={onMarked} />
        </div>
      )}
    </div>
  );
}

export function UnsentLine() {
  return (
    <Notice as="p" tone="caution">
      Saved on this device. It will be sent when you are online again.
    </Notice>
  );
}
