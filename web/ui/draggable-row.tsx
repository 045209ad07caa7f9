// <DraggableRow>: a row of a list that useRowDrag() moves, with its handle.
import type { ComponentProps, ReactNode } from 'react';

import type { useRowDrag } from './hooks/use-row-drag.ts';

export interface DraggableRowProps {
  id?: string;
  /** The columns of the handle and the content, and the padding. */
  className: string;
  /** The height of the handle: that of the row's first line. */
  handleClass: string;
  handle: ComponentProps<'span'>;
  look: ReturnType<ReturnType<typeof useRowDrag>['look']>;
  children: ReactNode;
}

const edges = {
  above: 'shadow-[inset_0_3px_0_var(--color-signal)]',
  below: 'shadow-[inset_0_-3px_0_var(--color-signal)]',
} as const;

export function DraggableRow(props: DraggableRowProps) {
  const { id, className, handleClass, handle, look, children } = props;
  const { offset, isDragged, edge } = look;
  return (
    <li
      id={id}
      style={{ translate: `0 ${offset}px` }}
      className={`grid items-start border-b border-line bg-sheet last:border-b-0 ${className} ${isDragged ? 'relative z-10 lifted-shadow' : ''} ${edge === null ? '' : edges[edge]}`}
    >
      {/* For a pointer alone; the buttons do the same. */}
      <span
        aria-hidden="true"
        title="Drag to move"
        className={`grid cursor-grab touch-none place-items-center text-lg text-pencil select-none active:cursor-grabbing ${handleClass}`}
        {...handle}
      >
        ⠿
      </span>
      {children}
    </li>
  );
}
