// <StepBar>: close, second round, reveal, next: each always at the same place at the lower edge,
// with the usual next step in colour.
import { type SubmitEvent, useEffect, useState } from 'react';

import {
  currentQuestion,
  refuseStep,
  type Step,
  steps,
  type TutorRoom,
} from '../../../domain/rooms/tutor-room.ts';
import { tryStorage } from '../../transport/storage.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { Notice } from '../../ui/notice.tsx';

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
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const step = steps.find((one) => one === event.nativeEvent.submitter?.dataset['step']);
    if (step !== undefined) onStep(step);
  };
  return (
    <form
      aria-label="Steps"
      className="sticky bottom-[calc(var(--edge)+0.5rem)] z-10 -mx-1 grid gap-2 rounded-md border border-rule bg-sheet p-3 lifted-shadow print:hidden"
      onSubmit={submit}
    >
      {!isLive && <NotLive />}
      <div className="flex flex-wrap justify-between gap-x-4 leading-snug">
        <output className="font-bold">
          {current === null
            ? 'Nothing asked yet'
            : `${stateWords[current.state]}${current.round === 2 ? ', second round' : ''}`}
        </output>
        {current !== null && (
          <span className="figures">
            <b>{current.answered}</b> of {current.booked} answered
            <span className="text-pencil">, {current.here} here</span>
          </span>
        )}
      </div>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {steps.map((step) => (
          <StepButton
            key={step}
            step={step}
            isProposed={step === proposed}
            reason={refuseStep(room, step)}
            busy={busy}
            hasKey={hasKeys}
          />
        ))}
      </div>
    </form>
  );
}

interface StepButtonProps {
  step: Step;
  isProposed: boolean;
  /** Why the step cannot be taken now. */
  reason: string | null;
  busy: boolean;
  hasKey: boolean;
}

/** Keeps its place and the focus, whatever the state. */
function StepButton({ step, isProposed, reason, busy, hasKey }: StepButtonProps) {
  const isOut = reason !== null;
  const look = isOut
    ? 'cursor-not-allowed! border-line! bg-faint! text-pencil!'
    : busy
      ? 'opacity-70'
      : '';
  return (
    <button
      type="submit"
      data-step={step}
      aria-disabled={isOut || busy || undefined}
      aria-keyshortcuts={hasKey ? STEP_KEYS[step] : undefined}
      title={reason ?? undefined}
      className={buttonClass(
        isProposed ? 'primary' : 'secondary',
        'regular',
        `min-h-13 px-2! max-sm:text-note ${look}`,
      )}
    >
      {STEP_WORDS[step]}
      {hasKey && (
        <kbd
          aria-hidden="true"
          className="rounded-sm border border-current px-1.5 font-sans text-sm leading-tight font-normal uppercase max-sm:hidden pointer-coarse:hidden"
        >
          {STEP_KEYS[step]}
        </kbd>
      )}
    </button>
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
  next: 'Next question',
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
    <section aria-labelledby="shortcuts" className="grid gap-2 print:hidden pointer-coarse:hidden">
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
