// How the person acts, and on what: buttons of Safari do not take the focus when they are tapped,
// so `document.activeElement` does not say which one was.

let isByKey = false;
let pressed: HTMLElement | null = null;

/** What a press on a part of it acts on. */
const CONTROL = 'a[href], button, input, select, summary, textarea, [role="button"], [tabindex]';

/** Call it once, before anything can be pressed. */
export function followPresses(): void {
  const rightAway = { capture: true, passive: true };
  document.addEventListener('keydown', () => void (isByKey = true), rightAway);
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      isByKey = false;
      pressed = target instanceof Element ? target.closest<HTMLElement>(CONTROL) : null;
    },
    rightAway,
  );
}

/** Whether the last thing that the person did was to press a key. */
export const wasByKey = (): boolean => isByKey;

/** What the person acted on last; null if that is not known. */
export function lastActedOn(): HTMLElement | null {
  const { activeElement, body } = document;
  if (!isByKey && pressed?.isConnected === true) return pressed;
  return activeElement instanceof HTMLElement && activeElement !== body ? activeElement : null;
}
