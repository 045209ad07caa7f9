// <StepBar>: one button for the next step, with the other steps that are possible now beside it. At
// a desk it is the foot of the question's card; elsewhere it stays at the lower edge. Where the
// text is large or the screen low, it would cover what it is about: there it stands above the
// question.
import { useEffect, useRef, useState } from 'react';

import { shortNames } from '../../../domain/people/student-rules.ts';
import type { AskedQuestion } from '../../../domain/rooms/room.ts';
import {
  answerOf,
  currentQuestion,
  refuseStep,
  type Step,
  steps,
  type TutorRoom,
} from '../../../domain/rooms/tutor-room.ts';
import { tryStorage } from '../../transport/storage.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { useChange } from '../../ui/hooks/hooks.ts';
import { Notice } from '../../ui/notice.tsx';
import { Rest } from '../../ui/rest.tsx';
import { RESULTS } from './result-mark.tsx';

interface StepBarProps {
  room: TutorRoom;
  /** Whether events arrive. */
  isLive: boolean;
  busy: boolean;
  /** Whether shortcut keys are on. */
  hasKeys: boolean;
  /** The usual next step. */
  proposed: Step | null;
  onStep: (step: Step) => void;
}

const stateWords = { asked: 'Open', closed: 'Closed', revealed: 'Revealed' } as const;

export function StepBar({ room, isLive, busy, hasKeys, proposed, onStep }: StepBarProps) {
  const current = currentQuestion(room);
  const words = useRef<HTMLOutputElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const others = steps.filter((step) => step !== proposed && refuseStep(room, step) === null);
  useChange(proposed, () => {
    // The button that had the focus is gone.
    if (proposed === null && document.activeElement === document.body)
      words.current?.focus({ preventScroll: true });
  });
  return (
    <section
      aria-label="Steps"
      // One bar over the width of the screen, on a phone with the tutor's links beneath it. At a
      // desk it goes on with the card above it.
      className={`bottom-(--edge) z-10 grid gap-2 border-rule bg-sheet max-lg:-mx-[clamp(1rem,4vw,2.5rem)] max-lg:items-center max-lg:gap-x-4 max-lg:border-t max-lg:px-[clamp(1rem,4vw,2.5rem)] max-lg:py-2 md:max-lg:border-b md:grid-cols-[1fr_auto] lg:items-center lg:gap-x-6 lg:rounded-md lg:border-2 lg:px-6 lg:py-4 lg:sheet-shadow lg:not-first:-mt-5 lg:not-first:rounded-t-none lg:not-first:border-t [@media(height>=30rem)]:max-lg:sticky [@media(height>=30rem)]:max-lg:order-last print:hidden ${current?.state === 'asked' ? 'lg:border-signal' : ''} ${current === null && isLive ? 'min-[20rem]:max-md:grid-cols-[auto_minmax(0,1fr)] max-[22rem]:text-note max-[22rem]:gap-x-3!' : ''}`}
    >
      {!isLive && (
        <div className="md:col-span-2">
          <NotLive />
        </div>
      )}
      <div className="flex flex-wrap justify-between gap-x-4 leading-snug md:block">
        <output ref={words} tabIndex={-1} className="block font-bold">
          {describe(room, proposed)}
        </output>
        {current !== null && (
          <>
            <span className="figures">
              <b>{current.answered}</b> of {current.booked} answered
              <span className="text-pencil">, {current.here} here</span>
            </span>
            <WhoAnswered question={current} students={room.students} />
          </>
        )}
      </div>
      {/* What stands under the finger has changed. */}
      <Rest after={`${current?.id} ${current?.round} ${current?.state}`}>
        <div className="flex flex-wrap gap-2 md:justify-end">
          {others.map((step) => (
            <StepButton
              key={step}
              step={step}
              variant="secondary"
              busy={busy}
              hasKey={hasKeys}
              onClick={() => {
                next.current?.focus({ preventScroll: true });
                onStep(step);
              }}
            />
          ))}
          {proposed !== null && (
            <StepButton
              ref={next}
              step={proposed}
              className="md:max-lg:min-w-44"
              busy={busy}
              hasKey={hasKeys}
              onClick={() => onStep(proposed)}
            />
          )}
        </div>
      </Rest>
    </section>
  );
}

/** In a larger class only those without an answer are named, up to this many. */
const MAX_NAMED = 8;

interface WhoAnsweredProps {
  question: AskedQuestion;
  students: TutorRoom['students'];
}

/** <WhoAnswered>: by short names, where the table of students is further down the page. */
function WhoAnswered({ question, students }: WhoAnsweredProps) {
  const isRevealed = question.state === 'revealed';
  const all = students.map((student) => ({
    ...student,
    result: answerOf(question, student.Student_ID),
  }));
  const toName = all.length > MAX_NAMED ? all.filter(({ result }) => result === null) : all;
  const more = toName.length - MAX_NAMED;
  const names = shortNames(students.map((student) => ({ ...student, id: student.Student_ID })));
  return (
    <ul className="mt-1 flex w-full flex-wrap gap-x-2 text-sm leading-snug min-[22rem]:gap-x-3 empty:hidden lg:hidden">
      {toName.slice(0, MAX_NAMED).map(({ Student_ID: id, result }) => {
        const { sign, word, colour } =
          result === null ? { sign: '○', word: 'nothing yet', colour: '' } : RESULTS[result];
        return (
          <li
            key={id}
            className={`flex min-w-0 gap-1 ${result === null ? 'text-pencil' : 'font-bold'}`}
          >
            <span aria-hidden="true" className={isRevealed ? colour : ''}>
              {sign === '•' ? '●' : sign}
            </span>
            <span className="max-w-[9em] truncate">{names.get(id)}</span>
            <span className="sr-only">: {word}</span>
          </li>
        );
      })}
      {more > 0 && <li className="text-pencil">and {more} more</li>}
    </ul>
  );
}

function describe(room: TutorRoom, proposed: Step | null): string {
  const current = currentQuestion(room);
  if (current === null) return proposed === null ? 'Choose a question to ask' : 'Nothing asked yet';
  const state = `${stateWords[current.state]}${current.round === 2 ? ', second round' : ''}`;
  return proposed === null ? `${state}. All asked.` : state;
}

interface StepButtonProps extends ButtonProps {
  step: Step;
  hasKey: boolean;
}

function StepButton({ step, hasKey, className = '', ...rest }: StepButtonProps) {
  return (
    <Button
      {...rest}
      className={`flex-1 px-2! md:min-h-13 md:px-4! md:whitespace-nowrap ${className}`}
      aria-keyshortcuts={hasKey ? STEP_KEYS[step] : undefined}
      onKeyDown={(event) => {
        // A key held down would walk through the steps.
        if (event.repeat && event.key === 'Enter') event.preventDefault();
      }}
    >
      <span>{STEP_WORDS[step]}</span>
      {hasKey && (
        <kbd
          aria-hidden="true"
          className="rounded-sm border border-current px-1.5 font-sans text-sm leading-tight font-normal uppercase max-md:hidden pointer-coarse:hidden"
        >
          {STEP_KEYS[step]}
        </kbd>
      )}
    </Button>
  );
}

const STORED = 'room-shortcuts';

/** Shortcut keys for the tutor's steps. They can be switched off, which is remembered. */
const STEP_KEYS: Readonly<Record<Step, string>> = {
  close: 'c',
  again: 'a',
  reveal: 'r',
  next: 'n',
};

const STEP_WORDS: Readonly<Record<Step, string>> = {
  close: 'Close',
  again: 'Second round',
  reveal: 'Reveal',
  next: 'Ask next question',
};

interface Shortcuts {
  readonly isOn: boolean;
  readonly setOn: (isOn: boolean) => void;
}

/** Takes steps by keys while they are on and `isWanted`. */
export function useShortcuts(onStep: (step: Step) => void, isWanted: boolean): Shortcuts {
  const [isOn, setOn] = useState(
    () => tryStorage('device', (storage) => storage.getItem(STORED)) !== 'off',
  );
  useEffect(() => {
    if (!isOn || !isWanted) return undefined;
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, repeat } = event;
      if (ctrlKey || metaKey || altKey || repeat) return;
      const step = steps.find((one) => STEP_KEYS[one] === key.toLowerCase());
      if (step !== undefined) onStep(step);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn, isWanted, onStep]);
  return {
    isOn,
    setOn: (next) => {
      setOn(next);
      tryStorage('device', (storage) => storage.setItem(STORED, next ? 'on' : 'off'));
    },
  };
}

export function ShortcutSettings({ shortcuts: { isOn, setOn } }: { shortcuts: Shortcuts }) {
  return (
    <section
      aria-labelledby="shortcuts"
      className="grid gap-2 print:hidden max-md:hidden pointer-coarse:hidden"
    >
      <h2 id="shortcuts" className="text-heading">
        Shortcut keys
      </h2>
      <Switch
        label="Use shortcut keys"
        hint="Switch them off if you dictate, or press keys by accident."
        checked={isOn}
        onChange={setOn}
      />
      <dl className={`flex flex-wrap gap-x-6 gap-y-1 ${isOn ? '' : 'text-pencil line-through'}`}>
        {steps.map((step) => (
          <div key={step} className="flex items-baseline gap-2">
            <dt>
              <kbd className="rounded-sm border border-rule px-1.5 font-sans font-bold uppercase">
                {STEP_KEYS[step]}
              </kbd>
            </dt>
            <dd className="m-0">{STEP_WORDS[step]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** <NotLive>: the stream of the room is cut. */
export function NotLive() {
  return (
    <Notice as="output" tone="caution" className="block font-bold text-caution print:hidden">
      Not live: reconnecting. What you asked stays, and students can answer.
    </Notice>
  );
}
