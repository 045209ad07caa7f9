// Keys for the tutor's hands during a lesson. They can be switched off, which is remembered.
import { useEffect, useState } from 'react';

import { Switch } from '../../ui/switch.tsx';

const STORED = 'room-shortcuts';

/** `keys` says what each key does now; keys that do nothing are left out. */
export function Shortcuts({ keys }: { readonly keys: Readonly<Record<string, () => void>> }) {
  const [isOn, setOn] = useState(() => localStorage.getItem(STORED) !== 'off');
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, select, [contenteditable]') !== null;
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping) return;
      keys[event.key.toLowerCase()]?.();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn, keys]);
  return (
    <Switch
      label="Shortcut keys"
      hint="C closes the question, A asks it again, R reveals the answer."
      checked={isOn}
      onChange={(checked) => {
        setOn(checked);
        localStorage.setItem(STORED, checked ? 'on' : 'off');
      }}
    />
  );
}
