// useReturnFocus(isOpen, sheet): gives the focus back once a dialog is gone, unless something else
// has taken it.
import { createContext, type RefObject, use, useLayoutEffect, useRef } from 'react';

import { lastPress } from '../last-press.ts';

type ElementRef = RefObject<HTMLElement | null>;

/** The title of the dialog that another one is opened from; null on the page. */
export const TitleContext = createContext<ElementRef | null>(null);

/**
 * Returns what to call when the dialog is being removed. News may come with the same render, and
 * its effect takes the focus only after this call: so it is decided a microtask later who has it.
 * The effect comes before that microtask and keeps the focus, or after it and takes it.
 */
export function useReturnFocus(isOpen: boolean, sheet: ElementRef): (byKey: boolean) => void {
  const outerTitle = use(TitleContext);
  const opener = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (isOpen) opener.current = lastActedOn();
  }, [isOpen]);
  return (byKey) => {
    queueMicrotask(() => {
      // Without its sheet the dialog is gone; what had the focus in it left it to the page's body.
      if (sheet.current !== null || document.activeElement !== document.body) return;
      const target = targetOf(opener.current, outerTitle);
      target?.focus({ preventScroll: true, focusVisible: byKey });
    });
  };
}

/** What a press on a part of it acts on. */
const CONTROL = 'a[href], button, input, select, summary, textarea, [role="button"], [tabindex]';

/** Whether the last thing that the person did was to press a key. */
export const wasByKey = (): boolean => lastPress()?.type === 'keydown';

/** What the person acted on last; null if that is not known. */
function lastActedOn(): HTMLElement | null {
  const target = wasByKey() ? null : lastPress()?.target;
  const pressed = target instanceof Element ? target.closest<HTMLElement>(CONTROL) : null;
  if (pressed?.isConnected === true) return pressed;
  const { activeElement, body } = document;
  return activeElement instanceof HTMLElement && activeElement !== body ? activeElement : null;
}

/** Never an element behind a dialog that is still open. */
function targetOf(opener: HTMLElement | null, outerTitle: ElementRef | null): HTMLElement | null {
  if (opener?.isConnected === true) return opener;
  if (outerTitle !== null) return outerTitle.current;
  return opener === null ? null : document.querySelector('main');
}
