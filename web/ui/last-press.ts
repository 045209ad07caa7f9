// The last key or pointer that was pressed: buttons of Safari do not take the focus when they are
// tapped, so `document.activeElement` does not say which one was.

let last: Event | null = null;

/** Call it once, before anything can be pressed. */
export function followPresses(): void {
  for (const type of ['keydown', 'pointerdown'])
    document.addEventListener(type, (event) => (last = event), true);
}

export const lastPress = (): Event | null => last;
