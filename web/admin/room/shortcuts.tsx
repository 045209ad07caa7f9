// Shortcut keys for the tutor's steps. They can be switched off, which is remembered.
import { useEffect, useState } from 'react';

import { type Step, steps } from '../../../domain/rooms/tutor-room.ts';
import { tryStorage } from '../../transport/storage.ts';
import { Switch } from '../../ui/forms/choice.tsx';

const STORED = 'room-shortcuts';

export const STEP_KEYS: Readonly<Record<Step, string>> = {
  close: 'c',
  again: 'a',
  reveal: 'r',
  next: 'n',
};

export const STEP_WORDS: Readonly<Record<Step, string>> = {
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

export function ShortcutSettings({
  shortcuts: { isOn, setOn },
}: {
  readonly shortcuts: Shortcuts;
}) {
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
