// <ItemList>: the items of a topic in their order, which buttons and dragging change.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

import type { Item } from '../../../domain/topics/topic.ts';
import { Card } from '../../ui/card.tsx';
import { useRowDrag } from '../../ui/hooks/use-row-drag.ts';
import { ItemRow, type MoveButton } from './item-row.tsx';
import { nameItem } from './topic-words.ts';

/** The button that was pressed, until its item has moved. */
interface PressedButton {
  readonly id: string;
  readonly button: MoveButton;
  readonly to: number;
}

interface ItemListProps {
  readonly topicId: string;
  readonly items: readonly Item[];
  /** The item to show and focus, which was edited before. */
  readonly shownId: string | null;
  /** Receives the ids in their new order. */
  readonly onOrder: (itemIds: readonly string[]) => void;
  /** For a video or slides; a question has an address of its own. */
  readonly onEdit: (item: Item) => void;
  readonly onDelete: (item: Item) => void;
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
