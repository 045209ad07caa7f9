// Small hooks. useNow(): the time as state, so that whatever depends on the clock (a lesson that
// starts, a new day) updates by itself.
import { useEffect, useState, useRef, type RefObject, useSyncExternalStore } from 'react';

/** Epoch milliseconds, read again every `everyMs` and whenever the page becomes visible. */
export function useNow(everyMs = 15_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, everyMs);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [everyMs]);
  return now;
}

/** useChange(step, () => heading.focus()): acts after a value has changed, but not at the start. */
export function useChange(value: unknown, act: () => void): void {
  const before = useRef(value);
  useEffect(() => {
    if (Object.is(before.current, value)) return;
    before.current = value;
    act();
  });
}

/** While `isFrozen`, the value of the last render before. */
export function useFrozen<Value>(value: Value, isFrozen: boolean): Value {
  const [before, setBefore] = useState(value);
  if (!isFrozen && before !== value) setBefore(value);
  return isFrozen ? before : value;
}

/** const isMounted = useIsMounted(): whether a component is still there when an answer arrives. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}

/** The first value is settled from the start. Values are compared by identity. */
export function useSettled<Value>(value: Value, pauseMs: number): Value {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}

const isVisible = () => document.visibilityState === 'visible';

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/**
 * useVisible(): whether the page is visible, rather than a background tab or prerendered by the
 * browser.
 */
export function useVisible(): boolean {
  return useSyncExternalStore(subscribe, isVisible, () => false);
}
