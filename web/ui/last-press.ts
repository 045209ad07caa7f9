// The last key or pointer that was pressed: buttons of Safari do not take the focus when they are
// tapped, so `document.activeElement` does not say which one was. Its row of a list or a table has
// `data-pressed`, because the button may be gone once its work is done.

let last: Event | null = null;
let row: Element | null = null;

/** Call it once, before anything can be pressed. */
export function followPresses(): void {
  for (const type of ['keydown', 'pointerdown'])
    document.addEventListener(
      type,
      (event) => {
        last = event;
        row?.toggleAttribute('data-pressed');
        row = event.target instanceof Element ? event.target.closest('li, tr') : null;
        row?.toggleAttribute('data-pressed');
      },
      true,
    );
}

export const lastPress = (): Event | null => last;
