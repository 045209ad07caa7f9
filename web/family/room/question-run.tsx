// <QuestionRun>: one question at a time, with the way to the others. It starts with the first one
// that is not done, so that a student can leave and come back.
import { type ReactNode, useRef, useState } from 'react';

import type { QuestionItem } from '../../../domain/rooms/room.ts';
import type { Answer, Attempt } from '../../../domain/topics/attempt.ts';
import type { UnsentAnswer } from '../../data/unsent-answers.ts';
import type { Drafts } from '../../parts/questions/answer-form.tsx';
import { styleOf } from '../../parts/questions/marks.tsx';
import { needsTicks, RoomQuestion } from '../../parts/questions/room-question.tsx';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useChange } from '../../ui/hooks/hooks.ts';
import { Rest } from '../../ui/rest.tsx';

export interface QuestionRunProps {
  questions: readonly QuestionItem[];
  /** The answer to this question that waits to be sent. */
  unsentOf: (item: QuestionItem) => UnsentAnswer | undefined;
  drafts: Drafts;
  onAnswer: (item: QuestionItem, answer: Answer) => Promise<unknown>;
  onMarked: (attempt: Attempt) => void;
  /** Its buttons, beside the main one elsewhere on the page. */
  variant?: ButtonVariant;
  /** What to do once all are answered. */
  wayOn?: ReactNode;
}

export function QuestionRun(props: QuestionRunProps) {
  const { questions, unsentOf, drafts, onAnswer, onMarked, variant = 'primary', wayOn } = props;
  const isOpen = (item: QuestionItem) =>
    (!item.done && unsentOf(item) === undefined) || needsTicks(item);
  const [chosenId, setChosenId] = useState(() => (questions.find(isOpen) ?? questions[0])?.id);
  const heading = useRef<HTMLHeadingElement>(null);
  useChange(chosenId, () => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  });

  const index = Math.max(
    0,
    questions.findIndex(({ id }) => id === chosenId),
  );
  const item = questions[index];
  if (item === undefined) return null;
  const next = [...questions.slice(index + 1), ...questions.slice(0, index)].find(isOpen);
  const left = questions.filter(isOpen).length;
  return (
    <>
      {questions.length > 1 && (
        <nav aria-label="Questions">
          <ol className="flex flex-wrap gap-2">
            {questions.map((one, place) => (
              <li key={one.id}>
                <Step
                  label={`Question ${place + 1}`}
                  number={place + 1}
                  state={stateOf(one, unsentOf(one))}
                  isChosen={one.id === item.id}
                  onChoose={() => setChosenId(one.id)}
                />
              </li>
            ))}
          </ol>
        </nav>
      )}
      <Card className="grid grid-cols-1 gap-4 p-4 sm:p-7">
        <h3 ref={heading} tabIndex={-1} className="scroll-mt-6 text-lg font-semibold">
          Question {index + 1} of {questions.length}
        </h3>
        <RoomQuestion
          key={item.id}
          item={item}
          unsent={unsentOf(item)}
          drafts={drafts}
          onAnswer={(answer) => onAnswer(item, answer)}
          onMarked={onMarked}
          variant={variant}
        />
        <Rest after={isOpen(item)}>
          {!isOpen(item) && next !== undefined && (
            <Button
              variant={variant}
              className="sm:justify-self-start"
              onClick={() => setChosenId(next.id)}
            >
              Next question
            </Button>
          )}
        </Rest>
        <output className="block text-pencil empty:hidden">
          {left === 0 && <>All questions are answered. {wayOn}</>}
        </output>
      </Card>
    </>
  );
}

interface StepState {
  /** One for each try, in order: the tutor's table has the first. */
  readonly signs: readonly { readonly sign: string; readonly colour?: string }[];
  readonly word: string;
}

function stateOf(item: QuestionItem, unsent: UnsentAnswer | undefined): StepState {
  if (unsent !== undefined) return { signs: [{ sign: '…' }], word: 'saved on this device' };
  if (needsTicks(item)) return { signs: [{ sign: '…' }], word: 'to compare' };
  const tries = item.attempts.flatMap(({ result }) => (result === null ? [] : styleOf(result)));
  if (tries.length > 0)
    return { signs: tries, word: tries.map(({ word }) => word.toLowerCase()).join(', then ') };
  return { signs: item.done ? [{ sign: '–' }] : [], word: 'not answered' };
}

interface StepProps {
  label: string;
  number: number;
  state: StepState;
  isChosen: boolean;
  onChoose: () => void;
}

function Step({ label, number, state: { signs, word }, isChosen, onChoose }: StepProps) {
  return (
    <button
      type="button"
      aria-label={`${label}, ${word}`}
      aria-current={isChosen ? 'step' : undefined}
      className="min-h-11 min-w-11 cursor-pointer rounded-md border border-rule bg-sheet px-2.5 font-bold figures hover:border-ink aria-[current]:border-2 aria-[current]:border-ink"
      onClick={onChoose}
    >
      {number}
      {signs.map(({ sign, colour = '' }, position) => (
        // oxlint-disable-next-line react/no-array-index-key
        <span key={position} aria-hidden="true" className={colour}>
          {' '}
          {sign}
        </span>
      ))}
    </button>
  );
}
