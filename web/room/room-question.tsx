// <RoomQuestion>: one question that a student answers alone: its text, the form, the feedback and,
// once the answer is final, the solution.
import { useId } from 'react';

import type { Answer, Attempt } from '../../domain/attempt.ts';
import type { QuestionItem } from '../../domain/room.ts';
import type { KeptAnswer } from '../api/kept-answers.ts';
import { Rendered } from '../ui/rendered.tsx';
import { AnswerForm } from './answer-form.tsx';
import { GivenAnswer } from './given-answer.tsx';
import { Feedback } from './marks.tsx';
import { PointTicks } from './point-ticks.tsx';

interface RoomQuestionProps {
  readonly item: QuestionItem;
  /** The answer that waits to be sent, if any. */
  readonly kept: KeptAnswer | undefined;
  readonly onAnswer: (answer: Answer) => Promise<unknown>;
  readonly onMarked: (attempt: Attempt) => void;
}

export function RoomQuestion({ item, kept, onAnswer, onMarked }: RoomQuestionProps) {
  const textId = useId();
  const { question, attempts, tries_left, hint_html, solution, done } = item;
  const last = attempts.at(-1) ?? null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div id={textId}>
        <Rendered html={question.html} />
      </div>
      <div className="order-2">
        {kept !== undefined && kept.isKept ? (
          <>
            <GivenAnswer question={question} answer={kept.answer} solution={null} />
            <KeptLine />
          </>
        ) : done ? (
          <GivenAnswer question={question} answer={last?.answer ?? null} solution={solution} />
        ) : (
          <AnswerForm
            // A second try starts with the first one still there.
            key={item.id}
            question={question}
            onAnswer={onAnswer}
            submitLabel={question.kind === 'points' ? 'Compare with a full answer' : 'Check'}
            describedBy={textId}
          />
        )}
      </div>
      {/* A final result stands before its solution, a try before the next one beneath its form. */}
      <output className={done ? 'order-1' : 'order-3'}>
        {last !== null && <Feedback attempt={last} hintHtml={hint_html} triesLeft={tries_left} />}
      </output>
      {solution?.points !== undefined && (
        <div className="order-4">
          <PointTicks attempt={last} points={solution.points} onMarked={onMarked} />
        </div>
      )}
    </div>
  );
}

export function KeptLine() {
  return (
    <p className="mt-2 rounded-md border border-caution bg-caution-wash px-3.5 py-2 leading-snug">
      <span aria-hidden="true">⏳ </span>Kept on this device. It will be sent when you are online
      again.
    </p>
  );
}
