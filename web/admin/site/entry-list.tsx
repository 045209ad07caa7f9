// <EntryList>: a list of the site's words, such as the reviews. Entries are added, removed, which
// can be undone, and moved, by buttons and by dragging. One entry is open at a time.
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState, useId } from 'react';

import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DraggableRow, type DraggableRowProps } from '../../ui/draggable-row.tsx';
import { useRowDrag } from '../../ui/hooks/use-row-drag.ts';
import { Notice } from '../../ui/notice.tsx';
import { listAt, textAt, faultsBelow, useEditing, type List, type SiteEditor } from './editing.ts';

interface EntryListProps {
  path: string;
  list: List;
  /** The fields of the entry at this path. */
  children: (entry: string) => ReactNode;
}

interface RemovedEntry {
  readonly index: number;
  readonly entry: unknown;
  readonly name: string;
}

export function EntryList({ path, list, children }: EntryListProps) {
  const { faults } = useEditing();
  const { label, one, min, max, fields, empty } = list;
  const rows = useRef<HTMLOListElement>(null);
  const { entries, opened, removed, announced, nameOf, ...actions } = useEntries(path, list, rows);
  const { move, moveByButton, insert, remove, toggle } = actions;
  const { handle, look } = useRowDrag(rows, move);
  const undo = useRef<HTMLButtonElement>(null);
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="mb-1.5 font-bold">{label}</legend>
      <ol ref={rows} className="rounded-md border border-line">
        {entries.map((_, index) => {
          const entry = `${path}.${index}`;
          return (
            <EntryRow
              // Entries have nothing else that stays the same.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              path={entry}
              name={nameOf(index)}
              isLine={fields === null}
              place={index}
              places={entries.length}
              isOpen={opened === index || faultsBelow(faults, entry) > 0}
              faults={faults}
              canRemove={entries.length > min}
              handle={handle(index)}
              look={look(index, entries.length)}
              onToggle={() => toggle(index)}
              onMove={(button) => moveByButton(index, button)}
              onRemove={() => {
                remove(index);
                // The pressed button is gone.
                requestAnimationFrame(() => undo.current?.focus());
              }}
            >
              {children(entry)}
            </EntryRow>
          );
        })}
      </ol>
      <output className="sr-only">{announced}</output>
      {removed !== null && (
        <RemovedNotice
          name={removed.name}
          undo={undo}
          onUndo={() => insert(Math.min(removed.index, entries.length), removed.entry)}
        />
      )}
      {min < max && (
        <div>
          <Button
            variant="secondary"
            disabledReason={entries.length < max ? null : `There can be up to ${max}.`}
            onClick={() => insert(entries.length, empty)}
          >
            Add a {one.toLowerCase()}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** The entries of the list, what can be done with them, and which one is open. */
function useEntries(path: string, { one, fields }: List, rows: RefObject<HTMLElement | null>) {
  const { content, change } = useEditing();
  const entries = listAt(content, path);
  const [opened, setOpened] = useState<number | null>(null);
  const [removed, setRemoved] = useState<RemovedEntry | null>(null);
  const [announced, setAnnounced] = useState('');
  /** What takes the focus once the change is rendered: an element of a row. */
  const next = useRef<{ readonly row: number; readonly selector: string } | null>(null);
  useLayoutEffect(() => {
    if (next.current === null) return;
    const { row, selector } = next.current;
    next.current = null;
    const entry = rows.current?.children[row];
    // The pressed button is gone if the entry has reached an end of the list.
    const target = entry?.querySelector<HTMLElement>(selector) ?? entry?.querySelector('button');
    target?.focus();
  });
  const nameOf = (index: number) => {
    const key = fields?.find(({ kind }) => kind === 'text')?.key;
    const text = textAt(
      content,
      key === undefined ? `${path}.${index}` : `${path}.${index}.${key}`,
    );
    return text.trim() === '' ? `${one} ${index + 1}` : text;
  };
  const move = (from: number, to: number) => {
    change(path, entries.toSpliced(from, 1).toSpliced(to, 0, entries[from]));
    setOpened((index) => placeAfter(index, from, to));
    setRemoved(null);
    setAnnounced(`${nameOf(from)}: now ${to + 1} of ${entries.length}`);
  };
  return {
    entries,
    opened,
    removed,
    announced,
    nameOf,
    move,
    moveByButton: (index: number, button: 'up' | 'down') => {
      const to = button === 'up' ? index - 1 : index + 1;
      next.current = { row: to, selector: `[data-move="${button}"]` };
      move(index, to);
    },
    insert: (index: number, entry: unknown) => {
      change(path, entries.toSpliced(index, 0, entry));
      setOpened(index);
      setRemoved(null);
      next.current = { row: index, selector: 'input, textarea' };
    },
    remove: (index: number) => {
      change(path, entries.toSpliced(index, 1));
      setOpened(null);
      setRemoved({ index, entry: entries[index], name: nameOf(index) });
    },
    toggle: (index: number) => setOpened(opened === index ? null : index),
  };
}

interface RemovedNoticeProps {
  name: string;
  undo: RefObject<HTMLButtonElement | null>;
  onUndo: () => void;
}

/** <RemovedNotice>: brings back the entry that was removed last. */
function RemovedNotice({ name, undo, onUndo }: RemovedNoticeProps) {
  return (
    <Notice tone="caution" layout="row">
      <output className="min-w-0 flex-1 py-1.5">“{name}” is removed.</output>
      <Button ref={undo} variant="quiet" size="compact" className="-mr-3" onClick={onUndo}>
        Undo
      </Button>
    </Notice>
  );
}

/** Where the entry at `index` is once another, or itself, has moved. */
function placeAfter(index: number | null, from: number, to: number): number | null {
  if (index === null || index === from) return index === null ? null : to;
  const without = index > from ? index - 1 : index;
  return without >= to ? without + 1 : without;
}

interface EntryRowProps extends Pick<DraggableRowProps, 'handle' | 'look'> {
  path: string;
  name: string;
  /** Whether the entry is a single line, which is always open. */
  isLine: boolean;
  /** From 0. */
  place: number;
  places: number;
  isOpen: boolean;
  faults: SiteEditor['faults'];
  canRemove: boolean;
  onToggle: () => void;
  onMove: (button: 'up' | 'down') => void;
  onRemove: () => void;
  children: ReactNode;
}

const small = 'px-2.5!';

/** <EntryRow>: one entry of a list of the site's words, with its actions. */
function EntryRow(props: EntryRowProps) {
  const { path, name, isLine, place, places, isOpen, faults, canRemove } = props;
  const { handle, look, onToggle, onMove, onRemove, children } = props;
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
    <DraggableRow
      className="grid-cols-[2.25rem_minmax(0,1fr)] pr-2"
      handleClass="h-12"
      handle={handle}
      look={look}
    >
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
    </DraggableRow>
  );
}
