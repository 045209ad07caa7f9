// <QuestionRun>: one question at a time, with the way to the others. It starts with the first one
// that is not done, so that a student can leave and come back.
import { useEffect, useRef, useState } from 'react';

import type { Answer, Attempt } from '../../domain/attempt.ts';
import type { QuestionItem } from '../../domain/room.ts';
import type { KeptAnswer } from '../api/kept-answers.ts';
import { Button } from '../ui/button.tsx';
import { signOf, wordOf } from './marks.tsx';
import { RoomQuestion } from './room-question.tsx';

interface QuestionRunProps {
  readonly questions: readonly QuestionItem[];
  /** The answer to this question that waits to be sent. */
  readonly keptOf: (item: QuestionItem) => KeptAnswer | undefined;
  readonly onAnswer: (item: QuestionItem, answer: Answer) => Promise<unknown>;
  readonly onMarked: (attempt: Attempt) => void;
}

export function QuestionRun({ questions, keptOf, onAnswer, onMarked }: QuestionRunProps) {
  const isOpen = (item: QuestionItem) => !item.done && keptOf(item) === undefined;
  const [chosenId, setChosenId] = useState(() => (questions.find(isOpen) ?? questions[0])?.id);
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(chosenId);
  useEffect(() => {
    if (before.current === chosenId) return;
    before.current = chosenId;
    heading.current?.focus();
  }, [chosenId]);

  const index = Math.max(
    0,
    questions.findIndex(({ id }) => id === chosenId),
  );
  const item = questions[index];
  if (item === undefined) return null;
  const next = [...questions.slice(index + 1), ...questions.slice(0, index)].find(isOpen);
  const left = questions.filter(isOpen).length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {questions.length > 1 && (
        <nav aria-label="Questions">
          <ol className="flex flex-wrap gap-2">
            {questions.map((one, place) => (
              <li key={one.id}>
                <Step
                  label={`Question ${place + 1}`}
                  number={place + 1}
                  state={stateOf(one, keptOf(one))}
                  isChosen={one.id === item.id}
                  onChoose={() => setChosenId(one.id)}
                />
              </li>
            ))}
          </ol>
        </nav>
      )}
      <h3 ref={heading} tabIndex={-1} className="text-heading">
        Question {index + 1} of {questions.length}
      </h3>
      <RoomQuestion
        key={item.id}
        item={item}
        kept={keptOf(item)}
        onAnswer={(answer) => onAnswer(item, answer)}
        onMarked={onMarked}
      />
      {!isOpen(item) && next !== undefined && (
        <Button className="justify-self-start" onClick={() => setChosenId(next.id)}>
          Next question
        </Button>
      )}
      <output className="block text-pencil">{left === 0 && 'All questions are answered.'}</output>
    </div>
  );
}

interface StepState {
  readonly sign: string;
  readonly word: string;
}

function stateOf({ attempts, done }: QuestionItem, kept: KeptAnswer | undefined): StepState {
  if (kept !== undefined) return { sign: '…', word: 'kept on this device' };
  const result = attempts.at(-1)?.result ?? null;
  if (result !== null) return { sign: signOf(result), word: wordOf(result).toLowerCase() };
  return done ? { sign: '–', word: 'done' } : { sign: '', word: 'not answered' };
}

interface StepProps {
  readonly label: string;
  readonly number: number;
  readonly state: StepState;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Step({ label, number, state: { sign, word }, isChosen, onChoose }: StepProps) {
  return (
    <button
      type="button"
      aria-label={`${label}, ${word}`}
      aria-current={isChosen ? 'step' : undefined}
      className="min-h-11 min-w-11 cursor-pointer rounded-md border border-rule bg-sheet px-2.5 font-bold figures hover:border-ink aria-[current]:border-2 aria-[current]:border-signal aria-[current]:text-signal"
      onClick={onChoose}
    >
      {number}
      {sign !== '' && <span aria-hidden="true"> {sign}</span>}
    </button>
  );
}
