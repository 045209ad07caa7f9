// useRowDrag(): drags a row of a list by its handle, with a mouse, a pen or a finger. Buttons do
// the same for the keyboard.
import { type ComponentProps, type RefObject, useState } from 'react';

interface Drag {
  readonly from: number;
  /** The place among the other rows, from 0. */
  readonly to: number;
  /** Where the drag began, and how far it has come, in pixels of the page. */
  readonly startY: number;
  readonly moved: number;
}

interface RowLook {
  /** How far the dragged row is from its place, in pixels; 0 for the others. */
  readonly offset: number;
  readonly isDragged: boolean;
  /** The edge at which the dragged row would be dropped. */
  readonly edge: 'above' | 'below' | null;
}

/** So near to the edge of the window the page scrolls along, in pixels. */
const EDGE = 72;
const SCROLL_STEP = 16;

/** The rows are the children of `list`. */
export function useRowDrag(
  list: RefObject<HTMLElement | null>,
  onDrop: (from: number, to: number) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null);

  const placeAt = (y: number, from: number) =>
    [...(list.current?.children ?? [])].filter((row, index) => {
      const { top, height } = row.getBoundingClientRect();
      return index !== from && top + height / 2 < y;
    }).length;

  const handle = (index: number): ComponentProps<'span'> => ({
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from: index, to: index, startY: event.pageY, moved: 0 });
    },
    onPointerMove: ({ clientY, pageY }) => {
      if (drag === null) return;
      if (clientY < EDGE) window.scrollBy({ top: -SCROLL_STEP });
      if (clientY > window.innerHeight - EDGE) window.scrollBy({ top: SCROLL_STEP });
      setDrag({ ...drag, to: placeAt(clientY, drag.from), moved: pageY - drag.startY });
    },
    onPointerUp: () => {
      setDrag(null);
      if (drag !== null && drag.to !== drag.from) onDrop(drag.from, drag.to);
    },
    onPointerCancel: () => setDrag(null),
  });

  const look = (index: number, rows: number): RowLook => {
    if (drag === null) return { offset: 0, isDragged: false, edge: null };
    if (index === drag.from) return { offset: drag.moved, isDragged: true, edge: null };
    const place = index < drag.from ? index : index - 1;
    const isStill = drag.to === drag.from;
    if (!isStill && place === drag.to) return { offset: 0, isDragged: false, edge: 'above' };
    const isLast = !isStill && drag.to === rows - 1 && place === rows - 2;
    return { offset: 0, isDragged: false, edge: isLast ? 'below' : null };
  };
  return { handle, look };
}
