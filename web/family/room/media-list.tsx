// <MediaList>: the videos or slides of a topic, which open on their own site, each with a tick.
import type { RoomItem } from '../../../domain/rooms/room.ts';
import { Choice, choiceListClass } from '../../ui/forms/choice.tsx';
import { TextLink } from '../../ui/link-button.tsx';

export type MediaItem = Exclude<RoomItem, { kind: 'question' }>;

interface MediaListProps {
  readonly items: readonly MediaItem[];
  readonly onTick: (item: MediaItem, done: boolean) => void;
}

export function MediaList({ items, onTick }: MediaListProps) {
  return (
    <ul className={`bg-sheet ${choiceListClass}`}>
      {items.map((item) => (
        <li
          key={item.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 sm:grid-cols-[minmax(0,1fr)_auto_auto]"
        >
          <div
            className={`min-w-0 px-3.5 py-1 leading-snug wrap-anywhere ${item.kind === 'video' ? 'max-sm:col-span-2' : ''}`}
          >
            {item.address === null ? (
              <span className="block py-2 font-bold">{item.title}</span>
            ) : (
              <TextLink href={item.address} target="_blank" rel="noreferrer">
                {item.title}
                <span aria-hidden="true">{'\u00A0'}↗</span>
                <span className="sr-only"> (opens in a new tab)</span>
              </TextLink>
            )}
          </div>
          {item.kind === 'video' && (
            <span className="px-3.5 text-pencil figures">
              {item.minutes} {item.minutes === 1 ? 'minute' : 'minutes'}
            </span>
          )}
          {item.address !== null && (
            <div className="max-sm:col-start-2">
              <Choice
                type="checkbox"
                name={item.id}
                checked={item.done}
                onChange={(done) => onTick(item, done)}
              >
                {item.kind === 'video' ? 'Watched' : 'Read'}
                <span className="sr-only">: {item.title}</span>
              </Choice>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
