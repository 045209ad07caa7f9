// <RoomQuestion>: one question that a student answers alone: its text, the form, the feedback and,
// once the answer is final, the solution. <PointTicks>: the points of a worked answer to tick.
import { useId, useRef, useState } from 'react';

import type { QuestionItem } from '../../../domain/rooms/room.ts';
import type { Answer, Attempt } from '../../../domain/topics/attempt.ts';
import type { Solution } from '../../../domain/topics/item.ts';
import { useTickPoints } from '../../data/room.ts';
import { type UnsentAnswer, deleteUnsent } from '../../data/unsent-answers.ts';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { Choice, choiceListClass } from '../../ui/forms/choice.tsx';
import { useChange } from '../../ui/hooks/hooks.ts';
import { Notice } from '../../ui/notice.tsx';
import { Rendered } from '../../ui/rendered.tsx';
import { AnswerForm, type Drafts } from './answer-form.tsx';
import { GivenAnswer } from './given-answer.tsx';
import { Feedback } from './marks.tsx';

interface RoomQuestionProps {
  item: QuestionItem;
  /** The answer that waits to be sent, if any. */
  unsent: UnsentAnswer | undefined;
  drafts: Drafts;
  onAnswer: (answer: Answer) => Promise<unknown>;
  onMarked: (attempt: Attempt) => void;
  /** The button of its form. */
  variant?: ButtonVariant;
}

/** Whether the student has answered in their own words and has not compared them yet. */
export function needsTicks({ solution, attempts }: QuestionItem): boolean {
  const last = attempts.at(-1);
  return solution?.points !== undefined && last !== undefined && last.result === null;
}

export function RoomQuestion({
  item,
  unsent,
  drafts,
  onAnswer,
  onMarked,
  variant,
}: RoomQuestionProps) {
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
            variant={variant}
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

interface PointTicksProps {
  attempt: Attempt | null;
  points: NonNullable<Solution['points']>;
  onMarked: (attempt: Attempt) => void;
}

/**
 * <PointTicks>: the points of a full answer. The student ticks those that their own answer
 * contains.
 */
export function PointTicks({ attempt, points, onMarked }: PointTicksProps) {
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const saving = useTickPoints(onMarked);
  if (attempt === null || attempt.result !== null)
    return (
      <div>
        <h3 className="mb-1 font-sans label-mark">A full answer says</h3>
        <ul className="grid list-disc gap-1 pl-6">
          {points.map(({ id, html }) => (
            <li key={id}>
              <Rendered html={html} />
            </li>
          ))}
        </ul>
      </div>
    );
  return (
    <form
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving.isPending) saving.mutate({ attempt, points: ticked });
      }}
    >
      <fieldset className="min-w-0">
        <legend className="mb-1.5 font-bold">Which of these points does your answer have?</legend>
        <ul className={choiceListClass}>
          {points.map(({ id, html }) => (
            <li key={id}>
              <Choice
                type="checkbox"
                name="point"
                checked={ticked.includes(id)}
                onChange={(isTicked) =>
                  setTicked(isTicked ? [...ticked, id] : ticked.filter((one) => one !== id))
                }
              >
                <Rendered as="span" html={html} />
              </Choice>
            </li>
          ))}
        </ul>
      </fieldset>
      <Button type="submit" className="sm:justify-self-start" busy={saving.isPending}>
        {ticked.length === 0 ? 'It has none of them' : 'Save'}
      </Button>
    </form>
  );
}

/** Whether an answer waits for the connection. */
export const isWaiting = ({ hasFailed, refusal }: UnsentAnswer): boolean =>
  hasFailed && refusal === null;

export function UnsentNotice({ answers }: { answers: readonly UnsentAnswer[] }) {
  const waiting = answers.filter(isWaiting).length;
  const refused = answers.filter(({ refusal }) => refusal !== null);
  return (
    <output className="sticky bottom-[calc(var(--edge)+0.75rem)] z-10 grid max-h-[60dvh] gap-2 overflow-auto empty:hidden">
      {refused.map(({ key, answer, refusal }) => (
        <Notice
          key={key}
          tone="negative"
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2"
        >
          <p className="min-w-0 flex-1 basis-60">
            <strong>
              A saved answer was not accepted
              {typeof answer === 'string' ? `: “${shorten(answer)}”` : '.'}
            </strong>{' '}
            {refusal}
          </p>
          <Button variant="secondary" onClick={() => deleteUnsent(key)}>
            Dismiss
          </Button>
        </Notice>
      ))}
      {waiting > 0 && (
        <Notice as="p" tone="caution">
          {waiting === 1 ? '1 answer is not sent yet.' : `${waiting} answers are not sent yet.`}
        </Notice>
      )}
    </output>
  );
}

const SHOWN = 60;
const shorten = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
