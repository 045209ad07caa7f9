// useChange(step, () => heading.focus()): acts after a value has changed, but not at the start.
import { useEffect, useRef } from 'react';

export function useChange(value: unknown, act: () => void): void {
  const before = useRef(value);
  useEffect(() => {
    if (Object.is(before.current, value)) return;
    before.current = value;
    act();
  });
}
