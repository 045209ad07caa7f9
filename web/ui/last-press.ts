// The last key or pointer that was pressed: buttons of Safari do not take the focus when they are
// tapped, so `document.activeElement` does not say which one was.

let last: Event | null = null;
let row: Element | null = null;

/** Call it once, before anything can be pressed. */
export function followPresses(): void {
  for (const type of ['keydown', 'pointerdown'])
    document.addEventListener(
      type,
      (event) => {
        last = event;
        // The button may be gone once its work is done, its row seldom is.
        row = event.target instanceof Element ? event.target.closest('li, tr') : null;
      },
      true,
    );
}

export const lastPress = (): Event | null => last;

/** The row of a list or a table that it was in. */
export const pressedRow = (): Element | null => row;
