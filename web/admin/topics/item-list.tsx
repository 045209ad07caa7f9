// <ItemList>: the items of a topic in their order, which buttons and dragging change.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

import type { Item } from '../../../domain/topics/topic.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DraggableRow, type DraggableRowProps } from '../../ui/draggable-row.tsx';
import { useRowDrag } from '../../ui/hooks/use-row-drag.ts';
import { SiteLink } from '../../ui/link-button.tsx';
import { Rendered } from '../../ui/rendered.tsx';
import { nameItem, describeItem, kindLabels, questionPath } from './topic-words.ts';

/** The button that was pressed, until its item has moved. */
interface PressedButton {
  readonly id: string;
  readonly button: MoveButton;
  readonly to: number;
}

interface ItemListProps {
  topicId: string;
  items: readonly Item[];
  /** The item to show and focus, which was edited before. */
  shownId: string | null;
  /** Receives the ids in their new order. */
  onOrder: (itemIds: readonly string[]) => void;
  /** For a video or slides; a question has an address of its own. */
  onEdit: (item: Item) => void;
  onDelete: (item: Item) => void;
}

export function ItemList({ topicId, items, shownId, onOrder, onEdit, onDelete }: ItemListProps) {
  const list = useRef<HTMLOListElement>(null);
  const [announced, setAnnounced] = useState('');
  const pressed = useRef<PressedButton | null>(null);
  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined) return;
    onOrder(
      items
        .toSpliced(from, 1)
        .toSpliced(to, 0, item)
        .map(({ id }) => id),
    );
    setAnnounced(`${nameItem(item)}: now ${to + 1} of ${items.length}`);
  };
  const { handle, look } = useRowDrag(list, move);

  useLayoutEffect(() => {
    if (pressed.current === null) return;
    const { id, button, to } = pressed.current;
    if (items[to]?.id !== id) return;
    pressed.current = null;
    const buttons = [...(rowOf(id)?.querySelectorAll<HTMLElement>('[data-move]') ?? [])];
    // The pressed button is gone if the item has reached an end of the list.
    (buttons.find(({ dataset }) => dataset['move'] === button) ?? buttons[0])?.focus();
  });
  useEffect(() => {
    const row = shownId === null ? null : rowOf(shownId);
    row?.scrollIntoView({ block: 'center', behavior: 'instant' });
    row?.querySelector<HTMLElement>('[data-edit]')?.focus({ preventScroll: true });
  }, [shownId]);

  return (
    <>
      <Card>
        <ol ref={list}>
          {items.map((item, index) => (
            <ItemRow
              key={item.id}
              id={rowId(item.id)}
              topicId={topicId}
              item={item}
              place={index}
              places={items.length}
              handle={handle(index)}
              look={look(index, items.length)}
              onMove={(button) => {
                const to = button === 'up' ? index - 1 : index + 1;
                pressed.current = { id: item.id, button, to };
                move(index, to);
              }}
              onEdit={() => onEdit(item)}
              onDelete={() => onDelete(item)}
            />
          ))}
        </ol>
      </Card>
      <output className="sr-only">{announced}</output>
    </>
  );
}

const rowOf = (itemId: string) => document.getElementById(rowId(itemId));

const rowId = (itemId: string) => `item-${itemId}`;

type MoveButton = 'up' | 'down';

interface ItemRowProps extends Pick<DraggableRowProps, 'handle' | 'look'> {
  id: string;
  topicId: string;
  item: Item;
  /** From 0. */
  place: number;
  places: number;
  onMove: (button: MoveButton) => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** <ItemRow>: one video, slides or question of a topic, with its actions. */
function ItemRow(props: ItemRowProps) {
  const { id, topicId, item, place, places, handle, look, onMove, onEdit, onDelete } = props;
  const name = nameItem(item);
  const move = (button: MoveButton) => (
    <Button
      variant="quiet"
      size="compact"
      className="w-11 px-0! text-lg no-underline!"
      aria-label={`Move ${button}: ${name}`}
      data-move={button}
      onClick={() => onMove(button)}
    >
      {button === 'up' ? '↑' : '↓'}
    </Button>
  );
  return (
    <DraggableRow
      id={id}
      className="grid-cols-[2.75rem_minmax(0,1fr)] py-2 pr-3 sm:pr-4"
      handleClass="h-11"
      handle={handle}
      look={look}
    >
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
          <span className="ml-auto flex lg:order-first">
            {place > 0 && move('up')}
            {place < places - 1 ? move('down') : <span className="w-11" />}
          </span>
        </div>
      </div>
    </DraggableRow>
  );
}

/** A title, which leads to what it names, or the first paragraph of a question. */
function Title({ item }: { item: Item }) {
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
      className="inline-block min-h-11 content-center font-bold underline decoration-rule underline-offset-4 wrap-anywhere hover:decoration-signal hover:decoration-2"
    >
      {item.title}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
