// <EntryRow>: one entry of a list of the site's words, with its actions.
import { type ComponentProps, type ReactNode, useId } from 'react';

import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { useRowDrag } from '../../ui/hooks/use-row-drag.ts';
import { faultsBelow, type SiteEditor } from './editing.ts';

interface EntryRowProps {
  readonly path: string;
  readonly name: string;
  /** Whether the entry is a single line, which is always open. */
  readonly isLine: boolean;
  /** From 0. */
  readonly place: number;
  readonly places: number;
  readonly isOpen: boolean;
  readonly faults: SiteEditor['faults'];
  readonly canRemove: boolean;
  readonly handle: ComponentProps<'span'>;
  readonly look: ReturnType<ReturnType<typeof useRowDrag>['look']>;
  readonly onToggle: () => void;
  readonly onMove: (button: 'up' | 'down') => void;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

const edges = {
  above: 'shadow-[inset_0_3px_0_var(--color-signal)]',
  below: 'shadow-[inset_0_-3px_0_var(--color-signal)]',
} as const;
const small = 'px-2.5!';

export function EntryRow(props: EntryRowProps) {
  const { path, name, isLine, place, places, isOpen, faults, canRemove } = props;
  const { handle, look, onToggle, onMove, onRemove, children } = props;
  const { offset, isDragged, edge } = look;
  const id = useId();
  const isFaulty = faultsBelow(faults, path) > 0;
  const move = (button: 'up' | 'down') => (
    <Button
      variant="quiet"
      className={small}
      aria-label={`Move ${button}: ${name}`}
      data-move={button}
      onClick={() => onMove(button)}
    >
      {button === 'up' ? 'Up' : 'Down'}
    </Button>
  );
  return (
    <li
      style={{ translate: `0 ${offset}px` }}
      className={`grid grid-cols-[2.25rem_minmax(0,1fr)] items-start border-b border-line bg-sheet pr-2 last:border-b-0 ${isDragged ? 'relative z-10 lifted-shadow' : ''} ${edge === null ? '' : edges[edge]}`}
    >
      {/* For a pointer alone; the buttons do the same. */}
      <span
        aria-hidden="true"
        title="Drag to move"
        className="grid h-12 cursor-grab touch-none place-items-center text-lg text-pencil select-none active:cursor-grabbing"
        {...handle}
      >
        ⠿
      </span>
      <div className="min-w-0">
        {!isLine && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            className="flex min-h-12 w-full cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 py-2 text-left leading-snug font-bold wrap-anywhere underline decoration-rule decoration-1 underline-offset-4 hover:decoration-signal hover:decoration-2"
            onClick={onToggle}
          >
            {name}
            {isFaulty && <Badge tone="negative">To correct</Badge>}
          </button>
        )}
        <div
          id={id}
          hidden={!isLine && !isOpen}
          className={`grid grid-cols-1 gap-4 pb-1 ${isLine ? 'pt-1.5' : 'pt-1'} [&[hidden]]:hidden`}
        >
          {(isLine || isOpen) && children}
        </div>
        <div className="-ml-2.5 flex flex-wrap">
          {place > 0 && move('up')}
          {place < places - 1 && move('down')}
          {canRemove && (
            <Button
              variant="quiet"
              className={small}
              aria-label={`Remove ${name}`}
              onClick={onRemove}
            >
              Remove
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}
