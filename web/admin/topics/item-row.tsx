// <ItemRow>: one video, slides or question of a topic, with its actions.
import type { ComponentProps } from 'react';

import type { Item } from '../../../domain/topics/topic.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import type { useRowDrag } from '../../ui/hooks/use-row-drag.ts';
import { Rendered } from '../../ui/rendered.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { describeItem, kindLabels, nameItem, questionPath } from './topic-words.ts';

export type MoveButton = 'up' | 'down';

interface ItemRowProps {
  readonly id: string;
  readonly topicId: string;
  readonly item: Item;
  /** From 0. */
  readonly place: number;
  readonly places: number;
  readonly handle: ComponentProps<'span'>;
  readonly look: ReturnType<ReturnType<typeof useRowDrag>['look']>;
  readonly onMove: (button: MoveButton) => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

const edges = {
  above: 'shadow-[inset_0_3px_0_var(--color-signal)]',
  below: 'shadow-[inset_0_-3px_0_var(--color-signal)]',
} as const;

export function ItemRow(props: ItemRowProps) {
  const { id, topicId, item, place, places, handle, look, onMove, onEdit, onDelete } = props;
  const { offset, isDragged, edge } = look;
  const name = nameItem(item);
  const move = (button: MoveButton) => (
    <Button
      variant="quiet"
      size="compact"
      aria-label={`Move ${button}: ${name}`}
      data-move={button}
      onClick={() => onMove(button)}
    >
      {/* On a phone the four buttons share a line. */}
      <span className="max-sm:hidden">Move {button}</span>
      <span className="sm:hidden">{button === 'up' ? 'Up' : 'Down'}</span>
    </Button>
  );
  return (
    <li
      id={id}
      style={{ translate: `0 ${offset}px` }}
      className={`grid grid-cols-[2.75rem_minmax(0,1fr)] items-start border-b border-line bg-sheet py-2 pr-3 last:border-b-0 sm:pr-4 ${isDragged ? 'relative z-10 lifted-shadow' : ''} ${edge === null ? '' : edges[edge]}`}
    >
      {/* For a pointer alone; the buttons do the same. */}
      <span
        aria-hidden="true"
        title="Drag to move"
        className="grid h-11 cursor-grab touch-none place-items-center text-lg text-pencil select-none active:cursor-grabbing"
        {...handle}
      >
        ⠿
      </span>
      <div className="grid grid-cols-1 items-center gap-x-4 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div className="py-1.5">
          <Title item={item} />
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-pencil">
            <Badge tone={item.kind === 'question' ? 'signal' : 'plain'}>
              {kindLabels[item.kind]}
            </Badge>
            {describeItem(item)}
          </p>
        </div>
        <div className="-ml-3 flex flex-wrap lg:ml-0">
          {place > 0 && move('up')}
          {place < places - 1 && move('down')}
          {item.kind === 'question' ? (
            <SiteLink
              href={questionPath(topicId, item.id)}
              aria-label={`Edit ${name}`}
              data-edit=""
              className={buttonClass('quiet', 'compact')}
            >
              Edit
            </SiteLink>
          ) : (
            <Button
              variant="quiet"
              size="compact"
              aria-label={`Edit ${name}`}
              data-edit=""
              onClick={onEdit}
            >
              Edit
            </Button>
          )}
          <Button variant="quiet" size="compact" aria-label={`Delete ${name}`} onClick={onDelete}>
            Delete
          </Button>
        </div>
      </div>
    </li>
  );
}

/** A title, which leads to what it names, or the first paragraph of a question. */
function Title({ item }: { readonly item: Item }) {
  if (item.kind === 'question')
    return (
      <Rendered
        className="font-bold wrap-anywhere [&>:not(:first-child)]:hidden"
        html={item.question.text_html}
      />
    );
  return (
    <a
      href={item.address}
      target="_blank"
      rel="noreferrer"
      className="inline-block py-0.5 font-bold underline decoration-rule underline-offset-4 wrap-anywhere hover:decoration-signal hover:decoration-2"
    >
      {item.title}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
